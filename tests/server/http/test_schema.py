"""The interface does what its schema says, whatever it is sent: never a fault, never a reply that was not declared."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.http.schema import schema
from tests.server.serving import Browser, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def table(server: Server) -> tuple[str, str, str]:
    """A table in play, its guest's cookie, and its ask."""
    browser = Browser(server)
    opened = browser.open(seats=2)
    browser.answer(opened, 0, ["order", 0])
    return opened, browser.cookie, browser.see(opened, seat=1)["ask"]


@pytest.fixture(scope="module")
def declared(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")


operations = schemathesis.pytest.from_fixture("declared")


@operations.parametrize()
@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
def test_every_operation_answers_as_declared(case: schemathesis.Case[Any], table: tuple[str, str, str]) -> None:
    table_id, cookie, ask = table
    if "table_id" in case.path_parameters and case.method.upper() != "DELETE":
        case.path_parameters["table_id"] = table_id
    if isinstance(case.body, dict) and "ask" in case.body:
        case.body["ask"] = ask
        case.body["seat"] = 1
    case.call_and_validate(headers={"X-Sandtable": "1", "Cookie": cookie}, checks=CHECKS)


def test_the_schema_is_3_1_and_the_same_without_a_server(server: Server) -> None:
    served = Browser(server).get("/schema/openapi.json")
    assert served["openapi"].startswith("3.1")
    assert json.loads(schema()) == served
    for path, methods in served["paths"].items():
        for method, operation in methods.items():
            assert operation["operationId"], (method, path)
            assert "Problem" in json.dumps(operation["responses"]["400"])
