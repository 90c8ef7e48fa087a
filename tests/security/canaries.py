"""Secrets of the kinds that lie in real repositories: none of them opens anything, none may be seen again."""

from __future__ import annotations

from dataclasses import dataclass

_A, _B = "Qm7dRz2KxW9aLb4TnYc1", "hV8sJf3GpN6uCe5ZkDq0"
_HEX = "3f9a1c7e5b2d804664f1a9c3e7b5d208"
_BASE64 = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE" + _A + _B
_JWT_HEAD, _JWT_BODY, _JWT_SIGN = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJzdWIiOiI5MDcxNCJ9", f"{_A}-{_B}"
_PASSWORD = "Wint3r-Harvest"


@dataclass(frozen=True, slots=True)
class Canary:
    """A text as it stands in files, and what of it must never be seen again."""

    text: str
    secrets: tuple[str, ...]


def _pem(kind: str) -> Canary:
    rows = (_BASE64[:40], _BASE64[40:])
    return Canary(f"-----BEGIN {kind}-----\n" + "\n".join(rows) + f"\n-----END {kind}-----", rows)


CANARIES: dict[str, Canary] = {
    "AWS key id": Canary("aws_access_key_id = AKIAQ3EGRZ7TLVXW2M5N", ("AKIAQ3EGRZ7TLVXW2M5N",)),
    "AWS secret key": Canary(f"aws_secret_access_key = {_A}/{_B[:19]}", (f"{_A}/{_B[:19]}",)),
    "GitHub token": Canary(f"export GH=ghp_{_A}{_B[:16]}", (f"ghp_{_A}{_B[:16]}",)),
    "GitHub fine-grained token": Canary(f"x = 'github_pat_11{_A}_{_B}'", (f"11{_A}_{_B}",)),
    "GitLab token": Canary(f"x = 'glpat-{_A}'", (f"glpat-{_A}",)),
    "GitLab runner token": Canary(f"gitlab-runner register -r glrt-{_A}", (f"glrt-{_A}",)),
    "Hugging Face token": Canary(f"login('hf_{_A}{_B[:14]}')", (f"hf_{_A}{_B[:14]}",)),
    "OpenAI key": Canary(f"openai.api_key = 'sk-proj-{_A}-{_B}'", (f"{_A}-{_B}",)),
    "Anthropic key": Canary(f"client = Anthropic('sk-ant-api03-{_A}-{_B}AA')", (f"{_A}-{_B}AA",)),
    "Slack token": Canary("slack('xoxb-270431-881234-Qm7dRz2KxW9aLb4T')", ("Qm7dRz2KxW9aLb4T",)),
    "Slack webhook": Canary(f"post https://hooks.slack.com/services/T0AB1CD2E/B0FG3HI4J/{_A}", (_A,)),
    "Stripe key": Canary(f"stripe.api_key = 'sk_live_{_A}{_B}'", (f"sk_live_{_A}{_B}",)),
    "web token": Canary(f"# {_JWT_HEAD}.{_JWT_BODY}.{_JWT_SIGN}", (_JWT_BODY, _JWT_SIGN)),
    "RSA private key": _pem("RSA PRIVATE KEY"),
    "OpenSSH private key": _pem("OPENSSH PRIVATE KEY"),
    "private key": _pem("PRIVATE KEY"),
    "PGP private key": _pem("PGP PRIVATE KEY BLOCK"),
    "private key in one string": Canary(
        f'k = "-----BEGIN PRIVATE KEY-----\\n{_BASE64}\\n-----END PRIVATE KEY-----\\n"', (_BASE64,)
    ),
    "password in a URL": Canary(f"pip install -i https://deploy:{_PASSWORD}@pypi.corp/simple", (_PASSWORD,)),
    "token in a URL": Canary(f"git clone https://{_A}{_B}@git.corp/a.git", (f"{_A}{_B}",)),
    "basic header": Canary(f"curl -H 'Authorization: Basic {_BASE64[:40]}' http://x", (_BASE64[:40],)),
    "bearer header": Canary(f'curl -H "Authorization: Bearer {_A}" http://x', (_A,)),
    "netrc": Canary(f"machine git.corp login deploy password {_PASSWORD}", (_PASSWORD,)),
    "docker auth": Canary(f'{{"auths": {{"registry.corp": {{"auth": "{_BASE64[:32]}"}}}}}}', (_BASE64[:32],)),
    "kube token": Canary(f"    token: {_A}{_B}", (f"{_A}{_B}",)),
    "kube client key": Canary(f"    client-key-data: {_BASE64}", (_BASE64,)),
    "Azure storage": Canary(
        f"DefaultEndpointsProtocol=https;AccountName=models;AccountKey={_BASE64}==;EndpointSuffix=core",
        (_BASE64,),
    ),
    "Azure signature": Canary(f"https://m.blob.core/c?sv=2024&sig={_A}%2B{_B}%3D", (f"{_A}%2B{_B}",)),
    "GCP service account": Canary(
        f'{{"type": "service_account", "private_key_id": "{_HEX}", "private_key": '
        f'"-----BEGIN PRIVATE KEY-----\\n{_BASE64}\\n-----END PRIVATE KEY-----\\n"}}',
        (_HEX, _BASE64),
    ),
    "Google key": Canary(f"genai.configure('AIza{_A}{_B[:15]}')", (f"AIza{_A}{_B[:15]}",)),
    "DashScope key": Canary(f"DASHSCOPE_API_KEY=sk-{_HEX}", (f"sk-{_HEX}",)),
    "Zhipu key": Canary(f"ZhipuAI('{_HEX}.{_A[:16]}')", (f"{_HEX}.{_A[:16]}",)),
    "Huawei Cloud key": Canary(f"HUAWEICLOUD_SDK_SK={_A}{_B}", (f"{_A}{_B}",)),
    "Alibaba key id": Canary(f"oss2.Auth('LTAI5t{_A[:18]}', x)", (f"LTAI5t{_A[:18]}",)),
    "ModelScope token": Canary(
        f"api.login('ms-{_HEX[:8]}-{_HEX[:4]}-{_HEX[4:8]}-{_HEX[8:12]}-{_HEX[:12]}')",
        (f"{_HEX[:8]}-{_HEX[:4]}-{_HEX[4:8]}",),
    ),
    "Weights & Biases key": Canary(f"wandb.login(key='{_HEX}{_HEX[:8]}')", (f"{_HEX}{_HEX[:8]}",)),
    "npm token": Canary(f"//registry.npmjs.org/:_authToken=npm_{_A}{_B[:16]}", (f"npm_{_A}{_B[:16]}",)),
    "PyPI token": Canary(f"password = pypi-AgEIcHlwaS5vcmc{_A}{_B}", (f"{_A}{_B}",)),
    "database URL": Canary(f"DATABASE_URL=postgresql://app:{_PASSWORD}@db:5432/app", (_PASSWORD,)),
    "Redis URL": Canary(f"broker = 'redis://:{_PASSWORD}@cache:6379/0'", (_PASSWORD,)),
    "ODBC string": Canary(f"Server=db;Database=app;Uid=app;Pwd={_PASSWORD};", (_PASSWORD,)),
    "password in .env": Canary(f"DB_PASSWORD={_PASSWORD}", (_PASSWORD,)),
    "password in YAML": Canary(f"db:\n  password: {_PASSWORD}", (_PASSWORD,)),
    "password in JSON": Canary(f'{{"db_password": "{_PASSWORD}"}}', (_PASSWORD,)),
    "password in a block": Canary(f"password: |\n  {_PASSWORD}\n  second-{_PASSWORD}", (_PASSWORD,)),
    "key over two lines": Canary(f'api_key = (\n    "{_A}"\n    "{_B}"\n)', (_A, _B)),
    "key in a command's option": Canary(f"vllm serve m --api-key {_A}", (_A,)),
    "secret in a Dockerfile": Canary(f"ENV API_TOKEN {_A}", (_A,)),
    "name and value in YAML": Canary(f"- name: DB_PASSWORD\n  value: {_PASSWORD}", (_PASSWORD,)),
    "default of a variable": Canary(f'os.getenv("API_KEY", "{_A}")', (_A,)),
    "keyword argument": Canary(f'connect(user="app", passwd="{_PASSWORD}")', (_PASSWORD,)),
}
