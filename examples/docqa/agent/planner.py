"""Decides how a question is answered: from the documents, or with a tool first."""

import re
from dataclasses import dataclass

from docqa.agent.memory import Conversation
from docqa.agent.tools import run_tool
from docqa.llm.client import complete
from docqa.llm.prompt import render

MAX_STEPS = 4


@dataclass
class Reply:
    text: str
    sources: list[str]


def answer(question: str, *, conversation: str | None = None) -> Reply:
    """Ask, run the tool that the model asks for, ask again; at most MAX_STEPS times."""
    memory = Conversation.load(conversation)
    found: list[str] = []
    for _ in range(MAX_STEPS):
        prompt = render("answer", question=question, history=memory.recent(), passages=found)
        text = complete(prompt)
        wanted = re.match(r"TOOL (\w+): (.+)", text)
        if wanted is None:
            memory.add(question, text)
            return Reply(text, found)
        found.extend(run_tool(wanted[1], wanted[2]))
    return Reply("I could not find an answer in your documents.", found)


def summarise(passages: list[str]) -> str:
    return complete(render("answer", question="Summarise.", history=[], passages=passages))
