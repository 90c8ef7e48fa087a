"""The one place that talks to the model: an OpenAI-compatible endpoint, or this process on a laptop."""

import os

from openai import OpenAI

client = OpenAI(base_url=os.environ.get("OPENAI_BASE_URL", "http://localhost:8000/v1"), timeout=60)


def complete(prompt: str, *, temperature: float = 0.1) -> str:
    if os.environ.get("DOCQA_LOCAL"):
        from docqa.serving.engine import generate

        return generate([prompt])[0]
    reply = client.chat.completions.create(
        model="docqa",
        messages=[{"role": "user", "content": prompt}],
        temperature=temperature,
    )
    return reply.choices[0].message.content or ""
