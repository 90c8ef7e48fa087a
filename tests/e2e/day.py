"""The stations of a day with nodes, as steps that a browser takes; the test puts them in order."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.e2e.keys import tab_to
from tests.e2e.walk import PATIENCE_MS, Walk

# Enough repetitions that a job outlives everything that happens around it.
LONG = {"blocks": "12", "width": "256", "repetitions": "500"}


@dataclass
class Day:
    """One operator's browser, over nodes that are real processes."""

    walk: Walk

    def at(self, address: str) -> str:
        """Return the address of a page of the project."""
        return f"{self.walk.portal.url}/p/{self.walk.slug}/{address}"

    def open(self, address: str) -> None:
        """Open a page of the project."""
        self.walk.page.goto(self.at(address))

    def press(self, selector: str) -> None:
        """Reach something by Tab alone, its focus in sight, and press Enter on it."""
        tab_to(self.walk.page, selector)
        self.walk.page.keyboard.press("Enter")

    def begin(self, username: str, project: str) -> None:
        """Sign in and make a project that needs no scan for its nodes."""
        self.walk.looks, looks = False, self.walk.looks
        self.walk.sign_in(username)
        self.walk.make_project(project)
        self.walk.looks = looks

    def see_that_nothing_is_there(self) -> None:
        """Empty pages teach what comes first."""
        for address, name in (("nodes/", "day-no-node"), ("jobs/", "day-no-job")):
            self.open(address)
            expect(self.walk.page.locator(".empty a.button--primary")).to_be_visible()
            self.walk.look(name)

    def enrol(self, name: str) -> subprocess.Popen[bytes]:
        """Enrol a machine by the page, which turns into the node; return its agent's process."""
        page = self.walk.page
        self.open("nodes/enrol/")
        page.locator("#code button.button--primary").click()
        command = page.locator("[data-command]", has_text="enroll").inner_text()
        self.walk.portal.attach_node(command.split()[-1], f"{name}-{self.walk.language}")
        expect(page.locator("#await strong")).to_have_text(f"{name}-{self.walk.language}")
        self.walk.look(f"day-enrolled-{name}")
        return self.walk.portal.processes[-1]

    def run_short_job(self, node: str) -> None:
        """Run an inventory to its end; its page says on which node, and rests."""
        page = self.walk.page
        self.request_inventory()
        expect(page.locator("#job[data-poll]")).to_have_count(0, timeout=PATIENCE_MS)
        expect(page.locator(".timeline")).to_contain_text(node)
        expect(page.locator("#job .chip--rehearsal").first).to_be_visible()

    def request_inventory(self) -> str:
        """Request an inventory; return the id of the job."""
        self.open("jobs/new/?kind=inventory")
        return self._request()

    def request_long_job(self) -> str:
        """Request more than a node can do in minutes; return the id of the job."""
        self.open("jobs/new/?kind=layer_alignment")
        for name, value in LONG.items():
            field = self.walk.page.locator(f"[name={name}]")
            field.select_option(value) if name == "width" else field.fill(value)
        return self._request()

    def _request(self) -> str:
        self.walk.submit.click()
        self.walk.page.wait_for_url(re.compile(r"/jobs/[0-9a-f-]{36}/$"))
        return self.walk.page.url.rstrip("/").rsplit("/", 1)[1]

    def see_running_on(self, job: str, node: str) -> None:
        """Without a reload the page says that the job runs, and its log grows."""
        page = self.walk.page
        expect(page.locator("#job .status--running").first).to_be_visible(timeout=PATIENCE_MS)
        expect(page.locator(".timeline")).to_contain_text(f"{node}-{self.walk.language}")
        expect(page.locator("#job progress")).to_be_visible(timeout=PATIENCE_MS)
        self.read_log()
        self.walk.look("day-running")
        self.open("nodes/")
        expect(page.locator(f"#nodes a[href$='/jobs/{job}/']")).to_be_visible()
        self.walk.look("day-working")

    def read_log(self) -> None:
        """The log comes by itself and follows its end; a search pauses it, and says when nothing is found."""
        page = self.walk.page
        expect(page.locator(".log-line").first).to_be_visible(timeout=PATIENCE_MS)
        page.locator("#log-words").fill("no line says this")
        expect(page.locator("[data-log-found]")).not_to_be_empty()
        expect(page.locator(".log-line.is-hit")).to_have_count(0)
        page.locator("#log-words").fill(page.locator(".log-line").first.inner_text().split()[0])
        expect(page.locator(".log-line.is-current")).to_have_count(1)
        page.locator("#log-words").fill("")
        page.locator("[data-log-follow]").click()

    def kill(self, agent: subprocess.Popen[bytes], name: str) -> None:
        """Kill the agent and its jobs as a power cut would; its page says by itself that it fell silent."""
        os.killpg(agent.pid, signal.SIGKILL)
        row = self.walk.page.locator("#nodes tbody tr", has_text=f"{name}-{self.walk.language}")
        expect(row.locator(".status--warn").first).to_be_visible(timeout=PATIENCE_MS)
        self.walk.look("day-silent")

    def see_taken_over(self, job: str, *, by: str) -> None:
        """The lease runs out, and another node begins the second attempt."""
        page = self.walk.page
        self.open(f"jobs/{job}/")
        expect(page.locator(".timeline .status")).to_have_count(2, timeout=PATIENCE_MS)
        expect(page.locator(".timeline .status--warn")).to_have_count(1)
        expect(page.locator(".timeline")).to_contain_text(f"{by}-{self.walk.language}")
        expect(page.locator("#job .status--running").first).to_be_visible(timeout=PATIENCE_MS)
        self.walk.look("day-taken-over")

    def cancel(self, job: str) -> None:
        """Take the wish back; the node stops at its next heartbeat, and the page says so."""
        page = self.walk.page
        self.open(f"jobs/{job}/")
        page.locator("#cancel summary").click()
        self.walk.look("day-cancel")
        page.locator("#cancel form button").click()
        expect(page.locator("#retry")).to_be_visible(timeout=PATIENCE_MS)

    def retry(self, job: str, *, reason: str) -> None:
        """Send the job round again with a reason, and cancel that too."""
        page = self.walk.page
        page.locator("#retry summary").click()
        page.locator("#retry-reason").fill(reason)
        page.locator("#retry form button").click()
        expect(page.locator(".timeline")).to_contain_text(reason)
        expect(page.locator(".timeline .status")).to_have_count(3, timeout=PATIENCE_MS)
        self.walk.look("day-retried")
        self.cancel(job)

    def drain(self, node: str) -> None:
        """Let a node finish, by keys alone: its page says so and offers the way back."""
        page = self.walk.page
        self.open("nodes/")
        link = page.locator("#nodes tbody th a", has_text=f"{node}-{self.walk.language}")
        self.press(f'#nodes tbody th a[href="{link.get_attribute("href")}"]')
        expect(page.locator("#drain summary")).to_be_visible()
        self.press("#drain summary")
        self.press("#drain form button")
        expect(page.locator("form[action$='/resume/'] button")).to_be_visible()
        self.walk.look("day-drained")

    def see_waiting_for_a_drained_node(self, job: str) -> None:
        """The queue says why the job waits."""
        self.open("jobs/?stage=waiting")
        expect(self.walk.page.locator(f"#job-{job} .job-why")).not_to_be_empty()
        self.walk.look("day-waiting")

    def cancel_marked(self, job: str) -> None:
        """Mark a job in the queue and cancel what is marked; the mark outlives the news."""
        page = self.walk.page
        page.locator(f"#tick-{job}").check()
        page.locator("#bulk-cancel summary").click()
        self.walk.look("day-marked")
        page.locator("#bulk-cancel button").click()
        expect(page.locator(".notice--good").first).to_be_visible()
        expect(page.locator(f"#job-{job}")).to_have_count(0)

    def retry_marked(self, job: str, *, reason: str) -> None:
        """Mark it among what ended and send it round again, by keys alone; Enter on a mark does nothing."""
        page = self.walk.page
        self.open("jobs/?stage=ended")
        expect(page.locator("#bulk-retry")).to_be_hidden()
        tab_to(page, f"#tick-{job}")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator("#bulk-cancel")).to_be_hidden()
        page.locator("#bulk-retry summary").focus()
        page.keyboard.press("Enter")
        tab_to(page, "#bulk-reason")
        page.keyboard.type(reason)
        self.walk.look("day-marked-again")
        page.keyboard.press("Enter")
        expect(page.locator(".notice--good").first).to_be_visible()
        self.open(f"jobs/{job}/")
        expect(page.locator(".timeline")).to_contain_text(reason)
