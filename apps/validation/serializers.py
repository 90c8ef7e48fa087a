"""What nodes may send: every field bounded."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class IntroductionSerializer(serializers.Serializer[Any]):
    """What a node is and can do."""

    facts = serializers.DictField()
    capabilities = serializers.DictField()


class EnrolSerializer(IntroductionSerializer):
    """A code in exchange for an identity."""

    code = serializers.CharField(max_length=100)
    name = serializers.CharField(max_length=200)


class AskSerializer(serializers.Serializer[Any]):
    """Asking for work."""

    capabilities = serializers.DictField()


class ProgressSerializer(serializers.Serializer[Any]):
    """How far a job is."""

    step = serializers.CharField(max_length=100)
    done = serializers.IntegerField(min_value=0)
    total = serializers.IntegerField(min_value=0)


class HeartbeatSerializer(serializers.Serializer[Any]):
    """Still here; progress is empty before the first step."""

    progress = serializers.DictField()

    def validate_progress(self, progress: dict[str, object]) -> dict[str, object]:
        """Check the fields when there are any."""
        if not progress:
            return {}
        inner = ProgressSerializer(data=progress)
        inner.is_valid(raise_exception=True)
        return dict(inner.validated_data)


class LogSerializer(serializers.Serializer[Any]):
    """A numbered batch of lines."""

    sequence = serializers.IntegerField(min_value=1, max_value=10_000)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=2000, allow_blank=True, trim_whitespace=False), max_length=200
    )


class ResultSerializer(serializers.Serializer[Any]):
    """The result document; the protocol's own schema checks what is in it."""

    document = serializers.DictField()


class ReleaseSerializer(serializers.Serializer[Any]):
    """Why an attempt comes back."""

    reason = serializers.ChoiceField(choices=("canceled", "stopped", "refused"))
