"""A real Git server over https on this machine, for repositories that tests make."""

from __future__ import annotations

import base64
import datetime
import ipaddress
import os
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def git(*arguments: str, at: Path) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *identity, *arguments], cwd=at, check=True, capture_output=True)


@contextmanager
def served(root: Path, *, host: str = "127.0.0.1", credential: str = "") -> Iterator[tuple[str, Path]]:
    """The address under which the bare repositories below the root are served, and its certificate.

    With a credential (`user:password`) it answers only those who send it, and repeats what others sent.
    """
    certificate = _certificate(root)
    settings = {"root": root, "credential": credential}
    server = ThreadingHTTPServer((host, 0), type("Handler", (_Handler,), settings))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://{host}:{server.server_port}", certificate
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Hands requests to git's own back end; `/moved/` redirects, as a hostile server would."""

    root: Path
    credential: str

    def do_GET(self) -> None:
        sent = self.headers.get("Authorization", "")
        if self.credential and sent != f"Basic {base64.b64encode(self.credential.encode()).decode()}":
            self._refuse(sent)
        elif self.path.startswith("/moved/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/moved"))
            self.end_headers()
        else:
            self._back_end()

    def _refuse(self, sent: str) -> None:
        said = f"who is {sent}?".encode()
        self.send_response(401 if not sent else 403, f"no {sent}")
        self.send_header("WWW-Authenticate", "Basic")
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def do_POST(self) -> None:
        self._back_end()

    def _back_end(self) -> None:
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(
            ["git", "http-backend"], env=environment, input=body, capture_output=True, check=False
        )
        self._answer(done.stdout)

    def _answer(self, said: bytes) -> None:
        head, _, content = said.partition(b"\r\n\r\n")
        fields = dict(row.split(": ", 1) for row in head.decode().split("\r\n") if ": " in row)
        self.send_response(int(fields.pop("Status", "200").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Tests read no access log."""


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.IPAddress(ipaddress.ip_address(f"127.0.0.{last}")) for last in (1, 2)]
    address = x509.SubjectAlternativeName([*names, x509.DNSName("localhost"), x509.DNSName("git.test")])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = folder / "server.pem"
    path.write_bytes(pem + signed.public_bytes(serialization.Encoding.PEM))
    return path
