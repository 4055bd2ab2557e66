"""Answers that must be refused: under the rule that the case names, for the reason that it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel.cases.comparing import written
from sandtable.kernel.cases.forms import CaseError, name
from sandtable.kernel.chance import ChanceError
from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Refusal, Refused, Seat
from sandtable.kernel.state import Frame

if TYPE_CHECKING:
    from sandtable.kernel.cases.running import Trial

NO_WORD = "-"
Refuse = Callable[..., Refusal | None]


def refused(trial: Trial, seat: Seat, what: Mapping[str, Any], step: Mapping[str, Any]) -> None:
    """The answer must be refused; parts before the last one may be accepted. Nothing is kept."""
    if len(what) != 1:
        raise CaseError("refuse names one verb")
    verb, data = next(iter(what.items()))
    try:
        options = trial.options(seat, verb, data)
    except Refused as error:
        same_reason(trial, error.refusal, None, step)
        return
    tried = trial.g.clone()
    for option in options:
        if not tried.offers(seat, option) and option in tried.autos:
            continue  # the kernel took this part by itself: it was the only one
        refusal = tried.why_not(seat, option)
        if refusal is not None:
            still_asked(trial, tried, seat, option, refusal, step)
            same_reason(trial, refusal, option, step)
            return
        try:
            tried.apply(seat, [option])
        except ChanceError as error:
            raise allowed(f"{verb} {written(data)}", f"{trial.called(option)} goes on to chance: {error}") from error
    raise allowed(f"{verb} {written(data)}")


def allowed(answer: str, rolls: str = "") -> CaseError:
    text = f"{answer} should be refused and is allowed" + (f"; {rolls}" if rolls else "")
    return CaseError(text, "refused", "allowed", f"{answer} is refused", f"{answer} is allowed")


def same_reason(trial: Trial, refusal: Refusal, option: Option | None, step: Mapping[str, Any]) -> None:
    """The rule, the words and the part of the answer that the case names."""
    trial.fired.add(refusal.key)
    found = told(trial, refusal, option)
    if "rule" not in step:
        text = f"a refuse names its rule: write rule: {refusal.key}, for {found}"
        raise CaseError(
            text, {"rule": None}, described(trial, refusal, option), "refused under a rule that the case names", found
        )
    if refusal.key not in trial.rule(step["rule"]):
        raise other_reason(trial, refusal, option, step, f"refused under {named_rule(trial, step['rule'])}")
    if "text" in step and name(step["text"], "text") not in refusal.text:
        raise other_reason(trial, refusal, option, step, f"refused with the words {step['text']!r}")
    if "part" in step and not same_part(trial, step["part"], option):
        raise other_reason(trial, refusal, option, step, f"refused at {part_words(step['part'])}")


def other_reason(
    trial: Trial, refusal: Refusal, option: Option | None, step: Mapping[str, Any], wanted: str
) -> CaseError:
    expected = {word: step[word] for word in ("rule", "text", "part") if word in step}
    found = told(trial, refusal, option)
    return CaseError(f"it should be {wanted}; {found}", expected, described(trial, refusal, option), wanted, found)


def still_asked(
    trial: Trial, tried: G[Any, Any], seat: Seat, option: Option, refusal: Refusal, step: Mapping[str, Any]
) -> None:
    """A question that is not put proves nothing: unless the case wants the very words, the refusal is no reason."""
    if not passed(tried, seat, option) or ("text" in step and str(step["text"]) in refusal.text):
        return
    part, now = trial.called(option), asked_now(trial, tried)
    alone = f" (answered by itself: {', '.join(map(trial.called, tried.autos))})" if tried.autos else ""
    text = (
        f"the question that {part} answers is not put here{alone}; {now}. "
        f"To say no more than that it cannot be answered now, write lacks: {{{option[0]}: ...}}"
    )
    raise CaseError(
        text,
        {"rule": step.get("rule")},
        described(trial, refusal, option),
        f"{part} is refused under {named_rule(trial, step['rule']) if 'rule' in step else 'a rule'}",
        now,
    )


def passed(g: G[Any, Any], seat: Seat, option: Option) -> bool:
    """Whether an answer fails because nobody asks for it, so that no rule speaks of it."""
    ask = g.ask
    if ask is None:
        return True
    if g.game.verbs[str(option[0])].standing:
        return g.game.refuse_standing(g, seat, option) is None
    if seat not in ask.seats():
        return True
    if any(group.verb == option[0] for group in ask.groups):
        return False
    frame = g.s.stack[-1]
    refuse = g.game.procedures.of(frame).steps[frame.step].refuse
    reason = refuse(g, frame, seat, option) if refuse is not None else None
    return refuse is None or reason is None or reason == _of_any_word(refuse, g, frame, seat, option)


def _of_any_word(refuse: Refuse, g: G[Any, Any], frame: Frame, seat: Seat, option: Option) -> Refusal | None:
    """What a question says to a word that none knows: if it says the same to an answer, it does not speak of that."""
    try:
        return refuse(g, frame, seat, (NO_WORD, *option[1:]))
    except (ValueError, TypeError, LookupError, AssertionError):
        return None


def asked_now(trial: Trial, g: G[Any, Any]) -> str:
    """The question that stands, whom it asks and what answers it."""
    ask = g.ask
    if ask is None:
        return "the game is over"
    who = " or ".join(g.game.meta.seats[seat] for seat in ask.seats())
    verbs = ", ".join(dict.fromkeys(group.verb for group in ask.groups))
    return f"{who} is asked now under {named_rule(trial, ask.key)}: {ask.prompt} ({verbs})"


def unwanted(trial: Trial, option: Option, refusal: Refusal) -> CaseError:
    """An answer of the case that the rules do not allow."""
    part, found = trial.called(option), told(trial, refusal, option)
    return CaseError(
        found, {"answer": part, "allowed": "yes"}, described(trial, refusal, option), f"{part} is allowed", found
    )


def told(trial: Trial, refusal: Refusal, option: Option | None) -> str:
    part = trial.called(option) if option is not None else "it"
    return f"{part} is refused under {trial.g.game.ledger.number(refusal.key)} ({refusal.key}): {refusal.text}"


def described(trial: Trial, refusal: Refusal, option: Option | None) -> dict[str, Any]:
    number = trial.g.game.ledger.number(refusal.key)
    part = {"part": trial.called(option)} if option is not None else {}
    return {"rule": refusal.key, "number": number, "text": refusal.text, **part}


def named_rule(trial: Trial, said: Any) -> str:
    """A rule as people read it: its number, key and title."""
    keys = trial.rule(said)
    ledger = trial.g.game.ledger
    if len(keys) > 1:
        return f"{said} ({', '.join(keys)})"
    return f"{ledger.number(keys[0])} ({keys[0]}, {ledger[keys[0]].title!r})"


def same_part(trial: Trial, said: Any, option: Option | None) -> bool:
    """`part: 1110` is what the part names last, `part: {go: 1110}` the part whole."""
    if option is None:
        return False
    if isinstance(said, Mapping):
        return any(trial.options(0, verb, data)[0] == option for verb, data in said.items())
    domains = trial.g.game.verbs[str(option[0])].domains
    return bool(domains) and trial.value(domains[-1], said) == option[-1]


def part_words(said: Any) -> str:
    return (
        ", ".join(f"{verb} {written(data)}" for verb, data in said.items()) if isinstance(said, Mapping) else str(said)
    )
