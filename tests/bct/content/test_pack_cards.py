"""A pack adds cards without Python: they are drawn, played and scored; what their vocabulary cannot say is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.state import BG
from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.chance import seed_key
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import Game, Setup, open_game
from sandtable.players import Seated, play_out

PACK = Path(__file__).parents[1] / "extra"


def with_pack(name: str, packs: Any = ()) -> Game[Any, Any]:
    return open_game(name, [PACK, *packs])


def position(**given: Any) -> BG:
    trial = Trial(Verdict("pack", "3.5", "bct", True), with_pack)
    trial._given(given, "bct")
    return trial.g


def test_the_cards_join_their_decks() -> None:
    plain, game = open_game("bct"), with_pack("bct")
    assert len(game.kit.chaos) == len(plain.kit.chaos) + 1
    assert len(game.kit.objectives_of[COALITION]) == len(plain.kit.objectives_of[COALITION]) + 1
    g = game.start(game.checked(Setup("intervention")), seed_key(1))
    assert game.lookup(g.s, "chaos", "Sandstorm") in g.s.chaos_deck
    inspected = game.inspect(g.s, INSURGENT, "chaos", game.lookup(g.s, "chaos", "sandstorm")).facts
    assert "discards 1 J-4 if it holds any, and its C2 changes by -1" in inspected[0].text
    assert inspected[0].source == "designed: a storm that stops both staffs"


def test_the_chaos_card_is_drawn_and_hits_both() -> None:
    g = position(
        at="chaos",
        hand={"coalition": {"j-4": 2}, "insurgent": {"j-3": 1}},
        c2={"coalition": 4, "insurgent": 3},
        **{"chaos-card": "sandstorm"},
    )
    assert g.s.chaos_discards == [g.game.lookup(g.s, "chaos", "sandstorm")]
    assert [hand[4] for hand in g.s.hand] == [1, 0]
    assert g.s.discards[COALITION][4] == 1
    assert g.s.swayed == [-1, -1]


def test_the_objective_is_revealed_and_scores() -> None:
    """Four Districts of the road under Control are twice two."""
    kit = with_pack("bct").kit
    along = [kit.district_ids[d] for d in kit.roads["highway-1"]][:4]
    g = position(
        at="coalition-scoring",
        place={f"anp-{n + 1}": name for n, name in enumerate(along)},
        objectives={"coalition": ["open-the-road", "presence", "attrition"]},
        revealed={"coalition": "open-the-road"},
    )
    assert g.s.chips[COALITION] == 2


def test_a_game_with_the_pack_is_played_to_its_end() -> None:
    game = with_pack("bct")
    g = game.start(game.checked(Setup("terrorist-hunt")), seed_key("pack"))
    play_out(g, Seated(game, "random", 2, "pack"))
    assert g.over and len(g.s.chaos_deck) + len(g.s.chaos_discards) == len(game.kit.chaos)


BAD = {
    "an effect that there is not": (
        "effects: [{do: rain, days: 3}]",
        "'rain'",
    ),
    "a field that the effect lacks": (
        "effects: [{do: points, vp: 1, days: 3}]",
        "'days'",
    ),
    "a word where a number belongs": (
        "effects: [{do: points, vp: many}]",
        "'many'",
    ),
    "a wording without its number": (
        "effects: [{do: nothing}]",
        "{vp}",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_the_vocabulary_cannot_say_is_an_error_with_its_line(name: str, tmp_path: Path) -> None:
    effects, words = BAD[name]
    lines = ["chaos:", "  rows:", "    storm:", "      title: Storm", '      text: "{vp} VP."', "      scope: both"]
    (tmp_path / "cards.yaml").write_text("\n".join([*lines, f"      {effects}", ""]))
    with pytest.raises(ContentError) as raised:
        open_game("bct", [tmp_path])
    (told,) = str(raised.value).strip().split("\n\n")
    assert "cards.yaml:" in told and words in told
    assert int(told.split("cards.yaml:")[1].split(":")[0]) in (3, 5, 7)
