"""The walk of a team through the portal, as steps that a browser takes; the test puts them in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.look import look_at
from tests.e2e.portal import Portal

PATIENCE_MS = 180_000


@dataclass
class Walk:
    """One browser page of one person in one language."""

    page: Page
    portal: Portal
    language: str
    looks: bool = False

    @property
    def slug(self) -> str:
        """Return the project's part of the address."""
        found = re.search(r"/p/([^/]+)/", self.page.url)
        assert found, f"{self.page.url} is no page of a project"
        return found[1]

    @property
    def submit(self) -> Locator:
        """Return the one button that the page is about."""
        return self.page.locator("main form button.button--primary")

    def look(self, name: str) -> None:
        """Hold the page to what every page must stand, where the walk is there to look."""
        if self.looks:
            look_at(self.page, name, self.language)

    def go(self, address: str) -> None:
        """Follow the navigation to a page of the project, as a reader would."""
        self.page.locator(f'.nav a[href$="/p/{self.slug}/{address}"]').click()
        self.page.wait_for_url(f"**/p/{self.slug}/{address}")

    def sign_in(self, username: str) -> None:
        """Come in by a new one-time link."""
        self.enter(self.portal.sign_in_link(username))

    def enter(self, link: str) -> None:
        """Open a one-time link, choose the language with the switch, continue."""
        self.page.goto(link)
        self.page.locator(f'button[name="language"][value="{self.language}"]').click()
        html_lang = {"en": "en", "zh-hans": "zh-Hans"}[self.language]
        expect(self.page.locator("html")).to_have_attribute("lang", html_lang)
        self.look("sign-in")
        self.submit.click()
        self.page.wait_for_url(f"{self.portal.url}/")

    def make_project(self, name: str) -> None:
        """Make a project; the portal leads on to its first scan."""
        self.look("projects")
        self.page.locator('main a[href="/projects/new/"]').first.click()
        self.look("project-new")
        self.page.locator("#id_name").fill(name)
        self.submit.click()
        self.page.wait_for_url("**/scans/new/")

    def scan(self, archive: Path) -> str:
        """Upload the archive, watch it through a reload, and return the number of the scan."""
        self.page.locator('input[type="file"]').set_input_files(archive)
        self.submit.click()
        return self.await_scan()

    def await_scan(self) -> str:
        """Wait until the scan of the page has succeeded; it survives a reload."""
        self.page.wait_for_url(re.compile(r"/scans/\d+/$"))
        self.page.reload()
        expect(self.page.locator("#progress .steps li").first).to_be_visible()
        expect(self.page.locator("#progress .figures")).to_be_visible(timeout=PATIENCE_MS)
        return self.page.url.rstrip("/").rsplit("/", 1)[1]

    def read_map(self) -> None:
        """Select a strong component, see its path lit, look at the table; the address keeps it all."""
        self.go("map/")
        expect(self.page.locator("a.node").first).to_be_visible(timeout=PATIENCE_MS)
        self.look("map")
        self.page.locator("a.node--strong").first.click()
        expect(self.page).to_have_url(re.compile(r"[?&]sel="))
        expect(self.page.locator("[data-inspector]")).to_be_visible()
        self.look("map-selected")
        self.page.reload()
        expect(self.page.locator("[data-inspector]")).to_be_visible()
        self.page.locator('[data-key="t"]').click()
        expect(self.page.locator(".map-table table tbody tr").first).to_be_visible()
        self.look("map-table")

    def override_the_map(self) -> None:
        """Open a component in place, move it to another layer with a reason, and undo that."""
        self.go("map/")
        self.page.locator("a.node--strong").first.click()
        expect(self.page.locator("[data-inspector]")).to_be_visible()
        self.page.keyboard.press("e")
        expect(self.page.locator(".opened a.node").first).to_be_visible()
        self.look("map-opened")
        self.page.locator('.inspector .tabs a[href*="tab=override"]').click()
        self.page.locator("[name=reason]").fill("It only serves")
        self.look("map-override")
        self.page.locator(".inspector form.form button.button--primary").click()
        expect(self.page.locator(".notice--good").first).to_be_visible()
        expect(self.page.locator(".redrawing")).to_have_count(0, timeout=PATIENCE_MS)
        expect(self.page.locator(".override-list li")).to_have_count(1)
        self.page.locator('.honest a[href$="/map/overrides/"]').first.click()
        self.look("overrides")
        self.page.locator("main td form button").click()
        expect(self.page.locator(".notice--good").first).to_be_visible()

    def read_graph(self) -> None:
        """See the graph drawn, open a component, ask for a path, read the same as a list."""
        self.go("graph/")
        expect(self.page.locator("#graph-canvas canvas").first).to_be_visible(timeout=PATIENCE_MS)
        self.look("graph")
        self.page.keyboard.press("t")
        expect(self.page.locator(".map-table tbody tr").first).to_be_visible()
        self.look("graph-list")
        self.page.locator(".map-table tbody th a").first.click()
        self.page.locator("[data-open]").click()
        expect(self.page.locator("th.graph-file").first).to_be_visible()
        self.page.locator("#graph-to").fill(self.page.locator(".map-table tbody th a").last.inner_text())
        self.page.keyboard.press("Enter")
        expect(self.page).to_have_url(re.compile(r"[?&]to="))
        self.page.locator("[data-views] a:not([aria-current])").click()
        expect(self.page.locator("#graph-canvas")).to_be_visible()
        self.look("graph-path")

    def read_findings(self) -> None:
        """Filter to strong findings and open one in the drawer."""
        self.go("findings/")
        self.look("findings")
        self.page.locator("#findings-coupling").select_option("strong")
        expect(self.page).to_have_url(re.compile(r"coupling=strong"))
        expect(self.page.locator("table.findings .chip--weak")).to_have_count(0)
        self.page.locator("a[data-finding]").first.click()
        drawer = self.page.locator("#findings-aside")
        expect(drawer.locator(".code-line.is-hit").first).to_be_visible()
        self.look("findings-drawer")
        drawer.locator(".finding-head a").click()
        self.page.wait_for_url(re.compile(r"/rules/[a-z0-9-]+/$"))
        self.page.locator("details summary").last.click()
        expect(self.page.locator("details .code-line").first).to_be_visible()
        self.look("rule")

    def adopt_plan(self) -> None:
        """Take the suggested waves as the plan."""
        self.go("plan/")
        expect(self.page.locator(".waves > li").first).to_be_visible()
        self.look("plan-suggested")
        self.submit.click()
        expect(self.page.locator(".notice--good").first).to_be_visible()
        expect(self.submit).to_have_count(0)
        self.look("plan")

    def price(self) -> None:
        """Enter every figure that the verdict waits for."""
        self.go("tco/")
        expect(self.page.locator(".verdict--unknown")).to_be_visible()
        self.look("tco-unknown")
        missing = self.page.locator(".tco-missing input")
        assert missing.count(), "an unknown price must be asked for"
        for field in missing.all():
            field.fill("300000")
        self.page.locator(".tco-missing button").click()
        expect(self.page.locator(".verdict--unknown")).to_have_count(0)
        self.page.locator("#changes button.button--primary").click()
        expect(self.page.locator(".notice--good").first).to_be_visible()
        expect(self.page.locator(".verdict")).to_be_visible()
        expect(self.page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        expect(self.page.locator("#table-histogram .tco-chances")).to_be_visible(timeout=30_000)
        self.look("tco")

    def sign_costs(self) -> None:
        """Change an assumption, keep the comparison, and give a link to a stranger; nobody signs alone."""
        self.page.locator(f'.tco-tabs a[href$="/p/{self.slug}/tco/register/"]').click()
        self.look("tco-register")
        self.page.locator(".tco-register tbody th a").first.click()
        self.page.locator("#assumption_owner").fill("Mona")
        self.look("tco-assumption")
        self.page.locator(".tco-assumption button.button--primary").click()
        expect(self.page.locator(".tco-history li").first).to_contain_text("Mona")
        self.page.locator(f'.tco-tabs a[href$="/p/{self.slug}/tco/snapshots/"]').click()
        self.look("tco-snapshots")
        self.submit.click()
        expect(self.page.locator(".tco-entered strong")).to_have_count(1)
        expect(self.page.locator('form[action$="/review/"]')).to_have_count(0)
        self.page.locator('form[action$="/share/"] button').click()
        link = self.page.locator("#new-link").input_value()
        self.look("tco-snapshot")
        own = f"{self.portal.url}/p/{self.slug}/tco/snapshots/"
        self.page.goto(link)
        expect(self.page.locator(".report-page")).to_have_count(2)
        assert self.page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 2
        self.look("tco-shared")
        self.page.goto(own)

    def attach_node(self, name: str) -> None:
        """Make a code on the nodes page and enrol a machine of this computer with it."""
        self.go("jobs/")
        self.page.locator(f'main a[href$="/p/{self.slug}/nodes/"]').click()
        self.look("nodes-empty")
        self.page.locator(f'main a[href$="/p/{self.slug}/nodes/enrol/"]').first.click()
        self.look("node-enrol")
        self.page.locator("#code button.button--primary").click()
        command = self.page.locator("[data-command]", has_text="enroll").inner_text()
        expect(self.page.locator("#await[data-poll]")).to_be_visible()
        self.look("node-awaited")
        self.portal.attach_node(command.split()[-1], name)
        expect(self.page.locator("#await strong")).to_have_text(name)
        self.page.locator("#await a.button--primary").click()
        expect(self.page.locator("h1")).to_have_text(name)
        self.look("node")
        self.go("jobs/")
        self.page.locator(f'main a[href$="/p/{self.slug}/nodes/"]').click()
        expect(self.page.locator("#nodes tbody th a")).to_have_text(name)
        self.look("nodes")

    def run_job(self, kind: str) -> None:
        """Request a job with its defaults and wait for its result."""
        self.page.goto(f"{self.portal.url}/p/{self.slug}/jobs/new/?kind={kind}")
        self.look(f"job-new-{kind}")
        self.submit.click()
        self.page.wait_for_url(re.compile(r"/jobs/[0-9a-f-]{36}/$"))
        expect(self.page.locator("#job[data-poll]")).to_have_count(0, timeout=PATIENCE_MS)
        expect(self.page.locator("#job .chip--rehearsal").first).to_be_visible()
        self.look(f"job-{kind}")

    def read_checklist(self) -> None:
        """See the rehearsals as evidence, and nothing green."""
        self.go("checklist/")
        items = self.page.locator(".check-items")
        expect(items.locator(".check-state--rehearsed").first).to_be_visible()
        expect(items.locator(".check-state--proven")).to_have_count(0)
        assert re.fullmatch(r"[0-9a-f]{12}", items.locator(".check-evidence code").first.inner_text())
        self.look("checklist")
        self.page.locator('.toolbar a[href*="state=rehearsed"]').click()
        expect(items.locator(".check-state--unproven")).to_have_count(0)

    def read_overview(self) -> None:
        """See on one screen where the project stands."""
        self.go("")
        expect(self.page.locator(".overview-card")).to_have_count(6)
        self.look("overview")
