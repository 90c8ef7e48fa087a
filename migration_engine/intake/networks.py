"""Which addresses of the internet a scan may contact: those that can only belong to somebody else."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# IANA's special-purpose registries, and the platform address that Azure put into public space.
_INSIDE_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
            "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
        ),
    )
)  # fmt: skip
_GLOBAL_6 = IPv6Network("2000::/3")
_INSIDE_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
_MAPPED = IPv6Network("::ffff:0:0/96")
_TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: the last four bytes are the IPv4 address that is reached


def is_public(address: str) -> bool:
    """Whether the address is one of the public internet; raises ValueError when it is none at all."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address):
        if parsed not in _MAPPED and parsed not in _TRANSLATED:
            return parsed in _GLOBAL_6 and not any(parsed in network for network in _INSIDE_6)
        parsed = IPv4Address(int(parsed) & 0xFFFFFFFF)
    return not any(parsed in network for network in _INSIDE_4)
