"""Twelve operations of the document, in memory. Shows what its rules mean in code."""

import copy
import datetime
import hashlib
import json
import math
import re
import threading
import unicodedata
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import answers
import tokens

KIT = Path(__file__).resolve().parent.parent
CLOSED_DAYS = set(json.loads((KIT / "forms" / "closed-days.json").read_text("utf-8")))
PAYMENT_HOST = "pay.example.jp"
OPEN = {"WAITING_PAYMENT", "NOT_STARTED", "IN_PROCESS"}
CLOSED = {"FINISHED", "CANCELLED_BY_USER", "CANCELLED_BY_TENANT"}
# Services whose documents are delivered, if a form has no `delivery`: always.
DELIVERING = {"residence-certificate"}
MAX_BYTES = 1_000_000
ID = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?"
KEY = r"[A-Za-z0-9_-]{16,64}"
APPLICATION_ID = r"[A-Za-z0-9_-]{8,64}"
# Members of the bodies with their types, by operation: the required ones, then the optional ones.
APPLICATION = {"applicationId": str, "formVersion": str, "answers": dict}
BODIES = {
    "proceedCharge": ({"repayment": bool, "locale": str}, {}),
    "submitOrder": (
        {**APPLICATION, "serviceId": str, "type": str, "attachments": list, "locale": str},
        {"shippingAddress": dict, "expectedTotal": int, "reapplyOf": str},
    ),
    "saveDraft": (
        APPLICATION,
        {"step": str, "shippingAddress": dict, "unplaced": list, "registered": list, "reapplyOf": str},
    ),
}
UNSAFE = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
MESSAGE = "正しく入力してください。"


class Refusal(Exception):
    def __init__(self, status, code, retry_after=None, **members):
        super().__init__(code)
        self.status, self.headers = status, {} if retry_after is None else {"Retry-After": str(retry_after)}
        self.body = {"type": "about:blank", "title": code, "status": status, "code": code, **members}


def refused(errors):
    return Refusal(422, "SE_CO_0400", errors=[{**error, "message": MESSAGE} for error in errors])


def refused_field(pointer, code):
    return refused([{"pointer": pointer, "code": code}])


def not_found():
    return Refusal(404, "SE_CO_0404")


class Form:
    """The published version of a form in this kit."""

    def __init__(self, folder):
        self.definition = json.loads((folder / "definition.json").read_text("utf-8"))
        self.texts = json.loads((folder / "texts.ja.json").read_text("utf-8"))
        # In the languages of the names.
        self.titles = {"ja": self.texts["title"], "en": json.loads((folder / "texts.en.json").read_text("utf-8"))["title"]}
        self.version = self.definition["formVersion"]


class User:
    def __init__(self):
        self.orders, self.charges, self.drafts = [], [], {}
        self.submissions = {}
        self.infected = set()
        # The responses to accepted requests by Idempotency-Key: (hash of the request, response).
        self.accepted = {}


class Store:
    def __init__(self):
        self.forms = {}
        for file in sorted(KIT.glob("forms/*/*/*/*/definition.json")):
            form = Form(file.parent)
            self.forms[(form.definition["serviceId"], form.definition["type"])] = form
        self.tenants, self.users, self.count = {}, {}, 1000
        self.forget_conditions()

    def forget_conditions(self):
        """Conditions of services and operations, which a state has set."""
        self.maintenance, self.too_many, self.card_status, self.limits = set(), set(), None, {}
        self.stopped, self.once, self.superseded, self.is_slow = set(), set(), set(), False

    def new_id(self, prefix):
        self.count += 1
        return f"{prefix}-{self.count}"


class Call:
    def __init__(self, method, target, headers, data):
        parts = urlsplit(target)
        self.method, self.path, self.headers, self.data = method, parts.path, headers, data
        self.query = {name: values for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        self.body, self.user, self.tenant_id = None, None, None

    def value(self, name, pattern=".+", code="pattern"):
        """A parameter that occurs once, or None."""
        value = self.query.get(name, [None])[0]
        if value is not None and re.fullmatch(pattern, value) is None:
            raise refused_field(f"/{name}", code)
        return value

    def day(self, name):
        value = self.value(name, answers.FORMATS["date"], "format")
        if value is not None and answers.day_of(value) is None:
            raise refused_field(f"/{name}", "format")
        return value


class Api:
    def __init__(self):
        self.store = Store()
        # One request at a time: what the document calls "at the same time" never happens here.
        self.lock = threading.Lock()
        self.routes = [
            ("GET", "/p/tenants/([^/]+)/info", "getTenantInfo", self.get_tenant_info),
            ("GET", "/o/charges/([^/]+)", "getCharge", self.get_charge),
            ("POST", "/o/charges/([^/]+)/decline", "declineCharge", self.once(self.decline_charge)),
            ("POST", "/o/charges/([^/]+)/proceed", "proceedCharge", self.once(self.proceed_charge)),
            ("GET", "/o/orders", "listOrders", self.list_orders),
            ("POST", "/o/orders", "submitOrder", self.once(self.submit_order)),
            ("GET", "/o/orders/([^/]+)", "getOrder", self.get_order),
            ("GET", "/o/submissions/([^/]+)", "getSubmission", self.get_submission),
            ("GET", "/o/drafts", "listDrafts", self.list_drafts),
            ("GET", "/o/drafts/([^/]+)/([^/]+)", "getDraft", self.get_draft),
            ("PUT", "/o/drafts/([^/]+)/([^/]+)", "saveDraft", self.save_draft),
            ("DELETE", "/o/drafts/([^/]+)/([^/]+)", "deleteDraft", self.delete_draft),
        ]

    def answer(self, call):
        """The refusals that all operations share, in the order of the document."""
        with self.lock:
            for method, pattern, operation, work in self.routes:
                match = re.fullmatch("/app/web" + pattern, call.path)
                if match and method == call.method:
                    ids = [unquote(segment) for segment in match.groups()]
                    self.refuse(call, operation, is_owned=pattern.startswith("/o/"), ids=ids)
                    return work(call, *ids)
            raise not_found()

    def refuse(self, call, operation, is_owned, ids):
        if operation in self.store.maintenance:
            raise Refusal(503, "SE_CO_0503", retry_after=30)
        if operation in self.store.too_many:
            raise Refusal(429, "SE_CO_0429", retry_after=30)
        if is_owned:
            call.user = self.user_of(call)
        if len(call.data) > self.store.limits.get(operation, MAX_BYTES):
            raise Refusal(413, "SE_CO_0413")
        if any(re.fullmatch(KEY if operation == "getSubmission" else ID, segment) is None for segment in ids):
            raise not_found()
        call.body = body_of(call.data)
        if operation in BODIES:
            check_members(call.body, *BODIES[operation])
        if is_owned:
            refuse_closed(self.store.tenants[call.tenant_id])

    def user_of(self, call):
        owner = tokens.owner_of(call.headers.get("Authorization"))
        if owner is None or owner[0] not in self.store.tenants:
            raise Refusal(401, "SE_CO_0401")
        user = self.store.users.get(owner[:2])
        if user is None:
            raise Refusal(401, "SE_AC_0002")
        call.tenant_id = owner[0]
        return user

    def once(self, work):
        """A repeated request gets the first response. A refused one leaves its key free."""

        def keyed(call, *ids):
            key = call.headers.get("Idempotency-Key")
            if key is None or re.fullmatch(KEY, key) is None:
                raise refused_field("/Idempotency-Key", "required" if key is None else "pattern")
            content = json.dumps([call.method, call.path, call.body], sort_keys=True)
            digest = hashlib.sha256(content.encode()).hexdigest()
            if key in call.user.accepted:
                earlier, response = call.user.accepted[key]
                if response is None:
                    raise Refusal(409, "SE_CO_0409")
                if earlier != digest:
                    raise Refusal(422, "SE_CO_0422")
                return response
            response = work(call, *ids)
            # A 202 has no result yet, so its repetition is refused as one in progress.
            call.user.accepted[key] = (digest, None if response[0] == 202 else copy.deepcopy(response))
            return response

        return keyed

    # Tenants

    def get_tenant_info(self, _call, tenant_id):
        if tenant_id not in self.store.tenants:
            raise not_found()
        return 200, {"tenantId": tenant_id, **self.store.tenants[tenant_id]}, {}

    # Charges

    def get_charge(self, call, charge_id):
        charge = charge_of(call.user, charge_id)
        charge["_hasUnseenAmount"] = False
        return 200, charge_view(charge), {}

    def decline_charge(self, call, charge_id):
        charge = charge_of(call.user, charge_id)
        attempt = charge.get("lastAttempt")
        if charge["status"] == "PAID":
            raise Refusal(409, "SE_CH_0001")
        if attempt and attempt["state"] == "PROCESSING":
            raise Refusal(409, "SE_CH_0003", attempt=charge["_page"])
        if charge["status"] == "WAITING":
            charge.update(status="CANCELLED", cancelledAt=time_of())
            if attempt and attempt["state"] == "STARTED":
                # A real API ends it at its card provider first.
                attempt["state"] = "CANCELLED"
            for order in call.user.orders:
                if order["orderId"] == charge["orderId"]:
                    move(order, "CANCELLED_BY_USER")
        return 200, charge_view(charge), {}

    def proceed_charge(self, call, charge_id):
        charge = charge_of(call.user, charge_id)
        attempt = charge.get("lastAttempt")
        if charge["status"] == "PAID":
            raise Refusal(409, "SE_CH_0001")
        if charge["status"] == "CANCELLED":
            raise Refusal(409, "SE_CH_0002")
        if charge["dueAt"] < time_of():
            raise Refusal(410, "SE_CH_0004")
        if attempt and attempt["state"] in ("STARTED", "PROCESSING"):
            raise Refusal(409, "SE_CH_0003", attempt=charge["_page"])
        if charge["_hasUnseenAmount"]:
            raise Refusal(422, "SE_CH_0005")
        status = self.store.card_status
        if status is not None:
            raise Refusal(status, "SE_CH_0010", retry_after=30 if status == 503 else None)
        start_attempt(charge, self.store.new_id("PA"))
        return 200, charge["_page"], {}

    # Applications

    def list_orders(self, call):
        scope = call.value("scope", "active|closed|all", "enum") or "all"
        service_id = call.value("serviceId", ID)
        first, last = call.day("from"), call.day("to")
        text = call.value("q", "(?s).{1,100}", "minLength")
        states = call.query.get("status", [])
        if any(state not in OPEN | CLOSED for state in states):
            raise refused_field("/status", "enum")
        found = [
            order
            for order in sorted(call.user.orders, key=lambda order: order["submittedAt"], reverse=True)
            if (scope == "all" or (order["status"] in CLOSED) == (scope == "closed"))
            and service_id in (None, order["serviceId"])
            and (not states or order["status"] in states)
            and (first or "") <= order["submittedAt"][:10] <= (last or "9999")
            and (text is None or any(matches(text, value) for value in self.searched_of(order)))
        ]
        return page_of(call, found, lambda order: order["orderId"], lambda order: self.summary_of(call, order))

    def titles_of(self, record):
        return self.store.forms[(record["serviceId"], record["type"])].titles

    def searched_of(self, order):
        return [order["receiptNumber"], *self.titles_of(order).values()]

    def summary_of(self, call, order):
        return {**summary_of(call.user, order), "serviceName": self.titles_of(order)[language_of(call)]}

    def get_order(self, call, order_id):
        order = next((one for one in call.user.orders if one["orderId"] == order_id), None)
        if order is None:
            raise not_found()
        charges = [charge_view(charge) for charge in call.user.charges if charge["orderId"] == order_id]
        by = replacement_of(call.user, order)
        replaced = {} if by is None else {"replacedBy": {name: by[name] for name in ("orderId", "submittedAt")}}
        return 200, {**public(order), **self.summary_of(call, order), "charges": charges, **replaced}, {}

    def get_submission(self, call, key):
        if key not in call.user.submissions:
            raise not_found()
        return 200, call.user.submissions[key], {}

    def submit_order(self, call):
        user, sent, store = call.user, call.body, self.store
        refuse_submitted(user, sent["applicationId"])
        service = (sent["serviceId"], sent["type"])
        self.refuse_unknown_service(sent["serviceId"])
        if service in store.stopped:
            raise Refusal(410, "SE_AP_0001")
        form = self.form_of(service, sent["formVersion"])
        result = answers.verdict(form.definition, CLOSED_DAYS, sent["answers"], now())
        if not result["valid"]:
            raise refused([{**error, "pointer": f"/answers{error['pointer']}"} for error in result["errors"]])
        carried_over = paid_before(user, sent)
        self.refuse_attachments(user, sent)
        is_delivered = sent["serviceId"] in DELIVERING and result.get("delivered", True)
        # An API with profiles takes the address of the profile.
        if is_delivered and "shippingAddress" not in sent:
            raise refused_field("/shippingAddress", "required")
        if "shippingAddress" in sent:
            missing = missing_of(sent["shippingAddress"], ("recipient", "phone", "address"), "/shippingAddress")
            if missing:
                raise refused(missing)
        fee = result.get("fee", {"total": 0, "tax": 0, "lines": []})
        total = max(0, fee["total"] - carried_over)
        if sent.get("expectedTotal", 0) != total:
            raise Refusal(422, "SE_AP_0005")
        open_orders = [order for order in user.orders if order["status"] not in CLOSED]
        if service in store.once and any((order["serviceId"], order["type"]) == service for order in open_orders):
            raise Refusal(409, "SE_AP_0004")
        draft = user.drafts.get(service)
        tag = None if draft is None or draft["expiresAt"] < time_of() else draft["_tag"]
        if call.headers.get("If-Match") != tag:
            raise Refusal(412, "SE_CO_0412")
        key = call.headers["Idempotency-Key"]
        if store.is_slow:
            user.submissions[key] = {"state": "PROCESSING"}
            return 202, {"state": "PROCESSING"}, {"Location": f"/app/web/o/submissions/{key}", "Retry-After": "2"}
        if not is_delivered:
            sent = {name: value for name, value in sent.items() if name != "shippingAddress"}
        order = new_order(store, sent, form, "WAITING_PAYMENT" if total > 0 else "NOT_STARTED")
        user.orders.append(order)
        user.drafts.pop(service, None)
        charge = None
        if total > 0:
            lines = [fee_line(line, form) for line in fee["lines"]]
            charge = new_charge(store, order, total, fee["tax"], lines, carried_over)
            user.charges.append(charge)
        body = {name: order[name] for name in ("orderId", "receiptNumber", "status")}
        if charge is not None:
            body["charge"] = charge_summary(charge)
        user.submissions[key] = {"state": "DONE", "order": body}
        return 201, body, {"Location": f"/app/web/o/orders/{order['orderId']}"}

    def refuse_unknown_service(self, service_id):
        if all(known != service_id for known, _ in self.store.forms):
            raise not_found()

    def form_of(self, service, version):
        if (service, version) in self.store.superseded:
            raise Refusal(409, "SE_AP_0003")
        form = self.store.forms.get(service)
        if form is None or form.version != version:
            raise Refusal(404, "SE_AP_0002")
        return form

    def refuse_attachments(self, user, sent):
        for index, attachment_id in enumerate(sent["attachments"]):
            if attachment_id in user.infected:
                raise Refusal(422, "SE_AT_0001")
            # This example has no operation that stores one.
            raise refused_field(f"/attachments/{index}", "unknown")

    # Drafts

    def list_drafts(self, call):
        drafts = [draft for draft in call.user.drafts.values() if draft["expiresAt"] > time_of()]
        drafts.sort(key=lambda draft: draft["savedAt"], reverse=True)
        return page_of(call, drafts, place_of, lambda draft: self.draft_summary(call, draft))

    def draft_summary(self, call, draft):
        names = ("serviceId", "type", "formVersion", "step", "reapplyOf", "savedAt", "expiresAt")
        service_name = self.titles_of(draft)[language_of(call)]
        return {**{name: draft[name] for name in names if name in draft}, "serviceName": service_name}

    def get_draft(self, call, service_id, form_type):
        draft = call.user.drafts.get((service_id, form_type))
        if draft is None:
            raise not_found()
        if draft["expiresAt"] < time_of():
            raise Refusal(410, "SE_DR_0001")
        return 200, public(draft), {"ETag": draft["_tag"]}

    def save_draft(self, call, service_id, form_type):
        service, sent = (service_id, form_type), call.body
        self.refuse_unknown_service(service_id)
        refuse_submitted(call.user, sent["applicationId"])
        # Whoever began with a version that is superseded since may save, but no longer send.
        if (service, sent["formVersion"]) not in self.store.superseded:
            self.form_of(service, sent["formVersion"])
        draft, tag = call.user.drafts.get(service), call.headers.get("If-Match")
        is_expired = draft is not None and draft["expiresAt"] < time_of()
        if is_expired and tag is not None:
            raise Refusal(410, "SE_DR_0001")
        if tag != (None if draft is None or is_expired else draft["_tag"]):
            raise Refusal(412, "SE_CO_0412")
        saved = new_draft(self.store, service, sent)
        call.user.drafts[service] = saved
        return 200, {name: saved[name] for name in ("savedAt", "expiresAt")}, {"ETag": saved["_tag"]}

    def delete_draft(self, call, service_id, form_type):
        tag = call.headers.get("If-Match")
        if tag is None:
            raise Refusal(412, "SE_CO_0412")
        application_id = call.value("applicationId", APPLICATION_ID)
        if application_id is None:
            raise refused_field("/applicationId", "required")
        refuse_submitted(call.user, application_id)
        draft = call.user.drafts.get((service_id, form_type))
        if draft is None or draft["expiresAt"] < time_of():
            raise not_found()
        if tag != draft["_tag"]:
            raise Refusal(412, "SE_CO_0412")
        del call.user.drafts[(service_id, form_type)]
        return 204, None, {}


def body_of(data):
    if not data:
        return None
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        raise refused_field("", "type") from None
    if not isinstance(body, dict):
        raise refused_field("", "type")
    refuse_characters(body, "")
    return body


def refuse_characters(value, place):
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for name, member in members:
        refuse_characters(member, place + pointer_of(name))
    if isinstance(value, str):
        controls = [one for one in value if unicodedata.category(one) in ("Cc", "Cs") and one not in "\t\n\r"]
        if controls or UNSAFE.search(value):
            raise refused_field(place, "characters")


def check_members(body, required, optional):
    """A library for JSON Schema would check all of the document's schema."""
    if body is None:
        raise refused_field("", "required")
    types = {**required, **optional}
    errors = [{"pointer": pointer_of(name), "code": "additionalProperties"} for name in body if name not in types]
    errors += [
        {"pointer": f"/{name}", "code": "type"}
        for name, kind in types.items()
        if name in body and not isinstance(body[name], kind)
    ]
    errors += missing_of(body, required)
    if errors:
        raise refused(errors)


def missing_of(body, names, place=""):
    return [{"pointer": f"{place}/{name}", "code": "required"} for name in names if name not in body]


def pointer_of(name):
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def refuse_closed(tenant):
    """A closed tenant answers only requests for its info. A maintenance window closes it, too."""
    if tenant["state"] == "SUSPENDED" or not tenant["features"]["webApplication"]["enabled"]:
        raise Refusal(503, "SE_CO_0503", retry_after=3600)


def language_of(call):
    """The first language that is asked for, shortened until it is a locale. The forms have no `ja-simple` titles."""
    tag = re.split("[,;]", call.headers.get("Accept-Language", ""))[0].strip().lower()
    return "en" if tag.split("-")[0] == "en" else "ja"


def refuse_submitted(user, application_id):
    for order in user.orders:
        if order["_applicationId"] == application_id:
            raise Refusal(409, "SE_AP_0006", orderId=order["orderId"])


def paid_before(user, sent):
    """What was paid for the returned application that this one corrects."""
    if "reapplyOf" not in sent:
        return 0
    for order in user.orders:
        is_returned = order["status"] == "CANCELLED_BY_TENANT" and replacement_of(user, order) is None
        if order["orderId"] == sent["reapplyOf"] and is_returned:
            charges = [charge for charge in user.charges if charge["orderId"] == order["orderId"]]
            return sum(charge["amount"]["total"] for charge in charges if charge["status"] == "PAID")
    raise refused_field("/reapplyOf", "reapplyOf")


def replacement_of(user, order):
    """The application that corrects a returned one, unless the user has withdrawn it."""
    corrections = (one for one in user.orders if one.get("reapplyOf") == order["orderId"])
    return next((one for one in corrections if one["status"] != "CANCELLED_BY_USER"), None)


def new_order(store, sent, form, status, order_id=None, submitted_at=None):
    order_id, at = order_id or store.new_id("OR"), submitted_at or time_of()
    order = {
        "orderId": order_id,
        "receiptNumber": f"{at[:4]}-{order_id}",
        "serviceId": sent["serviceId"],
        "serviceName": form.texts["title"],
        "type": sent["type"],
        "status": status,
        "submittedAt": at,
        "updatedAt": at,
        "formVersion": form.version,
        # As they were sent: the portal compares them.
        "answers": copy.deepcopy(sent["answers"]),
        "attachments": [],
        "timeline": [{"at": at, "status": status, "actor": "USER"}],
        "files": [],
        "_applicationId": sent.get("applicationId"),
    }
    return {**order, **{name: sent[name] for name in ("shippingAddress", "reapplyOf") if name in sent}}


def summary_of(user, order):
    names = ("orderId", "receiptNumber", "serviceId", "serviceName", "type", "status", "submittedAt", "updatedAt")
    view = {name: order[name] for name in names}
    actions = {"NOT_STARTED": ["withdraw"], "FINISHED": ["reapply"]}
    if order["status"] == "CANCELLED_BY_TENANT" and replacement_of(user, order) is None:
        actions["CANCELLED_BY_TENANT"] = ["reapply"]
    charge = next((one for one in user.charges if one["orderId"] == order["orderId"]), None)
    if charge is not None:
        view["charge"] = charge_summary(charge)
        names = {"proceed": "pay", "decline": "withdraw"}
        actions["WAITING_PAYMENT"] = [names[action] for action in actions_of(charge)]
    return {**view, "allowedActions": actions.get(order["status"], [])}


def move(order, status):
    order.update(status=status, updatedAt=time_of())
    order["timeline"].append({"at": order["updatedAt"], "status": status, "actor": "USER"})


def fee_line(line, form):
    label = form.texts["fee"][line["text"]]
    quantity = math.prod(line["factors"])
    return {"label": label, "quantity": quantity, "unitPrice": line["unitAmount"], "amount": line["amount"]}


def new_charge(store, order, total, tax, lines, carried_over=0, charge_id=None):
    charge = {
        "chargeId": charge_id or store.new_id("CH"),
        "orderId": order["orderId"],
        "receiptNumber": order["receiptNumber"],
        "title": order["serviceName"] + "の手数料",
        "status": "WAITING",
        "amount": {"total": total, "tax": tax, "currency": "JPY"},
        "lines": lines,
        "createdAt": time_of(),
        "dueAt": time_of(days=14),
        "_hasUnseenAmount": False,
    }
    return {**charge, "carriedOver": carried_over} if carried_over else charge


def charge_of(user, charge_id):
    charge = next((one for one in user.charges if one["chargeId"] == charge_id), None)
    if charge is None:
        raise not_found()
    attempt = charge.get("lastAttempt")
    if attempt and attempt["state"] == "STARTED" and charge["_page"]["expiresAt"] < time_of():
        attempt["state"] = "EXPIRED"
    return charge


def charge_view(charge):
    return {**public(charge), "allowedActions": actions_of(charge)}


def actions_of(charge):
    if charge["status"] != "WAITING" or charge.get("lastAttempt", {}).get("state") == "PROCESSING":
        return []
    return ["decline"] if charge["dueAt"] < time_of() else ["proceed", "decline"]


def charge_summary(charge):
    return {name: charge[name] for name in ("chargeId", "status", "dueAt", "lastAttempt") if name in charge}


def start_attempt(charge, attempt_id, state="STARTED"):
    """A real API asks its card provider for the page."""
    url = f"https://{PAYMENT_HOST}/checkout/{attempt_id}"
    charge["lastAttempt"] = {"attemptId": attempt_id, "state": state, "at": time_of()}
    charge["_page"] = {"attemptId": attempt_id, "method": "GET", "url": url, "expiresAt": time_of(minutes=30)}


def new_draft(store, service, sent, days=0):
    return {
        **sent,
        "serviceId": service[0],
        "type": service[1],
        "savedAt": time_of(days=days),
        "expiresAt": time_of(days=days + 7),
        "_tag": f'"{store.new_id("v")}"',
    }


def place_of(draft):
    return f"{draft['serviceId']}/{draft['type']}"


def page_of(call, items, id_of, view):
    limit = call.value("limit", r"-?\d{1,9}", "type") or "20"
    if not 1 <= int(limit) <= 100:
        raise refused_field("/limit", "minimum" if int(limit) < 1 else "maximum")
    cursor, start = call.value("cursor"), 0
    if cursor is not None:
        # The cursor names the last item that was shown, so that a new one moves nothing.
        start = next((index + 1 for index, item in enumerate(items) if id_of(item) == cursor), None)
        if start is None:
            raise refused_field("/cursor", "format")
    shown = items[start : start + int(limit)]
    is_last = start + int(limit) >= len(items)
    return 200, {"items": [view(item) for item in shown], "nextCursor": None if is_last else id_of(shown[-1])}, {}


def matches(text, value):
    """Compares without case and width."""
    return unicodedata.normalize("NFKC", text).casefold() in unicodedata.normalize("NFKC", value).casefold()


def public(record):
    return {name: value for name, value in record.items() if not name.startswith("_")}


def now():
    return datetime.datetime.now(answers.JAPAN)


def time_of(**offset):
    """Times of one offset, so that their texts are ordered as they are."""
    return (now() + datetime.timedelta(**offset)).isoformat(timespec="milliseconds")
