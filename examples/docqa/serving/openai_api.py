"""An OpenAI-compatible endpoint in front of our own runtime, for models that vLLM does not know."""

import uuid

import uvicorn
from fastapi import FastAPI

from docqa.serving.batcher import Batcher
from docqa.serving.schemas import ChatRequest, ChatResponse, Choice, Message

app = FastAPI(title="docqa serving")
batcher = Batcher(max_batch=8, wait_ms=20)


@app.post("/v1/chat/completions")
async def chat(body: ChatRequest) -> ChatResponse:
    prompt = "\n".join(f"{message.role}: {message.content}" for message in body.messages)
    text = await batcher.submit(prompt, body.max_tokens, body.temperature)
    reply = Message(role="assistant", content=text)
    return ChatResponse(id=f"chatcmpl-{uuid.uuid4().hex}", choices=[Choice(message=reply)])


@app.get("/v1/models")
def models() -> dict:
    return {"object": "list", "data": [{"id": "docqa", "object": "model"}]}


if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=8000)
