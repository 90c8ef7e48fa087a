"""What a scan is called beside other text holds no letter that nobody sees."""

import pytest

from apps.scans import services
from apps.scans.models import Upload
from tests.apps.scans.sources import zipped
from tests.cast import gather

pytestmark = pytest.mark.django_db

TRICK = "\u202egnp\u200b"


def test_neither_file_nor_folder_brings_hidden_letters() -> None:
    cast = gather()
    archive = services.receive_archive(
        actor=cast.alice, project=cast.project, name=f"app{TRICK}.zip", chunks=[zipped({"a.py": "x = 1\n"})]
    )
    folder = services.receive_folder(actor=cast.alice, project=cast.project, folder=f"/srv/app{TRICK}")

    assert Upload.objects.get().original_name == "appgnp.zip"
    assert [scan.source_name for scan in (archive, folder)] == ["appgnp"] * 2


def test_a_name_of_hidden_letters_alone_gives_way_to_the_kind_of_source() -> None:
    cast = gather()
    folder = services.receive_folder(actor=cast.alice, project=cast.project, folder="/srv/\u200b")
    assert folder.source_name == "folder"
