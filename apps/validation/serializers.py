"""What nodes may send: every field bounded."""

from __future__ import annotations

from functools import cache
from typing import Any

from rest_framework import serializers

from apps.core.hidden import spelled_out_in
from apps.validation.border import check_size
from migration_engine.protocol import DeviceKind

FACTS_MAX_BYTES = 256 * 1024
EXTRA_CAPABILITIES = 32


@cache
def _made(kind: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    return kind()


def checked(kind: type[serializers.Serializer[Any]], given: object) -> dict[str, Any]:
    """Return what was given as the serializer takes it. Raises ValidationError.

    A serializer keeps nothing between two checks, and making one takes longer than a check.
    """
    return dict(_made(kind).run_validation(given))


class CapabilitiesSerializer(serializers.Serializer[Any]):
    """What decides leases; what a newer node can besides is kept when it is a plain yes, number or word."""

    kinds = serializers.ListField(child=serializers.CharField(max_length=64), max_length=64, required=False)
    device_kind = serializers.ChoiceField(choices=[str(kind) for kind in DeviceKind], required=False)
    chip = serializers.CharField(max_length=100, required=False)
    torch = serializers.BooleanField(required=False)
    cann = serializers.CharField(max_length=100, allow_blank=True, required=False)
    devices = serializers.IntegerField(min_value=0, max_value=4096, required=False)
    engine = serializers.CharField(max_length=100, required=False)


CAPABILITIES = frozenset(CapabilitiesSerializer().fields)


class CapabilitiesField(serializers.DictField):
    """Capabilities, checked by their shape."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the known ones as they were checked, with the others beside them."""
        given: dict[str, Any] = super().to_internal_value(data)
        known = checked(CapabilitiesSerializer, given)
        others = {key: value for key, value in given.items() if key not in CAPABILITIES}
        if len(others) > EXTRA_CAPABILITIES:
            raise serializers.ValidationError(f"More than {EXTRA_CAPABILITIES} unknown ones.")
        for key, value in others.items():
            if not isinstance(value, bool | int | float | str) or len(f"{key}{value}") > 200:
                raise serializers.ValidationError({key: ["Must be true, false, a number or a short text."]})
        shown: dict[str, Any] = spelled_out_in(known | others)
        return shown


class AdviceSerializer(serializers.Serializer[Any]):
    """What to do about the node, in both languages."""

    en = serializers.CharField(max_length=2000)
    zh = serializers.CharField(max_length=2000)


class FactsSerializer(serializers.Serializer[Any]):
    """The facts that pages show; a node may leave each of them out."""

    classification = serializers.CharField(max_length=64, required=False)
    advice = AdviceSerializer(required=False)
    chips = serializers.ListField(max_length=256, required=False)
    driver = serializers.CharField(max_length=200, allow_blank=True, required=False)
    cann = serializers.DictField(required=False)
    packages = serializers.DictField(required=False)
    machine = serializers.DictField(required=False)


class FactsField(serializers.DictField):
    """What a node says about itself for people, up to a size."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the facts as they came, with hidden letters spelled out."""
        given: dict[str, Any] = super().to_internal_value(data)
        check_size(given, FACTS_MAX_BYTES)
        checked(FactsSerializer, given)
        shown: dict[str, Any] = spelled_out_in(given)
        return shown


class IntroductionSerializer(serializers.Serializer[Any]):
    """What a node is and can do."""

    facts = FactsField()
    capabilities = CapabilitiesField()


class EnrolSerializer(IntroductionSerializer):
    """A code in exchange for an identity."""

    code = serializers.CharField(max_length=100)
    name = serializers.CharField(max_length=200)


class AskSerializer(serializers.Serializer[Any]):
    """Asking for work."""

    capabilities = CapabilitiesField()


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
        return checked(ProgressSerializer, progress) if progress else {}


class LogSerializer(serializers.Serializer[Any]):
    """A numbered batch of lines."""

    sequence = serializers.IntegerField(min_value=1, max_value=10_000)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=2000, allow_blank=True, trim_whitespace=False), max_length=200
    )


class ResultSerializer(serializers.Serializer[Any]):
    """The result document; the protocol's own schema checks what is in it."""

    document = serializers.DictField()


class ExitSerializer(serializers.Serializer[Any]):
    """How the process of a job ended."""

    signal = serializers.IntegerField(min_value=1, max_value=64, required=False)
    code = serializers.IntegerField(min_value=-255, max_value=255, required=False)


class ReleaseSerializer(serializers.Serializer[Any]):
    """Why an attempt comes back."""

    reason = serializers.ChoiceField(choices=("canceled", "stopped", "refused", "crashed", "timed_out"))
    detail = serializers.CharField(max_length=2000, allow_blank=True, required=False)
    exit = ExitSerializer(required=False)


class ArtifactSerializer(serializers.Serializer[Any]):
    """A file before its bytes."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)
    size = serializers.IntegerField(min_value=0, max_value=2**53)
    sha256 = serializers.RegexField(r"^[0-9a-f]{64}\Z")
    media_type = serializers.RegexField(r"^[a-z]+/[A-Za-z0-9.+-]{1,80}\Z", default="application/octet-stream")
