"""Checks the answers of an application: the order and the rules of docs/server-validation.md.

Knows what the forms of this kit use. A JSON Schema library replaces `_errors`; the rest is needed in any language.
"""

import datetime
import math
import re
import unicodedata

JAPAN = datetime.timezone(datetime.timedelta(hours=9))

FORMATS = {
    "email": r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,63}",
    "date": r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
    "jp-postal-code": r"[0-9]{7}",
    "jp-phone": r"0(?:[1-9][1-9][0-9]{7}|[1-4]0[0-9]{7}|[5-9]0[0-9]{8})",
    "jp-kana": r"[゠-ヿ](?:[゠-ヿ 　]{0,198}[゠-ヿ])?",
    "attachment-id": r"[A-Za-z0-9](?:[A-Za-z0-9_\-]{0,62}[A-Za-z0-9])?",
}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}
# Fillers that count as letters or marks, and the place of a lost object.
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc"
# Variation selectors, the code points that are never a character, and those that are to be ignored when they become one.
IGNORED = re.compile("[\u2065\ufdd0-\ufdef\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]")


def verdict(definition, closed_days, answers, now):
    """`valid`, `errors`, and of valid answers `fee` and `delivered`, as `forms validate` prints them."""
    answers = _without_empty(answers)
    if not isinstance(answers, dict):
        return {"valid": False, "errors": [{"pointer": "", "code": "type"}]}
    errors = _whole(definition, answers)
    places = {pointer for pointer, _ in errors}
    errors += [error for error in _checks(definition, closed_days, answers, now) if error[0] not in places]
    fee = None if errors or "fee" not in definition else _fee(definition["fee"], answers)
    if errors:
        return {"valid": False, "errors": [{"pointer": pointer, "code": code} for pointer, code in errors]}
    result = {"valid": True, "errors": []}
    if fee is not None:
        result["fee"] = fee
    if "delivery" in definition:
        result["delivered"] = _holds(definition["delivery"]["when"], answers)
    return result


def _without_empty(value):
    if isinstance(value, dict):
        kept = {name: _without_empty(member) for name, member in value.items()}
        return {name: member for name, member in kept.items() if not _is_empty(member)}
    if isinstance(value, list):
        return [_without_empty(item) for item in value]
    return value


def _is_empty(value):
    return isinstance(value, str) and not any(_is_visible(character) for character in value)


def _is_visible(character):
    # Not of Cn, whose characters a newer version of Unicode may have.
    is_format = unicodedata.category(character) in ("Cc", "Cf", "Cs")
    is_ignored = ord(character) & 0xFFFE == 0xFFFE or IGNORED.match(character) is not None
    return not (character.isspace() or is_format or is_ignored or character in FILLERS)


def _whole(definition, answers):
    """Steps and `requiredWhen`."""
    errors = []
    steps = {step["id"]: step for step in definition["steps"]}
    errors += [("", "additionalProperties") for name in answers if name not in steps]
    for name, step in steps.items():
        if "visibleWhen" in step and not _holds(step["visibleWhen"], answers):
            errors += [(f"/{name}", "false schema")] if name in answers else []
        elif name not in answers:
            errors.append((f"/{name}", "required"))
        else:
            errors += _errors(step["schema"], answers[name], f"/{name}")
    for rule in definition.get("requiredWhen", []):
        *group, field = rule["field"].split("/")
        parent = _at(answers, group)
        if isinstance(parent, dict) and field not in parent and _holds(rule["when"], answers):
            errors.append(("/" + rule["field"], "required"))
    return errors


def _holds(schema, value):
    return not _errors(schema, value, "")


def _errors(schema, value, place):
    """The errors of a value by a schema, as (JSON Pointer, keyword)."""
    unknown = schema.keys() - KEYWORDS
    if unknown:
        raise NotImplementedError(f"This example does not know the keywords {sorted(unknown)}")
    if "type" in schema and not _is_type(value, schema["type"]):
        return [(place, "type")]
    errors = []
    if "enum" in schema and value not in schema["enum"]:
        errors.append((place, "enum"))
    if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
        errors.append((place, "const"))
    if isinstance(value, str):
        errors += [(place, code) for code in _text_errors(schema, value)]
    elif isinstance(value, list):
        errors += [(place, code) for code in _list_errors(schema, value)]
        for index, item in enumerate(value if "items" in schema else []):
            errors += _errors(schema["items"], item, f"{place}/{index}")
    elif isinstance(value, dict):
        errors += [(f"{place}/{name}", "required") for name in schema.get("required", []) if name not in value]
        for name, inner in schema.get("properties", {}).items():
            errors += _errors(inner, value[name], f"{place}/{name}") if name in value else []
    elif not isinstance(value, bool) and isinstance(value, (int, float)):
        errors += [(place, "minimum")] if value < schema.get("minimum", value) else []
        errors += [(place, "maximum")] if value > schema.get("maximum", value) else []
    for inner in schema.get("allOf", []):
        errors += _errors(inner, value, place)
    if "if" in schema:
        errors += _errors(schema.get("then" if _holds(schema["if"], value) else "else", {}), value, place)
    return errors


KEYWORDS = {"type", "enum", "const", "minLength", "maxLength", "pattern", "format", "default"}
KEYWORDS |= {"items", "minItems", "maxItems", "uniqueItems", "properties", "required"}
KEYWORDS |= {"minimum", "maximum", "allOf", "if", "then", "else"}


def _is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, TYPES[name])


def _text_errors(schema, text):
    if len(text) < schema.get("minLength", 0):
        yield "minLength"
    if len(text) > schema.get("maxLength", len(text)):
        yield "maxLength"
    if "pattern" in schema and re.search(re.sub(r"\$$", r"\\Z", schema["pattern"]), text, re.ASCII) is None:
        yield "pattern"
    if "format" in schema and re.fullmatch(FORMATS[schema["format"]], text) is None:
        yield "format"
    elif schema.get("format") == "date" and day_of(text) is None:
        yield "real-date"


def _list_errors(schema, items):
    if len(items) < schema.get("minItems", 0):
        yield "minItems"
    if len(items) > schema.get("maxItems", len(items)):
        yield "maxItems"
    if schema.get("uniqueItems") and any(item in items[:index] for index, item in enumerate(items)):
        yield "uniqueItems"


def _checks(definition, closed_days, answers, now):
    today = now.astimezone(JAPAN).date()
    for check in definition.get("checks", []):
        text = _at(answers, check["field"].split("/"))
        day = day_of(text) if isinstance(text, str) else None
        if day is None:
            continue
        if check["kind"] == "date-range":
            is_wrong = not _bound(check.get("min"), today, day) <= day <= _bound(check.get("max"), today, day)
        elif check["kind"] == "working-day":
            is_wrong = not is_working_day(day, closed_days)
        else:
            raise NotImplementedError(f"This example does not know the check {check['kind']}")
        if is_wrong:
            yield "/" + check["field"], check["kind"]


def _bound(bound, today, otherwise):
    if bound is None:
        return otherwise
    if not isinstance(bound, str):
        raise NotImplementedError("This example does not know bounds by another answer")
    match = re.fullmatch(r"today([+-]\d+)?", bound)
    return today + datetime.timedelta(days=int(match[1] or 0)) if match else datetime.date.fromisoformat(bound)


def is_working_day(day, closed_days):
    return day.weekday() < 5 and day.isoformat() not in closed_days


def day_of(text):
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _fee(fee, answers):
    lines, sums = [], {}
    if fee.keys() != {"lines"}:
        raise NotImplementedError("This example does not know limits of a total")
    for line in fee["lines"]:
        unknown = line.keys() - {"text", "amount", "quantity", "when", "taxRate"}
        if unknown:
            raise NotImplementedError(f"This example does not know {sorted(unknown)} of a fee")
        if "when" in line and not _holds(line["when"], answers):
            continue
        unit = _counted(line["amount"], answers)
        factors = [_counted(line["quantity"], answers)] if "quantity" in line else []
        if unit is None or not all(factors):
            continue
        amount = unit * math.prod(factors)
        lines.append({"text": line["text"], "unitAmount": unit, "factors": factors, "amount": amount})
        rate = line.get("taxRate", 0)
        sums[rate] = sums.get(rate, 0) + amount
    tax = sum(amount * rate // (100 + rate) for rate, amount in sums.items())
    return {"total": sum(sums.values()), "tax": tax, "lines": lines}


def _counted(value, answers):
    if isinstance(value, int):
        return value
    if set(value) != {"answer"}:
        raise NotImplementedError(f"This example does not know the amount {value}")
    return _at(answers, value["answer"].split("/"))


def _at(value, names):
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
