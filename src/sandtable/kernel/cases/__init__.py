"""Rulings: executable rules cases that a rules lawyer writes without Python.

    - id: stealth
      rule: "12.2"
      given: {at: friendly-movement, place: {a-team: "1107"}, hexes: {"1108": village}}
      when:
        - {move: {stack: [a-team], path: ["1108"]}, roll: {noise: 2}}
        - {refuse: {move: {stack: [a-team], path: ["1109"]}}, rule: "10.1"}
      then: {detected: [], place: {a-team: "1108"}}
      because: a one-hex move ignores the village's noise

The vocabulary of `given`, `when` and `then` is the same for all games; each game's Referee adds its entry
points, its nouns and its compound verbs. Chance that is not scripted is an error, and so is script left over.
"""

from sandtable.kernel.cases.comparing import plain, written
from sandtable.kernel.cases.forms import CaseError
from sandtable.kernel.cases.reading import game_cases, read_cases
from sandtable.kernel.cases.referee import Noun, Referee, question
from sandtable.kernel.cases.running import CASE_WORDS, GIVEN_WORDS, STEP_WORDS, Trial, Verdict, run_case

__all__ = [
    "CASE_WORDS",
    "GIVEN_WORDS",
    "STEP_WORDS",
    "CaseError",
    "Noun",
    "Referee",
    "Trial",
    "Verdict",
    "game_cases",
    "plain",
    "question",
    "read_cases",
    "run_case",
    "written",
]
