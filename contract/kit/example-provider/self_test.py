"""Tests tokens.py and answers.py with the examples of this kit: python3 self_test.py

Do the same with your own code before you begin with the operations.
"""

import datetime
import json
import sys

import answers
import tokens
from api import CLOSED_DAYS, KIT


def code_of(example):
    """The code with which an API refuses an example token, or None if it accepts it."""
    owner = tokens.owner_of(example["authorization"])
    if owner is None or owner[0] not in tokens.EXAMPLES["tenants"]:
        return "SE_CO_0401"
    tenant_id, user_id, signed_in = owner
    for user in tokens.EXAMPLES["users"]:
        if (user["tenantId"], user["userId"]) == (tenant_id, user_id):
            # The claim has whole seconds: a sign-in within the second of a reset is later.
            ended = datetime.datetime.fromisoformat(user.get("sessionsEndedAt", "1970-01-01T00:00:00+09:00"))
            return "SE_CO_0401" if signed_in < int(ended.timestamp()) else None
    return "SE_AC_0002"


def verdict_of(file):
    vector = json.loads(file.read_text("utf-8"))
    (definition,) = file.parent.parent.glob("*/definition.json")
    now = datetime.datetime.fromisoformat(vector["now"].replace("Z", "+00:00"))
    actual = answers.verdict(json.loads(definition.read_text("utf-8")), CLOSED_DAYS, vector["answers"], now)
    return actual, vector["verdict"]


def main():
    wrong = []
    for example in tokens.EXAMPLES["tokens"]:
        if code_of(example) != example["code"]:
            wrong.append(f"{example['name']}: {code_of(example)} instead of {example['code']}")
    vectors = sorted(KIT.glob("forms/*/*/*/valid/*.json")) + sorted(KIT.glob("forms/*/*/*/invalid/*.json"))
    for file in vectors:
        actual, expected = verdict_of(file)
        if actual != expected:
            wrong.append(f"{file.relative_to(KIT)}: {actual} instead of {expected}")
    for sentence in wrong:
        print(sentence)
    print(f"{len(tokens.EXAMPLES['tokens'])} tokens and {len(vectors)} vectors, {len(wrong)} wrong")
    return 1 if wrong or not vectors else 0


if __name__ == "__main__":
    sys.exit(main())
