"""A spec names a kind of the catalogue and nothing else, and only its signer can have written it."""

import json
from dataclasses import replace

import pytest

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import (
    CATALOGUE,
    JobSpec,
    canonical_bytes,
    complete_parameters,
    kind_of,
    limits_for,
    new_private_key,
    public_key_of,
    sign,
    spec_from,
    verify,
)

SPEC = JobSpec(
    job="5d6a6f4e-5a62-4f57-9d0e-0d6a3f3c8a11",
    kind="inventory",
    parameters={"expect": "any"},
    attempt=1,
    node="0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a2",
    limits=limits_for(60),
)


def test_a_spec_survives_the_way_through_json():
    assert spec_from(json.loads(canonical_bytes(SPEC.to_dict()))) == SPEC


def test_equal_documents_have_equal_bytes_whatever_the_order_of_keys():
    expected = '{"a":"节点","b":1}'.encode()
    assert canonical_bytes({"b": 1, "a": "节点"}) == canonical_bytes({"a": "节点", "b": 1}) == expected


def test_it_refuses_numbers_that_json_cannot_say():
    with pytest.raises(SpecInvalid, match="finite"):
        canonical_bytes({"x": float("nan")})


def test_it_refuses_a_kind_outside_the_catalogue():
    with pytest.raises(SpecInvalid, match="known kinds: inventory, layer_alignment"):
        spec_from(replace(SPEC, kind="shell").to_dict())


@pytest.mark.parametrize("extra", [{"command": "id"}, {"fault": {"module": "head", "scale": 1.05}}])
def test_it_refuses_parameters_that_the_kind_does_not_publish(extra):
    with pytest.raises(SpecInvalid, match="Additional properties"):
        spec_from(replace(SPEC, parameters={"expect": "any", **extra}).to_dict())


def test_it_refuses_an_unknown_field_beside_the_known_ones():
    with pytest.raises(SpecInvalid, match="argv"):
        spec_from(SPEC.to_dict() | {"argv": ["id"]})


def test_defaults_of_every_kind_satisfy_its_own_schema():
    for kind in CATALOGUE.values():
        assert complete_parameters(kind, {}) == {p.name: p.default for p in kind.parameters}


def test_a_parameter_out_of_range_is_named_by_its_place():
    with pytest.raises(SpecInvalid) as refusal:
        complete_parameters(kind_of("layer_alignment"), {"blocks": 99})
    assert refusal.value.place == "/blocks"


def test_a_signature_verifies_and_a_changed_spec_does_not():
    key = new_private_key()
    signature = sign(SPEC.to_dict(), key)
    verify(SPEC.to_dict(), signature, public_key_of(key))
    with pytest.raises(SpecInvalid, match="does not verify"):
        verify(replace(SPEC, attempt=2).to_dict(), signature, public_key_of(key))


def test_another_portals_key_does_not_verify():
    signature = sign(SPEC.to_dict(), new_private_key())
    with pytest.raises(SpecInvalid, match="enrol the node again"):
        verify(SPEC.to_dict(), signature, public_key_of(new_private_key()))


@pytest.mark.parametrize("signature", ["", "not base64 ©", "AAAA"])
def test_a_malformed_signature_is_refused_not_crashed_on(signature):
    with pytest.raises(SpecInvalid):
        verify(SPEC.to_dict(), signature, public_key_of(new_private_key()))
