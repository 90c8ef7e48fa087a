"""Only what the portal signed for this very node is run."""

from __future__ import annotations

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import JobSpec, spec_from, verify
from migration_engine.text import Text
from migration_node.errors import NotSigned
from migration_node.home import Identity
from migration_node.portal import Lease


def trusted_spec(lease: Lease, identity: Identity) -> JobSpec:
    """The leased job. Raises NotSigned for a wrong signature, SpecInvalid for another node's job or kind."""
    try:
        verify(lease.spec, lease.signature, identity.public_key)
    except SpecInvalid as error:
        raise NotSigned(error.told()) from error
    spec = spec_from(lease.spec)
    if spec.node != identity.node:
        raise SpecInvalid(
            Text("the job was signed for another node", "该作业是为另一节点签发的"), place="/node"
        )
    return spec
