"""The HTTP interface that the browser talks to."""

from fastapi import Depends, FastAPI, HTTPException, UploadFile
from pydantic import BaseModel

from docqa.agent.planner import answer
from docqa.rag.indexer import index_document
from docqa.web.auth import current_user
from docqa.web.database import Question, session
from docqa.web.status import router as status_router

app = FastAPI(title="docqa")
app.include_router(status_router)


class Ask(BaseModel):
    question: str
    conversation: str | None = None


@app.post("/api/ask")
def ask(body: Ask, user: str = Depends(current_user)):
    if not body.question.strip():
        raise HTTPException(422, "Ask something.")
    reply = answer(body.question, conversation=body.conversation)
    with session() as db:
        db.add(Question(user=user, text=body.question, answer=reply.text))
        db.commit()
    return {"answer": reply.text, "sources": reply.sources}


@app.post("/api/documents")
async def upload(file: UploadFile, user: str = Depends(current_user)):
    count = index_document(file.filename, await file.read(), owner=user)
    return {"chunks": count}
