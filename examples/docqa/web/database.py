"""Questions and answers, kept for the history page and for billing."""

import os
from datetime import datetime

from sqlalchemy import String, Text, create_engine, func
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

engine = create_engine(os.environ["DOCQA_DATABASE_URL"], pool_pre_ping=True)


class Base(DeclarativeBase):
    pass


class Question(Base):
    __tablename__ = "question"

    id: Mapped[int] = mapped_column(primary_key=True)
    user: Mapped[str] = mapped_column(String(120), index=True)
    text: Mapped[str] = mapped_column(Text)
    answer: Mapped[str] = mapped_column(Text)
    asked_at: Mapped[datetime] = mapped_column(server_default=func.now())


def session() -> Session:
    return Session(engine)
