"""What makes a command of a value or a list of JSON."""

COMMANDS = frozenset(
    {
        *("command", "cmd", "args", "runArgs", "entrypoint", "postCreateCommand", "postStartCommand"),
        *("onCreateCommand", "updateContentCommand", "Cmd", "Entrypoint", "argv", "shellCommand"),
    }
)
"""Keys with a command."""
SCRIPTS = "scripts"
"""The key of an object in which all values are commands."""
OPTION = "--"
"""What the first word of a list of options begins with."""
