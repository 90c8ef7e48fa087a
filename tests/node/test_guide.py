"""The two guides say the same, and name only what there is."""

import configparser
import re
from pathlib import Path

import yaml

from migration_node.environments import BENCH, TORCH

ROOT = Path(__file__).resolve().parents[2]
GUIDES = {language: (ROOT / f"docs/node-guide.{language}.md").read_text("utf-8") for language in ("en", "zh")}
CODE = "\n".join(file.read_text("utf-8") for file in (ROOT / "migration_node").rglob("*.py"))


def blocks(language: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", GUIDES[language], re.DOTALL)


def test_both_languages_show_the_same_commands_unit_and_service():
    for kind in ("sh", "ini", "yaml"):
        assert blocks("en", kind) == blocks("zh", kind) != []
    headings = [GUIDES[language].count("\n## ") for language in GUIDES]
    assert headings[0] == headings[1]


def test_every_variable_that_a_guide_names_is_read_by_the_node():
    for guide in GUIDES.values():
        for name in set(re.findall(r"NODE_[A-Z]+(?:_S)?\b|NPU_MIGRATE_NODE_HOME", guide)):
            assert f'"{name}"' in CODE, name


def test_the_unit_lets_a_job_finish():
    (unit,) = blocks("en", "ini")
    parser = configparser.ConfigParser(strict=False)
    parser.optionxform = str
    parser.read_string(unit)
    service = parser["Service"]
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) > int(re.search(r"NODE_DRAIN_S=(\d+)", unit)[1])


def test_the_service_passes_the_devices_in():
    (text,) = blocks("en", "yaml")
    node = yaml.safe_load(text)["services"]["node"]
    assert "/dev/davinci_manager" in node["devices"] and node["init"] is True


def test_the_offline_walk_downloads_what_is_installed():
    downloads = "".join(blocks("en", "sh"))
    assert f'"{TORCH.requirement}"' in downloads and f'"{BENCH.requirement}"' in downloads
