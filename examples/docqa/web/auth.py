"""Who is asking: a signed token in the Authorization header."""

import os

import jwt
from fastapi import Header, HTTPException


def current_user(authorization: str = Header()) -> str:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise HTTPException(401, "Sign in first.")
    try:
        claims = jwt.decode(token, os.environ["DOCQA_JWT_SECRET"], algorithms=["HS256"])
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "The session has ended.") from error
    return claims["sub"]
