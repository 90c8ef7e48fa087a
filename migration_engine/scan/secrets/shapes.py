"""How secrets look on a row: tokens of known shapes, and values behind a name that means a secret.

No repetition stands inside another one, so that a hostile row costs no more than its length.
"""

from __future__ import annotations

import re

from migration_engine.expression import expression

_NAME = (
    r"(?:api[_-]?keys?|secrets?|token(?!iz)|passw(?:or)?d|pwd|passphrase|credentials?"
    r"|(?:access|private|account|signing)[_-]?key|key-data|auth(?!or)|_[as]k(?![\w-]))"
)
_ORDINARY = r"(?<!pad_)(?<!eos_)(?<!bos_)(?<!unk_)(?<!sep_)(?<!cls_)(?<!mask_)(?<!max_)(?<!num_)"
# Quotes carry a backslash where the row is a string of a notebook.
_NAMED = rf"{_ORDINARY}{_NAME}[\w.-]{{0,60}}+(?:\\?[\"'])?[ \t]*"
_QUOTED = r"\\?\"[^\"\n]{1,400}\"|\\?'[^'\n]{1,400}'"
_ANY = rf"(?P<value>{_QUOTED}|[^\s\"',;#)}}\]]{{6,400}})"

KEY_BLOCK = expression(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
# Whoever issues these made them recognisable.
TOKEN = expression(
    r"\bsk-[A-Za-z0-9_-]{16,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}"
    r"|\bgl[a-z]{2,5}-[A-Za-z0-9_-]{16,}"
    r"|\bhf_[A-Za-z0-9]{16,}|\bms-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|\bnvapi-[A-Za-z0-9_-]{30,}|\bgsk_[A-Za-z0-9]{30,}|\br8_[A-Za-z0-9]{30,}|\bdapi[a-f0-9]{32}"
    r"|\bxox[abeprs]-[A-Za-z0-9-]{10,}|(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{10,}"
    r"|(?<=/bot/v2/hook/)[A-Za-z0-9-]{10,}"
    r"|\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b|\bLTAI[A-Za-z0-9]{12,}|\bAKID[A-Za-z0-9]{30,}"
    r"|\bAIza[A-Za-z0-9_-]{30,}|\bya29\.[A-Za-z0-9_-]{20,}"
    r"|\b[prs]k_(?:live|test)_[A-Za-z0-9]{16,}|\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{30,}|\bdop_v1_[a-f0-9]{40,}|\bhvs\.[A-Za-z0-9_-]{20,}"
    r"|\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b"
    r"|(?<=://)[^\s/@:'\"]{0,200}:[^\s/@'\"]{1,200}(?=@)|(?<=://)(?=[^@/\s]{0,60}\d)[\w.~-]{16,200}(?=@)"
)
# These need the words in front to be told from hashes and prose.
BEHIND_A_WORD = expression(
    r"(?P<lead>\b(?i:bearer|basic)[ \t]+(?=[A-Za-z._~+/-]{0,200}[0-9=])"
    r"|[?&](?i:sig|signature|key|x-amz-signature|x-oss-signature)="
    r"|(?:\bkey[ \t]*=[ \t]*|\blogin\()[\"'](?=[0-9a-f]{32}))[^\s\"'&<>]{8,}"
)
BEHIND_A_NAME = expression(
    rf"(?P<lead>{_NAMED}(?:=>|[=:])[ \t]*"  # in code, settings and data
    rf"|--[\w-]{{0,40}}?{_NAME}[\w-]{{0,40}}[ \t]+(?![-$])"  # an option of a command
    rf"|\b(?:ENV|ARG)[ \t]+\w{{0,60}}?{_NAME}\w{{0,60}}[ \t]+(?![-$])"  # in a container file
    rf"|\bname[\"']?[ \t]*[:=][ \t]*[\"']?[\w.-]{{0,60}}?{_NAMED},[ \t]*[\"']?value[\"']?[ \t]*[:=][ \t]*"
    # in .netrc, on one row or several
    r"|(?:\blogin[ \t]+\S{1,100}[ \t]+passw(?:or)?d|^[ \t]*passw(?:or)?d(?=[ \t]+\S+[ \t]*$))[ \t]+"
    # a quoted name and what is taken without it, or what is set
    rf"|(?:get|getenv|setdefault|setenv|set)\([ \t]*\\?[\"'][\w.-]{{0,60}}?{_NAMED},[ \t]*(?=\\?[\"'])"
    rf"|[\"'][\w.-]{{0,60}}?{_NAME}[\w.-]{{0,60}}\\?[\"'],[ \t]*(?=\\?[\"'][^\"'\n]{{0,400}}\d))"
    rf"{_ANY}",
    re.IGNORECASE,
)

# A name at the end of a row, whose value stands on the rows below it; each row may be commented out, or be a
# string of a notebook.
DRESS = " \t-#/*;\"'\x1e"
_DRESSED = r"^(?P<lead>[ \t#/*;\"'\x1e-]*"
_END = r"[ \t]*(?:\\n)?[\"']?,?[ \t]*$"
BLOCK_BELOW = expression(rf"{_NAMED}:[ \t]*[|>][-+0-9]*{_END}", re.IGNORECASE)
STRINGS_BELOW = expression(
    rf"{_NAMED}[=:][ \t]*\(?[ \t]*(?:[rbfu]{{0,2}}(?:{_QUOTED}))?[ \t]*\\?{_END}", re.IGNORECASE
)
VALUE_BELOW = expression(rf"\bname[\"']?[ \t]*[:=][ \t]*[\"']?[\w.-]{{0,60}}?{_NAMED},?{_END}", re.IGNORECASE)
ONLY_STRING = expression(
    rf"{_DRESSED}[rbfuRBFU]{{0,2}})(?P<value>\\?[\"'][^\"'\\\n]{{1,400}}\\?[\"'])(?P<end>[\\n,)\"' \t]*)$"
)
VALUE = expression(rf"{_DRESSED}(?:default_)?value[\"']?[ \t]*[:=][ \t]*){_ANY}", re.IGNORECASE)

# At least all rows that end so, for a search that knows no lookaround and sees bytes.
_LOOSE = r"(?:key|secret|token|passw|pwd|passphrase|credential|auth|_[as]k)[\w.\x80-\xff-]*\\?[\"']?[ \t]*"
OPENINGS = (
    rf"{_LOOSE}:[ \t]*[|>][-+0-9]*{_END}",
    rf"{_LOOSE}[=:][ \t]*\(?[ \t]*(?:[rbfu]{{0,2}}\\?[\"'][^\n]*[\"'])?[ \t]*\\?{_END}",
    rf"name[\"']?[ \t]*[:=][ \t]*[\"']?[\w.\x80-\xff-]*{_LOOSE},?{_END}",
)

# In lower case: a row without any of these has nothing behind a name or word, and no token.
HINTS_OF_NAMES = (
    *("key", "secret", "token", "passw", "pwd", "passphrase", "credential", "auth", "_ak", "_sk"),
    *("bearer", "basic", "signature=", "sig=", "login"),
)
HINTS_OF_TOKENS = (
    *("://", "sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    *("github_pat", "hf_", "ms-", "nvapi-", "gsk_", "r8_", "dapi", "xox", "/hook", "akia", "asia", "abia"),
    *("acca", "ltai", "akid", "aiza", "ya29", "k_live_", "k_test_", "sg.", "eyj", "npm_", "pypi-", "dop_v1"),
    "hvs.",
)
OTHER_HINTS_OF_TOKENS = (r"[0-9a-f]{32}\.", r"gl[a-z]{2,5}-")
