"""Faults in what is asked, offered, refused and cited."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import PG, Ambush, Island, Phase, Play
from sandtable.kernel import flow
from sandtable.kernel.flow import Procedure, Step
from sandtable.kernel.options import Ask, Group, Option, Refusal, Refused, Seat, Verb
from sandtable.kernel.view import Outcome
from tests.conformance.planted.planting import Planted, changed, with_procedures, with_step


def impure_ask(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Asking for a step already counts as one."""

    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        f.steps += 1
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


def offered_but_refused(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Taking an offered answer finds that it is not allowed after all."""

    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        if option[0] == "halt" and f.steps == 0:
            raise Refused(Refusal("move.step", "Step at least once."))
        return rules.take_step(g, f, seat, option)

    return with_procedures(with_step("phase", "step", take=take))


def ask_rolls(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Ambush) -> Ask:
        g.roll(6, "nerve", "contact.react")
        return rules.ask_react(g, f)

    return with_procedures(with_step("ambush", "react", ask=ask))


def unknown_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = rules.show

    def show(g: PG, man: int) -> None:
        g.tell("move.show", "{0:token} waves.", man)
        honest(g, man)

    patch.setattr(rules, "show", show)
    return Patrols


def outcome_without_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def each_turn(g: PG, f: Play) -> bool:
        if g.s.turn == 2:
            g.end(Outcome("Lunch", [0, 0]))
        return rules.each_turn(g, f)

    return with_procedures(with_step("play", "each-turn", do=each_turn))


def passed_in_silence(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Two men have met and could hand over the map case; but they rest at once, by an ask that is not put."""

    def ask(g: PG, f: Phase) -> Ask:
        return Ask("Rest.", "move.step", [Group(f.side, "halt")])

    def rest(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        g.roll(6, "mine", "move.step")
        return False

    def one_step(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        rules.take_step(g, f, seat, option)
        return False

    def change(_: Procedure, steps: list[Step]) -> list[Step]:
        step, *others = steps
        return [Step("step", ask=step.ask, take=one_step), Step("rest", ask=ask, take=rest), *others]

    return with_procedures(changed("phase", change))


def nameless_space(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def name(self, s: Island, seat: Seat, domain: str, value: int) -> str:
            return str(value) if domain == "space" and value == self.kit.hill else super().name(s, seat, domain, value)

    return Planted


def standing_verb_not_said(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        verbs = {**Patrols.verbs, "hand": Verb("hand the map case to {0:token}", ("token",))}  # noqa: RUF012

    return Planted


def read_alike(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        verbs = {**Patrols.verbs, "step": Verb("{0:token} goes", ("token", "space"))}  # noqa: RUF012

    return Planted


def offered_twice(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Ambush) -> Ask:
        asked = rules.ask_react(g, f)
        return Ask(asked.prompt, asked.key, asked.groups + asked.groups)

    return with_procedures(with_step("ambush", "react", ask=ask))


def empty_group(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        asked.groups.append(Group(f.side, "step", (0,), []))
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


def standing_verb_in_an_ask(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        asked.groups.append(Group(f.side, "hand", (), [3 * f.side]))
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


def crash_in_take(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        if option[0] == "step" and option[2] == g.kit.hill:
            raise ZeroDivisionError("uphill")
        return rules.take_step(g, f, seat, option)

    return with_procedures(with_step("phase", "step", take=take))


def refusal_without_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.nonsense", "No")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def refusal_that_acts(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        g.s.handed = 3
        return Refusal("move.step", "You have wasted your map case.")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def refusal_that_crashes(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.step", f"Not to {g.kit.names[99]}.")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def door_left_open(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = flow.G.offers

    def offers(self: PG, seat: Seat, option: Option) -> bool:
        return honest(self, seat, option) or option[:1] == ("halt",)

    patch.setattr(flow.G, "offers", offers)
    return Patrols


def half_an_answer(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def apply(self: PG, seat: Seat, options: Sequence[Option]) -> None:
        for option in options:
            if (refusal := self.why_not(seat, option)) is not None:
                raise Refused(refusal)
            self.take(seat, option)

    patch.setattr(flow.G, "apply", apply)
    return Patrols


def candidates_without_the_hill(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def candidates(self, s: Island, domain: str) -> Sequence[int]:
            return [c for c in super().candidates(s, domain) if domain != "space" or c != self.kit.hill]

    return Planted


ASKS: list[Planted] = [
    (impure_ask, "pure asks", "ask is not pure: it changes stack"),
    (offered_but_refused, "accepted", "('halt',) is offered to Red and yet refused: Step at least once."),
    (ask_rolls, "pure asks", "it rolls a die for 'nerve'"),
    (unknown_rule, "cites", "cites 'move.show', which the ledger does not have"),
    (outcome_without_rule, "cites", "the outcome 'Lunch' cites ''"),
    (outcome_without_rule, "ends", "a game ended by '', which ends.yaml does not list"),
    (passed_in_silence, "passed over", "move.step is answered by itself, and a die falls before 'hand the map case"),
    (passed_in_silence, "passed over", "is offered: ask it with pause=True"),
    (nameless_space, "options", "is called by its number, others of its kind by a name"),
    (read_alike, "options", "read alike: "),
    (standing_verb_not_said, "options", "but none of its verbs has standing=True"),
    (offered_twice, "options", "is offered twice to"),
    (empty_group, "options", "holds no option"),
    (standing_verb_in_an_ask, "accepted", "is offered to Red and yet refused"),
    (crash_in_take, "accepted", "breaks the game: ZeroDivisionError: uphill"),
    (refusal_without_rule, "refused", "cites 'move.nonsense', which the ledger does not have"),
    (refusal_without_rule, "refused", "is not a sentence: 'No'"),
    (refusal_that_acts, "refused", "changes the position: handed"),
    (refusal_that_crashes, "refused", "breaks the rules: IndexError"),
    (door_left_open, "refused", "('halt',) is not offered to"),
    (half_an_answer, "refused", "is refused, but its first part stays"),
    (candidates_without_the_hill, "options", "is not a candidate of space"),
]
