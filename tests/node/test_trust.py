"""A node runs what its portal signed for it, and nothing else."""

from dataclasses import replace

import pytest

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import limits_for, new_private_key, public_key_of, sign
from migration_engine.protocol.spec import JobSpec
from migration_node.errors import NotSigned
from migration_node.home import Identity
from migration_node.portal import Lease
from migration_node.trust import trusted_spec

KEY = new_private_key()
ME = Identity(
    portal="https://portal.example",
    node="0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a2",
    name="bench",
    project="demo",
    token="secret",
    public_key=public_key_of(KEY),
)
SPEC = JobSpec(
    job="5d6a6f4e-5a62-4f57-9d0e-0d6a3f3c8a11",
    kind="inventory",
    parameters={"expect": "any"},
    attempt=1,
    node=ME.node,
    limits=limits_for(60),
)


def lease(spec: JobSpec, key: str = KEY) -> Lease:
    document = spec.to_dict()
    return Lease(attempt="a", token="t", spec=document, signature=sign(document, key))


def test_a_job_that_the_portal_signed_for_this_node_is_trusted():
    assert trusted_spec(lease(SPEC), ME) == SPEC


def test_a_job_that_somebody_else_signed_is_not():
    with pytest.raises(NotSigned, match="does not verify"):
        trusted_spec(lease(SPEC, new_private_key()), ME)


def test_a_job_that_was_changed_after_signing_is_not():
    signed = lease(SPEC)
    with pytest.raises(NotSigned, match="does not verify"):
        trusted_spec(replace(signed, spec={**signed.spec, "kind": "layer_alignment"}), ME)


def test_a_job_that_was_signed_for_another_node_is_not():
    other = replace(SPEC, node="11111111-1111-4111-8111-111111111111")
    with pytest.raises(SpecInvalid, match="another node"):
        trusted_spec(lease(other), ME)


def test_a_signed_job_of_an_unknown_kind_is_not():
    with pytest.raises(SpecInvalid, match="unknown job kind"):
        trusted_spec(lease(replace(SPEC, kind="shell")), ME)
