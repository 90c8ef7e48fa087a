"""What a tree offers for import itself is no dependency of it."""

from migration_engine.scan.search.own import own_roots
from tests.engine.scan.reading import scan

USES = "from flash_attn import flash_attn_func\n\nflash_attn_func(1)\n"


def rules_in(files):
    return {one.rule for one in scan(files).findings}


def test_a_package_does_not_depend_on_itself():
    assert rules_in({"use.py": USES})
    assert not rules_in({"flash_attn/__init__.py": "", "use.py": USES})


def test_a_package_below_src_counts_too():
    assert not rules_in({"pyproject.toml": "", "src/flash_attn/__init__.py": "", "tools/use.py": USES})


def test_a_requirement_of_itself_is_none():
    assert not rules_in({"flash_attn/__init__.py": "", "requirements.txt": "flash-attn>=2\n"})


def test_a_copy_of_a_package_leaves_it_foreign():
    assert rules_in({"third_party/flash_attn/__init__.py": "", "use.py": USES})


def test_a_helper_of_tests_or_an_example_with_the_name_leaves_it_foreign():
    assert rules_in({"tests/flash_attn/__init__.py": "", "examples/flash_attn.py": "", "use.py": USES})


def test_roots_are_those_of_every_project_of_the_tree():
    paths = ["a/setup.py", "a/python/one/__init__.py", "b/two/__init__.py", "three.py", "setup.py"]

    assert own_roots(paths) == {"one", "three"}
