"""What the model may do besides answering."""

from collections.abc import Callable
from datetime import date

from docqa.rag.retriever import search


def run_tool(name: str, argument: str) -> list[str]:
    tool = TOOLS.get(name)
    return tool(argument) if tool else [f"There is no tool called {name}."]


def find_passages(query: str) -> list[str]:
    return search(query, limit=6)


def digest(query: str) -> list[str]:
    # Imported here because the planner imports this module.
    from docqa.agent.planner import summarise

    return [summarise(search(query, limit=30))]


def today(_: str) -> list[str]:
    return [date.today().isoformat()]


TOOLS: dict[str, Callable[[str], list[str]]] = {"find": find_passages, "digest": digest, "today": today}
