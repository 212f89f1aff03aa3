"""The provider states of states.json that the twelve operations need. The others are answered with 404."""

import copy
import datetime
import uuid

import answers
import tokens
from api import CLOSED_DAYS, User, charge_summary, new_charge, new_draft, new_order, now, start_attempt, time_of

FEE = ("residence-certificate", "individual")
FREE = ("childcare-consultation", "individual")
STRANGER = "pact-stranger"
OPEN = {"state": "ACTIVE", "features": {"webApplication": {"enabled": True}}}
BRANDING = {
    "displayName": "みなと市",
    "logoUrl": "/logo.svg",
    "primaryColor": "#0017C1",
    "contact": {
        "phone": "0312345678",
        "email": "portal@example.jp",
        "hours": "平日 8:30〜17:15",
        "openingHours": {"days": "working-days", "from": "08:30", "to": "17:15"},
    },
    "links": {"terms": "/terms", "privacy": "/privacy", "accessibility": "/accessibility"},
    "line": {"officialAccountUrl": "https://line.example.jp/minato-city"},
    "orderNoun": "application",
    "locales": ["ja"],
    "texts": {"ja": {"order-display.order.NOT_STARTED.label": "受付済み"}},
}
ADDRESS = {
    "recipient": "港 花子",
    "phone": "09012345678",
    "address": {
        "postalCode": "1050011",
        "prefecture": "東京都",
        "city": "港区",
        "town": "芝公園",
        "street": "4丁目2-8",
        "building": "芝公園ハイツ301",
    },
}


def answer(store, request):
    """Sets one state up. Whatever an earlier one has set for all users ends here, also at its teardown."""
    store.forget_conditions()
    store.tenants = {
        "minato-city": copy.deepcopy(OPEN),
        "aozora-water": copy.deepcopy(OPEN),
        "yume-suspended": {**copy.deepcopy(OPEN), "state": "SUSPENDED"},
        "hoshi-disabled": {"state": "ACTIVE", "features": {"webApplication": {"enabled": False}}},
    }
    if request["action"] == "teardown":
        return 200, {}, {}
    set_up, params = STATES.get(request["state"]), request.get("params", {})
    if set_up is None:
        return 404, {"title": f"The state \"{request['state']}\" is not there yet"}, {}
    if "userId" not in params:
        set_up(store, None, params)
        return 200, {}, {}
    user = store.users[(params["tenantId"], params["userId"])] = User()
    values = {"token": tokens.token_of(params["tenantId"], params["userId"]), "workingDay": working_day()}
    form = store.forms.get((params.get("serviceId"), params.get("type")))
    if form is not None:
        values["formVersion"] = form.version
    return 200, {**values, **(set_up(store, user, params) or {})}, {}


def working_day():
    day = now().date() + datetime.timedelta(days=30)
    while not answers.is_working_day(day, CLOSED_DAYS):
        day += datetime.timedelta(days=1)
    return day.isoformat()


def service_of(params):
    return (params["serviceId"], params["type"])


def nothing(_store, _user, _params):
    """The user without any data, or the tenants as they are."""


# Tenants and operations


def branding(store, _user, params):
    window = {
        "suspendTimerConfig": time_of(days=30),
        "restartTimerConfig": time_of(days=30, hours=6),
        "preSuspendedMessage": "システムの保守のためご利用いただけません。",
    }
    store.tenants[params["tenantId"]].update(branding=BRANDING, maintenance=window)


def in_maintenance(store, _user, params):
    store.maintenance.add(params["operationId"])


def too_many(store, _user, params):
    store.too_many.add(params["operationId"])


def limited(store, _user, params):
    store.limits[params["operationId"]] = params["maxBytes"]


def history_not_ready(store, _user, _params):
    store.maintenance.update(("listOrders", "getOrder"))


def invalid_token(_store, _user, params):
    changes = {
        "expired": {"exp": int(now().timestamp()) - 3600},
        "another client": {"aud": "another-client"},
        "an access token": {"token_use": "access", "aud": None, "client_id": tokens.EXAMPLES["clientId"]},
    }
    return {"token": tokens.token_of(params["tenantId"], params["userId"], **changes[params["because"]])}


# Charges


def charge_in(order_status="WAITING_PAYMENT", attempt=None, paid=0, **changes):
    def set_up(store, user, params):
        order = add_order(store, user, FEE, order_status, params["orderId"])
        charge = add_charge(store, user, order, params["chargeId"], paid)
        charge.update(changes)
        if attempt is not None:
            start_attempt(charge, "PA-1001", attempt)
        if charge["status"] == "PAID":
            receipt = {"number": "R-1001", "issuedAt": time_of(), "fileId": "FI-1001"}
            charge.update(paidAt=time_of(), receipt=receipt)
        if charge["status"] == "CANCELLED":
            charge["cancelledAt"] = time_of()

    return set_up


def past_due(store, user, params):
    charge_in()(store, user, params)
    user.charges[0]["dueAt"] = time_of(days=-1)


def card_down(store, user, params):
    charge_in()(store, user, params)
    store.card_status = params["status"]


def charge_of_another(store, _user, params):
    other = store.users[(params["tenantId"], STRANGER)] = User()
    order = add_order(store, other, FEE, "WAITING_PAYMENT", params["orderId"])
    add_charge(store, other, order, params["chargeId"])


def add_charge(store, user, order, charge_id, paid=0):
    lines = [
        {"label": "住民票の写し", "quantity": 1, "unitPrice": 300, "amount": 300},
        {"label": "郵便料金", "quantity": 1, "unitPrice": 110, "amount": 110},
    ]
    charge = new_charge(store, order, 410 - paid, 0, lines, paid, charge_id)
    user.charges.append(charge)
    return charge


# Applications


def add_order(store, user, service, status, order_id, at=None, **members):
    sent = {"serviceId": service[0], "type": service[1], "answers": {}}
    order = {**new_order(store, sent, store.forms[service], status, order_id, at), **members}
    user.orders.append(order)
    return order


def applications(store, user, params):
    for row in params["orders"]:
        add_order(store, user, service_of(row), row["status"], row["orderId"], row["submittedAt"])
    return {"cursor": params["orders"][-2]["orderId"]}


def application(store, user, params):
    order = add_order(store, user, service_of(params), params["status"], params["orderId"])
    if params["status"] == "WAITING_PAYMENT":
        add_charge(store, user, order, params["chargeId"])


def finished(store, user, params):
    file = {
        "fileId": params["fileId"],
        "name": "領収書.pdf",
        "kind": "RECEIPT",
        "contentType": "application/pdf",
        "size": 20480,
        "issuedAt": time_of(),
    }
    attachment = {
        "attachmentId": params["attachmentId"],
        "name": "案内図.jpg",
        "contentType": "image/jpeg",
        "size": 48213,
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "scan": "CLEAN",
    }
    members = {"files": [file], "attachments": [attachment], "shippingAddress": ADDRESS}
    order = add_order(store, user, service_of(params), "FINISHED", params["orderId"], **members)
    add_charge(store, user, order, "CH-1004").update(status="PAID", paidAt=time_of())


def returned(store, user, params):
    reason = {"returnReason": params["returnReason"], "returnFields": ["/booking/date"]}
    add_order(store, user, service_of(params), "CANCELLED_BY_TENANT", params["orderId"], **reason)


def replaced(store, user, params):
    returned_id = params["orderId"]
    add_order(store, user, service_of(params), "NOT_STARTED", params["replacementId"], reapplyOf=returned_id)
    add_order(store, user, service_of(params), "CANCELLED_BY_TENANT", returned_id)


def returned_and_paid(store, user, params):
    order = add_order(store, user, service_of(params), "CANCELLED_BY_TENANT", params["orderId"])
    charge = add_charge(store, user, order, "CH-1003")
    charge["amount"]["total"] = 9000
    charge.update(status="PAID", paidAt=time_of())


def paid_before_return(store, user, params):
    members = {"reapplyOf": params["returnedId"], "paidBefore": 410}
    add_order(store, user, service_of(params), "NOT_STARTED", params["orderId"], **members)


def order_of_another(store, _user, params):
    other = store.users[(params["tenantId"], STRANGER)] = User()
    add_order(store, other, FREE, "NOT_STARTED", params["orderId"])


def sent_before(store, user, params):
    order = add_order(store, user, service_of(params), "NOT_STARTED", params["orderId"])
    order["_applicationId"] = params["applicationId"]


def sent_once(store, user, params):
    store.once.add(service_of(params))
    add_order(store, user, service_of(params), "NOT_STARTED", "OR-1099")


def stopped(store, _user, params):
    store.stopped.add(service_of(params))


def superseded(store, _user, params):
    store.superseded.add((service_of(params), params["formVersion"]))


def slow(store, _user, _params):
    store.is_slow = True


def infected(_store, user, params):
    user.infected.add(params["attachmentId"])


def key_in_progress(_store, user, params):
    user.accepted[params["idempotencyKey"]] = ("", None)


def key_of_another(_store, user, params):
    user.accepted[params["idempotencyKey"]] = ("of another body", (201, {}, {}))


def submission_done(store, user, params):
    order = add_order(store, user, FEE, "WAITING_PAYMENT", params["orderId"])
    charge = add_charge(store, user, order, params["chargeId"])
    body = {name: order[name] for name in ("orderId", "receiptNumber", "status")}
    done = {"state": "DONE", "order": {**body, "charge": charge_summary(charge)}}
    user.submissions[params["idempotencyKey"]] = done


def submission_in_progress(_store, user, params):
    user.submissions[params["idempotencyKey"]] = {"state": "PROCESSING"}


def submission_failed(_store, user, params):
    problem = {"type": "about:blank", "title": "Service stopped", "status": 410, "code": "SE_AP_0001"}
    user.submissions[params["idempotencyKey"]] = {"state": "FAILED", "problem": problem}


# Drafts


def add_draft(store, user, params, days=0):
    service = service_of(params)
    content = {
        "applicationId": params.get("applicationId", str(uuid.uuid4())),
        "formVersion": store.forms[service].version,
        "answers": {},
        **({"step": params["step"]} if "step" in params else {}),
    }
    user.drafts[service] = new_draft(store, service, content, days)
    return user.drafts[service]


def draft(store, user, params):
    return {"etag": add_draft(store, user, params)["_tag"]}


def expired_draft(store, user, params):
    add_draft(store, user, params, days=-8)


def drafts(store, user, params):
    for age, row in enumerate(params["drafts"]):
        add_draft(store, user, row)["savedAt"] = time_of(minutes=-age)
    last_but_one = params["drafts"][-2]
    return {"cursor": f"{last_but_one['serviceId']}/{last_but_one['type']}"}


STATES = {
    "a tenant is open": nothing,
    "a tenant has branding and a maintenance window": branding,
    "a tenant does not exist": nothing,
    "a tenant is suspended": nothing,
    "the web application of a tenant is disabled": nothing,
    "an operation is in maintenance": in_maintenance,
    "an operation was called too often": too_many,
    "request bodies are limited in size": limited,
    "a user is signed in": nothing,
    "a token is invalid": invalid_token,
    "a charge is waiting": charge_in(),
    "a charge of a corrected application is waiting": charge_in(paid=110),
    "a charge is paid": charge_in("NOT_STARTED", "SUCCEEDED", status="PAID"),
    "a charge is cancelled": charge_in("CANCELLED_BY_USER", status="CANCELLED"),
    "a payment is being processed": charge_in(attempt="PROCESSING"),
    "a payment attempt is open": charge_in(attempt="STARTED"),
    "a charge is past due": past_due,
    "the amount of a charge has changed": charge_in(_hasUnseenAmount=True),
    "the card provider is down": card_down,
    "a charge belongs to another user": charge_of_another,
    "a user has applications": applications,
    "the history is not ready": history_not_ready,
    "an application exists": application,
    "an application with attachment, address and file exists": finished,
    "a returned application exists": returned,
    "a returned application and its replacement exist": replaced,
    "a returned application was paid": returned_and_paid,
    "an application exists whose fee was paid before its return": paid_before_return,
    "an application belongs to another user": order_of_another,
    "an application has become an order": sent_before,
    "the same application exists": sent_once,
    "a service with a fee is open": nothing,
    "a service without a fee is open": nothing,
    "a service has stopped": stopped,
    "a form version is no longer accepted": superseded,
    "a service does not have the form type": nothing,
    "submissions are processed asynchronously": slow,
    "an attachment is infected": infected,
    "an application with this key is in progress": key_in_progress,
    "a key belongs to another application": key_of_another,
    "a submission has succeeded": submission_done,
    "a submission is in progress": submission_in_progress,
    "a submission has failed": submission_failed,
    "a draft exists": draft,
    "a draft has expired": expired_draft,
    "a user has drafts": drafts,
}
