"""Collects requests for a moment and runs them as one batch."""

import asyncio
from dataclasses import dataclass, field

from docqa.serving.engine import generate


@dataclass
class Waiting:
    prompt: str
    max_tokens: int
    temperature: float
    done: asyncio.Future = field(default_factory=asyncio.Future)


class Batcher:
    def __init__(self, max_batch: int, wait_ms: int):
        self.max_batch = max_batch
        self.wait_s = wait_ms / 1000
        self.queue: asyncio.Queue[Waiting] = asyncio.Queue()

    async def submit(self, prompt: str, max_tokens: int, temperature: float) -> str:
        request = Waiting(prompt, max_tokens, temperature)
        await self.queue.put(request)
        return await request.done

    async def run(self) -> None:
        while True:
            batch = [await self.queue.get()]
            await asyncio.sleep(self.wait_s)
            while len(batch) < self.max_batch and not self.queue.empty():
                batch.append(self.queue.get_nowait())
            texts = await asyncio.to_thread(generate, [one.prompt for one in batch])
            for one, text in zip(batch, texts):
                one.done.set_result(text)
