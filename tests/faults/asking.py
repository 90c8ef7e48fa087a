"""A program that asks for one drill in the project it is given, behind the trapdoors of the stage."""

import os
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "migration_portal.settings"
django.setup()

from apps.projects.models import Project  # noqa: E402 - models exist once Django is set up
from tests.faults import acts, drill, trapdoors  # noqa: E402

if __name__ == "__main__":
    assert trapdoors.application
    drill.teach()
    acts.request(Project.objects.get(slug=sys.argv[1]))
