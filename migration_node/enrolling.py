"""Becoming a node of a portal."""

from __future__ import annotations

from typing import cast

from migration_node.capabilities import Profile
from migration_node.errors import PortalRefused
from migration_node.home import Identity, NodeHome
from migration_node.portal import Portal
from migration_node.wire import checked_url, no_portal


def enrol(home: NodeHome, profile: Profile, url: str, code: str, name: str, language: str = "en") -> Identity:
    """Trade the one-time code for an identity and keep that; on failure nothing is kept.

    A portal that refuses says why in the given language.
    """
    portal = Portal(url, language=language)
    try:
        answer = cast(dict[str, str], portal.enrol(code, name, profile.facts(), profile.capabilities()))
    finally:
        portal.wire.close()
    try:
        identity = Identity(
            portal=checked_url(url),
            node=answer["node"],
            name=answer["name"],
            project=answer["project"],
            token=answer["token"],
            public_key=answer["public_key"],
        )
    except KeyError as error:
        raise PortalRefused(no_portal(url)) from error
    home.save(identity)
    return identity
