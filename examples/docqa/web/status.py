"""The status page of the help desk: is the service up, and how full is the device?"""

import torch
from fastapi import APIRouter
from sqlalchemy import text

from docqa.web.database import session

router = APIRouter()


@router.get("/health")
def health():
    with session() as db:
        db.execute(text("select 1"))
    return {"status": "ok"}


@router.get("/api/admin/device")
def device_status():
    if not torch.cuda.is_available():
        return {"device": "none"}
    free, total = torch.cuda.mem_get_info()
    return {
        "device": torch.cuda.get_device_name(0),
        "free_gib": round(free / 2**30, 1),
        "total_gib": round(total / 2**30, 1),
    }
