"""How the maps and counters of Commandos: Europe look: told apart without colour, in the browser and in text."""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.games.commandos import Commandos
from sandtable.games.raids import counters, sight
from sandtable.games.raids.pieces import ENEMY, LEADER, TEAM
from sandtable.kernel.game import Setup
from sandtable.kernel.view import View
from sandtable.terminal.draw.board import draw_whole, legend
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.menu import Menu

GAME = Commandos()
KIT = GAME.kit
BOARDS = GAME.boards()
TOLD_APART = [
    "sea",
    "coast",
    "cliff",
    "river",
    "canal",
    "bridge",
    "marsh",
    "ridge",
    "road",
    "path",
    "rail",
    "building",
    "airfield",
    "pier",
    "breakwater",
    "ship",
    "beach",
    "oasis",
]


def test_no_two_features_look_alike() -> None:
    looks = next(iter(BOARDS.values())).looks
    for one, other in combinations(TOLD_APART, 2):
        assert looks[one].letter != looks[other].letter, (one, other)
        assert (looks[one].pattern, looks[one].line) != (looks[other].pattern, looks[other].line), (one, other)


@pytest.mark.parametrize("key", BOARDS)
def test_in_text_each_map_is_named_and_every_letter_of_it_explained(key: str) -> None:
    board = BOARDS[key]
    scene = Layout(board, View(key, 0), Menu([]), several=True)
    drawing = draw_whole(scene, 80, 46)
    told = legend(scene, drawing).plain
    assert told.startswith(f"{board.title}: ")
    kinds = {kind for space in board.spaces for kind in space.terrain} | {side.kind for side in board.hexsides}
    for kind in kinds:
        assert f"{board.looks[kind].letter} {board.looks[kind].name.lower()}" in told
    assert len(drawing.spaces) == len(board.spaces)


@pytest.mark.parametrize("key", BOARDS)
def test_in_text_open_sea_is_full_of_waves_and_land_is_not(key: str) -> None:
    scene = Layout(BOARDS[key], View(key, 0), Menu([]))
    text = "\n".join(line.plain for line in draw_whole(scene, 80, 46).lines)
    sea = sum(space.terrain == ["sea"] for space in BOARDS[key].spaces)
    assert text.count("/~~~\\") + text.count("\\~~~/") >= sea > 0 or (key == "continent" and "~~~" not in text)


def test_the_movement_of_vehicles_is_ringed_and_that_of_boats_has_a_wave() -> None:
    shapes = {"foot": "", "vehicle": "circle", "boat": "wave"}
    enemies = [t for t, piece in enumerate(KIT.pieces) if piece.kind == ENEMY]
    assert {KIT.pieces[t].mobility for t in enemies} == set(shapes)
    for t in enemies:
        movement = next(value for value in counters.values(KIT, t) if value.name == "movement")
        assert movement.shape == shapes[KIT.pieces[t].mobility]
        assert bool(movement.note) == bool(movement.shape)


def test_the_inspector_says_in_words_what_ring_and_wave_mean() -> None:
    s = GAME.blank(GAME.checked(Setup("norway", {}, 1)))
    told = {
        row: {fact.name: fact.text for fact in sight.inspect(KIT, s, GAME.policy, "token", KIT.by_id[row]).facts}
        for row in ("patrol-boat", "motor-patrol", "rifle-platoon")
    }
    assert told["patrol-boat"]["movement"] == "8 (a boat)"
    assert told["motor-patrol"]["movement"] == "7 (a vehicle)"
    assert told["rifle-platoon"]["movement"] == "4"


def test_experienced_people_bear_an_e_and_veterans_a_v() -> None:
    s = GAME.blank(GAME.checked(Setup("campaign", {}, 1)))
    people = [t for t, piece in enumerate(KIT.pieces) if piece.kind in (TEAM, LEADER)]
    bear = {KIT.pieces[t].id: sight.token(KIT, s, t).badges for t in people}
    for row, badges in bear.items():
        grade = row[-2:]
        assert badges == {"-e": ["experienced"], "-v": ["veteran"]}.get(grade, [])
    assert KIT.pieces[KIT.by_id["a-squad-e"]].name == "A-Squad E"
    assert KIT.pieces[KIT.by_id["commander-v"]].name == "Commander V"
    assert KIT.pieces[KIT.by_id["a-squad-2"]].name == "A-Squad 2"
