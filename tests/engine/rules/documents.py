"""A sound rule as text, to be broken in one place."""

from textwrap import dedent

SOUND = dedent(
    """\
    - id: house-rule
      title: {en: "House rule", zh: "自定义规则"}
      why: {en: "It binds.", zh: "存在耦合。"}
      layer: L1
      coupling: strong
      kind: coupling
      match:
        api: [house.call]
      replacement: {what: "npu.call", kind: rewrite, verified: unverified}
      effort: minutes
      validate: [inventory]
      samples:
        hit: ["import house\\nhouse.call()\\n"]
        miss: ["import other\\nother.call()\\n"]
    """
)


def broken(old: str, new: str) -> str:
    """The sound rule with one change; a change that finds nothing would test nothing."""
    assert old in SOUND
    return SOUND.replace(old, new, 1)


def line_of(text: str, needle: str) -> int:
    """The line on which a complaint should point."""
    return next(number for number, row in enumerate(text.split("\n"), start=1) if needle in row)
