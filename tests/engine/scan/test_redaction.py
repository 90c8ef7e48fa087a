"""No secret of the scanned code leaves the scan, in whatever dress it stands there."""

import pytest

from migration_engine.scan.secrets.redact import redacted
from tests.engine.scan.reading import scan

LETTERS = "Qm7dRz2KxW9aLb4TnYc1"
SECRETS = {
    "an OpenAI key": (f'client = OpenAI(api_key="sk-{LETTERS}")', f"sk-{LETTERS}"),
    "a project key": (f"OPENAI=sk-proj-{LETTERS}", f"sk-proj-{LETTERS}"),
    "a GitHub token": (f"x = 'ghp_{LETTERS}{LETTERS[:16]}'", f"ghp_{LETTERS}"),
    "a fine-grained GitHub token": (f"github_pat_{LETTERS}{LETTERS}", f"github_pat_{LETTERS}"),
    "a GitLab token": (f"glpat-{LETTERS}", f"glpat-{LETTERS}"),
    "a Hugging Face token": (f'login("hf_{LETTERS}")', f"hf_{LETTERS}"),
    "a Slack token": ("xoxb-1234567890-abcdefghij", "xoxb-1234567890"),
    "an AWS key id": ("key = AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    "an AWS secret": (
        "aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
        "wJalrXUtnFEMIK7MDENG",
    ),
    "a Google key": (f"AIza{LETTERS}{LETTERS[:15]}", f"AIza{LETTERS}"),
    "a Stripe key": (f"sk_live_{LETTERS}", f"sk_live_{LETTERS}"),
    "a web token": ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123", "eyJzdWIiOiIxMjM0In0"),
    "an npm token": (f"npm_{LETTERS}{LETTERS[:16]}", f"npm_{LETTERS}"),
    "a PyPI token": (f"pypi-{LETTERS}{LETTERS}", f"pypi-{LETTERS}"),
    "an Alibaba key id": (f"LTAI{LETTERS}", f"LTAI{LETTERS}"),
    "a password in a URL": ("db = 'postgresql://app:Wint3r-Harvest@db/app'", "Wint3r-Harvest"),
    "a password setting": ('DB_PASSWORD="Wint3r-Harvest"', "Wint3r-Harvest"),
    "a password in YAML": ("password: Wint3r-Harvest", "Wint3r-Harvest"),
    "a bearer header": (f'headers = {{"Authorization": "Bearer {LETTERS}"}}', LETTERS),
    "a secret in JSON": (f'{{"client_secret": "{LETTERS}"}}', LETTERS),
    "a secret by setdefault": (f'os.environ.setdefault("APP_SECRET", "{LETTERS}")', LETTERS),
    "a token option": (f"run --auth-token={LETTERS}", LETTERS),
}


@pytest.mark.parametrize("kind", SECRETS)
def test_it_blanks(kind):
    text, secret = SECRETS[kind]

    assert secret not in redacted(text)


def test_it_blanks_a_private_key_and_keeps_the_lines():
    text = "a = 1\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\nb = 2\n"
    blanked = redacted(text)

    assert "MIIEow" not in blanked
    assert blanked.split("\n")[5] == "b = 2"


@pytest.mark.parametrize(
    "text",
    [
        'key = os.environ["OPENAI_API_KEY"]',
        "api_key = settings.api_key",
        "tokens = tokenizer.encode(text)",
        "max_tokens = 512",
        "password = ${DB_PASSWORD}",
        "token = None",
        "def f(token: str) -> int:",
        "monkey = 1",
    ],
)
def test_it_leaves_code_readable(text):
    assert redacted(text) == text


def test_no_secret_is_left_in_symbols_or_snippets():
    rows = "\n".join(text for text, _ in SECRETS.values())
    tree = scan(
        {
            "app.py": f"import torch\n'''\n{rows}\n'''\ntorch.cuda.synchronize()\n",
            ".env": f"CUDA_VISIBLE_DEVICES=0\nAPI_KEY=sk-{LETTERS}\nLLM_BASE_URL=http://u:{LETTERS}@llm/v1\n",
        }
    )

    assert tree.findings
    for _, secret in SECRETS.values():
        assert secret not in repr(tree)
