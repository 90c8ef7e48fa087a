"""Fills a prompt file; prompts are text files so that they can be reviewed as text."""

from pathlib import Path

FOLDER = Path(__file__).parent / "prompts"


def render(name: str, *, question: str, history: list, passages: list[str]) -> str:
    template = (FOLDER / f"{name}.prompt").read_text()
    turns = "\n".join(f"User: {asked}\nYou: {replied}" for asked, replied in history)
    return template.format(question=question, history=turns, passages="\n\n".join(passages))
