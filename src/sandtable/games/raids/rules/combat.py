"""Combat: the Friendly Combat Phase, battles step by step, casualties and fire that strays."""

from __future__ import annotations

from sandtable.games.raids.frames import Battle, Casualties, FriendlyCombat, GearLoss
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.detection import detect
from sandtable.games.raids.rules.losses import call_off, eliminate, remove_enemy, to_cup
from sandtable.games.raids.rules.portage import excess_gear
from sandtable.games.raids.rules.weapons import armed, battle_value, people_value, use_limit
from sandtable.games.raids.state import (
    HELD,
    PLAYER,
    RG,
    camp_at,
    enemies_at,
    field,
    gear_at,
    leaders_at,
    piece,
    team_at,
    teams_at,
    teams_in_play,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Contender, Contest, Loss, Term

# ---- the Friendly Combat Phase --------------------------------------------------------------------


def targets(g: RG, h: HexId) -> list[int]:
    """Enemies next to a hex of ours, or in it."""
    near = field(g).grid.distance[h]
    return [t for t in g.s.hunters if near[g.s.at[t]] <= 1]


def ask_attack(g: RG, f: FriendlyCombat) -> Ask:
    groups = [Group(PLAYER, "done", title="end combat")]
    for h in sorted({g.s.at[t] for t in teams_in_play(g)}):
        there = targets(g, h)
        if there and not f.attacked >> h & 1:
            groups.append(Group(PLAYER, "attack", (h,), there, risky=True))
    return Ask("Attack an adjacent enemy, or end combat.", "turn.friendly-combat", groups, ends=True)


def take_attack(g: RG, f: FriendlyCombat, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    h, enemy = int(option[1]), int(option[2])  # rule: combat.target
    f.attacked |= 1 << h
    g.call(Battle(ours=h, enemy=enemy, attacking=1, target_hex=g.s.at[enemy], enemy_hex=g.s.at[enemy]))
    return STAY


def refuse_attack(g: RG, f: FriendlyCombat, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "attack":
        return None
    h, enemy = int(option[1]), int(option[2])
    if not team_at(g, h):
        return Refusal("combat.gear-alone", f"Only a hex with a {words(g).team} can attack.")
    if f.attacked >> h & 1:
        return Refusal("combat.friendly", "That hex has made its one attack of this phase.")
    if enemy not in g.s.hunters:
        return Refusal("combat.target", "That is not an enemy on the map.")
    return Refusal("combat.friendly", "That enemy is not adjacent.")


# ---- a battle -------------------------------------------------------------------------------------


def optional_weapons(g: RG, f: Battle) -> list[int]:
    """Weapons that the player may leave out just before combat."""
    return armed(g, f.ours, f.left_out)


def too_many(g: RG, f: Battle) -> bool:
    return len(optional_weapons(g, f)) + len(f.called) > use_limit(g, f.ours)


def ask_weapons(g: RG, f: Battle) -> Ask:
    """Which weapons are used: asked only where it matters (more than can be used, stray fire, weapons elsewhere)."""
    weapons, far = optional_weapons(g, f), policy(g).callable_weapons(g, f.ours, f.called)
    groups = [] if too_many(g, f) else [Group(PLAYER, "fight", risky=True)]
    if far and len(weapons) + len(f.called) < use_limit(g, f.ours):
        groups.append(Group(PLAYER, "call", (), far, "spent after one use"))
    if too_many(g, f) or any(piece(g, t).stray for t in weapons) or (far and weapons):
        groups.append(Group(PLAYER, "leave", (), weapons))
    side = "attack" if f.attacking else "defend"
    return Ask(f"With which weapons do you {side}?", "portage.use", groups, "many", 0, 99)


def take_weapons(g: RG, f: Battle, seat: Seat, option: Option) -> Next:
    if option[0] == "fight":
        return NEXT
    (f.called if option[0] == "call" else f.left_out).append(int(option[1]))
    return STAY


def refuse_weapons(g: RG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "fight":
        return Refusal("portage.use", f"Only {use_limit(g, f.ours)} pieces can be used: leave some out.")
    return Refusal("portage.use", "That is not a weapon to be left out here.") if option[0] == "leave" else None


def fight(g: RG, f: Battle) -> None:
    """A die times ten and all values; the ground takes from the attacker alone."""
    if f.attacking:
        f.our_die = g.roll(D6, "attack", "combat.die")
        f.enemy_die = g.roll(D6, "defence", "combat.defender")
    else:
        f.enemy_die = g.roll(D6, "attack", "combat.die")
        f.our_die = g.roll(D6, "defence", "combat.defender")
    ours, theirs = contenders(g, f)
    our_total, their_total = ours.total, theirs.total
    sums = [f"{d} x 10 {t - d * 10:+d} = {t}" for d, t in ((f.our_die, our_total), (f.enemy_die, their_total))]
    tie = our_total == their_total
    g.tell(
        "combat.higher-wins",
        "We have {0}; {2:token} has {1}.",
        *sums,
        f.enemy,
        *teams_at(g, f.ours),
        counts={"ours": our_total, "theirs": their_total},
        at=f.target_hex,
        contest=Contest([ours, theirs], -1 if tie else int(their_total > our_total), tie),
    )
    f.strays = int(any(piece(g, t).stray for t in (*optional_weapons(g, f), *f.called)))  # rule: stray.when
    f.lost = int(our_total <= their_total)
    f.won = int(our_total >= their_total)  # rule: combat.tie


def contenders(g: RG, f: Battle) -> list[Contender]:
    """Both sides of a battle whose dice have fallen, ours first: the texts name the enemy third, then our teams."""
    people, burdens = people_value(g, f.ours), policy(g).attack_bonus(g, f.ours)
    weapons = battle_value(g, f) - people - burdens
    ours = [Term("people", people)]
    ours += [Term(name, value) for name, value in (("weapons", weapons), ("burdens", burdens)) if value]
    theirs = [Term("firepower", piece(g, f.enemy).fire)]  # rule: combat.one-target
    penalty = policy(g).penalty(g, f)  # rule: combat.terrain
    if penalty:
        (ours if f.attacking else theirs).append(Term("the ground", penalty))
    names = " and ".join(f"{{{3 + n}:token}}" for n in range(len(teams_at(g, f.ours))))
    return [
        Contender(name, die * 10 + sum(term.value for term in terms), [die], D6, 10, terms, side)
        for name, die, terms, side in (
            (names or "we", f.our_die, ours, "friend"),
            ("{2:token}", f.enemy_die, theirs, "enemy"),
        )
    ]


def result(g: RG, f: Battle) -> str:
    """The totals, and a tie called a tie."""
    ours, theirs = (one.total for one in contenders(g, f))
    return f"a tie at {ours}" if ours == theirs else f"{ours} against {theirs}"


def enemy_loses(g: RG, f: Battle) -> None:
    if f.won:
        told, lost = "{0:token} is eliminated in {1:space}: {2}.", [Loss("{0:token}", "enemy")]
        g.tell("combat.enemy-loses", told, f.enemy, f.enemy_hex, result(g, f), weight="gain", lost=lost, main=True)
        remove_enemy(g, f.enemy)


def we_lose(g: RG, f: Battle) -> None:
    if f.lost:
        told = "The battle in {0:space} is lost: {1}."
        g.tell("combat.team-loses", told, f.target_hex, result(g, f), weight="blow", main=True)
        g.call(Casualties(where=f.ours))


def stray(g: RG, f: Battle) -> None:
    """Some fire also hits a hex next to the enemy's, whoever is there."""
    if not f.strays:
        return
    direction = g.roll(D6, "stray", "stray.where") - 1
    h = field(g).grid.step[f.enemy_hex][direction]
    if h < 0:
        g.tell("stray.nothing", "The stray hit falls off the map.")
        return
    g.tell("stray.where", "A stray hit in {0:space}.", h)
    for enemy in enemies_at(g, h):
        g.tell("stray.enemies", "{0:token} is eliminated.", enemy, weight="gain", lost=[Loss("{0:token}", "enemy")])
        remove_enemy(g, enemy)
    for token in (*gear_at(g, h), *leaders_at(g, h), *(t for t in g.kit.camps if g.s.at[t] == h), *teams_at(g, h)):
        eliminate(g, token, "stray.friends")


def combat_noise(g: RG, f: Battle) -> None:
    """Whoever attacks is detected; so is a team that has fought in a camp."""
    if f.attacking and team_at(g, f.ours):  # rule: detect.attacked
        fresh = any(not g.s.event[t] for t in teams_at(g, f.ours))
        if fresh or g.s.options.attack_reinforces_detected:
            detect(g, f.ours, "detect.combat")  # rule: detect.escape-combat
    elif camp_at(g, f.ours) and team_at(g, f.ours):
        g.s.events += 1
        for team in teams_at(g, f.ours):
            g.s.event[team] = g.s.events
            g.tell("camp.combat-inside", f"{{0:token}} is detected by the fight in {words(g).camp}.", team)
    call_off(g)


# ---- casualties -----------------------------------------------------------------------------------


def ask_who(g: RG, f: Casualties) -> Ask:
    return Ask(f"Which {words(g).team} suffers?", "casualty.who", [Group(PLAYER, "suffer", (), teams_at(g, f.where))])


def take_who(g: RG, f: Casualties, seat: Seat, option: Option) -> Next:
    f.team = int(option[1])
    return NEXT


def refuse_who(g: RG, f: Casualties, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "suffer":
        return None
    return Refusal("casualty.who", f"One of the {words(g).teams} in the hex that lost suffers.")


def draw_marker(g: RG, f: Casualties) -> None:
    f.marker = g.draw(g.s.marker_cup, "casualty", "casualty.marker")
    g.reveal()
    drawn = piece(g, f.marker).name  # they are all alike
    g.tell("casualty.marker", "{0:piece} suffers: {1}.", f.team, drawn, weight="blow", at=f.where)


def ask_leader(g: RG, f: Casualties) -> Ask:
    """Commander or Officer Killed: which one, if there are several; nobody, if there is none."""
    wanted = piece(g, f.marker).leads
    there = [
        t for t in leaders_at(g, f.where) if wanted and piece(g, t).leads == wanted
    ]  # rule: casualty.leaders-immune
    group = Group(PLAYER, "kill", (), there) if there else Group(PLAYER, "go-on")
    return Ask("Which leader is killed?", "casualty.leader-killed", [group])


def take_leader(g: RG, f: Casualties, seat: Seat, option: Option) -> Next:
    if not piece(g, f.marker).leads:
        return NEXT
    to_cup(g, f.marker)
    if option[0] == "kill":
        eliminate(g, int(option[1]), "casualty.leader-killed")
    else:
        g.tell("casualty.no-leader", "No such leader is there: no effect.")
    g.leave()  # rule: gear.leader-lost
    return NEXT


def wound(g: RG, f: Casualties) -> None:
    """The first marker stays on the team, the second eliminates it."""
    s = g.s
    if s.marker[f.team] < 0:
        s.marker[f.team] = f.marker  # rule: casualty.leaders-immune
        s.at[f.marker] = HELD  # rule: casualty.stays
        return
    to_cup(g, f.marker)
    eliminate(g, f.team, "casualty.second")


def lose_gear(g: RG, f: Casualties) -> None:
    """A die of gear goes, as the player chooses; with no team left, all of it has gone already."""
    if not team_at(g, f.where):
        return
    number = g.roll(D6, "gear-loss", "gear.loss")
    if gear_at(g, f.where):
        g.call(GearLoss(where=f.where, count=number))


def claim_gear(g: RG, f: Casualties) -> None:
    """What the teams that are left cannot take over is lost as well."""
    if g.s.at[f.team] < 0 and team_at(g, f.where):
        surplus = excess_gear(g, f.where, teams_at(g, f.where))  # rule: gear.claim
        if surplus:
            g.call(GearLoss(where=f.where, count=surplus, key="gear.claim"))
