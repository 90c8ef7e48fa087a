"""What a file is for is told by where it lies."""

import pytest

from migration_engine.model import FileRole
from migration_engine.scan.languages import language_of
from migration_engine.scan.roles import role_of


@pytest.mark.parametrize(
    ("path", "role"),
    [
        (".github/workflows/a.yml", FileRole.CI),
        (".github/CONTRIBUTING.md", FileRole.DOC),
        ("integration-tests/fixtures/service.py", FileRole.TEST),
        ("unit_test/data.py", FileRole.TEST),
        ("latest/app.py", FileRole.CODE),
        ("src/contest/app.py", FileRole.CODE),
    ],
)
def test_its_path_gives_a_file_its_role(path, role):
    assert role_of(path, language_of(path, b""), b"") is role
