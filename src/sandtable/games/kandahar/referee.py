"""The words of Kandahar's own chapters in cases."""

from __future__ import annotations

from typing import Any

from sandtable.games.kandahar.state import own
from sandtable.games.raids.referee import ENTRIES, referee
from sandtable.games.raids.referee.words import token
from sandtable.games.raids.state import RG
from sandtable.kernel.cases import Noun, forms
from sandtable.kernel.cases.nouns import figure


def put_price(g: RG, value: Any) -> None:
    for name, extra in forms.mapping(value).items():
        own(g).extra[token(g, name)] = forms.number(extra)


def get_price(g: RG, asked: Any) -> dict[str, int]:
    return {name: own(g).extra[token(g, name)] for name in forms.mapping(asked)}


REFEREE = referee(
    {
        "price": Noun(put_price, get_price),
        "leaders-lost": figure("leaders_lost"),
        "withheld": Noun(None, lambda g, asked: len(own(g).withheld)),
    },
    {"withheld": "piece"},
    {"set-up": (ENTRIES["set-up"][0], "the beginning: withheld enemies are drawn, then the camp is placed")},
)
