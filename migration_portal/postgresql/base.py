"""A connection that is looked at before each request without asking the server anything."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Finds a connection that the server has given up by what came in unasked: its farewell, or its end."""

    def is_usable(self) -> bool:
        """Tell whether the connection is open and silent; asking would cost every request a round trip."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.pgconn.socket, select.POLLIN)
        return not waiting.poll(0)
