/** What the player points at and holds, what that lights up, and the answers that pointing gives. */
import { tick } from "svelte";
import {
  active,
  askedAgain,
  chancesOf,
  everyCard,
  floods,
  inHands,
  inStock,
  label,
  lit,
  offersOf,
  optionKey,
  placeRefs,
  pointedAt,
  refs,
  waysTo,
  wouldBe,
  type Pointed,
} from "../ask/choices";
import { gathers } from "../ask/gather";
import { cardKey, cardRef, keyOf, placesOf, spaceRef, tokenKey, tokenRef, type Ref } from "../shared/names";
import { bySpace } from "./pieces/layout";
import { cardsIn } from "../tableau/layout";
import { settings } from "../shared/settings.svelte";
import type { Part, TableState } from "../table/table.svelte";
import type { Card, Choices, Option, Token } from "../shared/types";

export interface Spot {
  x: number;
  y: number;
  touch: boolean;
}
/** What the board can be told to do. */
export interface BoardHandle {
  show(space: number, least?: number): void;
  reveal(space: number): Spot;
  comeTo(spaces: number[], least: number): void;
  isFar(least: number): boolean;
  sees(space: number): boolean;
  describe(space: number): string;
  focus(): void;
  /** Where things are lit one by one, and not places: goes to the next of them, or to the one before. */
  jump?(step: number): void;
  zoomBy?(factor: number): void;
  fit?(): void;
}

export class Pointing {
  /** What has been taken in hand: the first things that an option names. */
  held = $state.raw<Ref[]>([]);
  verb = $state<string | null>(null);
  cursor = $state<number | null>(null);
  tray = $state(false);
  menu = $state.raw<{ x: number; y: number; title: string; found: Pointed[]; here: Ref[] } | null>(null);
  /** What lies under the pointer: a place, or there only these things. */
  tip = $state.raw<{ x: number; y: number; space: number; title?: string; here?: Ref[] } | null>(null);
  listOpen = $state(false);
  listVerb = $state<string | null>(null);
  drawerOpen = $state(false);
  /** An answer that ends something for good, until the player has said that it is meant. */
  grave = $state.raw<{ text: string; price: string; final: boolean; options: Option[] } | null>(null);
  /** Whether the drawer was closed for as long as something out of it is in hand. */
  private tucked = false;

  private watching = $derived.by(() => this.live.past !== null || this.live.seen?.seat === -1);
  ask = $derived.by(() => (this.watching ? null : (this.live.view?.ask ?? null)));
  first = $derived.by(() => (this.watching ? null : (this.live.seen?.view.ask ?? null)));
  tokens = $derived.by(() => this.live.view?.tokens ?? []);
  spaces = $derived.by(() => this.live.board?.spaces.length ?? 0);
  /** The domains of the map, and the name of each of its places. */
  places = $derived.by(() => placesOf(this.live.board));
  private placeNames = $derived.by(
    () => new Map((this.live.board?.spaces ?? []).map((space) => [space.id, spaceRef(space)])),
  );
  groups = $derived.by(() => active(this.ask, this.verb, this.spaces));
  stacks = $derived.by(() => bySpace(this.tokens));
  light = $derived.by(() => lit(this.groups, this.held));
  /** Whether anything on the stage can be chosen: a place, what lies in it, or a card of the hands beside them. */
  onStage = $derived.by(
    () =>
      this.litSpaces.size > 0 ||
      (!!this.live.view && inHands(this.live.view).some((card) => this.light.has(cardKey(card)))),
  );
  /** By what one gets to a place, where some are reached otherwise than others. */
  ways = $derived.by(() => waysTo(this.groups));
  litSpaces = $derived.by(() => {
    const lit = (refs: Ref[]) => refs.some((ref) => this.light.has(keyOf(ref)));
    return new Set([...this.placeNames.keys()].filter((space) => lit(this.refsIn(space))));
  });
  /** The first chance that is told of choosing a place, the greatest where several are. */
  risks = $derived.by(() => {
    const found = new Map<number, number>();
    const where = new Map<string, number>();
    for (const [space, ref] of this.placeNames) where.set(keyOf(ref), space);
    for (const token of this.tokens) if ((token.space ?? -1) >= 0) where.set(tokenKey(token), token.space!);
    for (const { ref, chance } of chancesOf(this.groups, this.held)) {
      const space = where.get(keyOf(ref));
      if (space !== undefined) found.set(space, Math.max(chance, found.get(space) ?? 0));
    }
    return found;
  });
  here = $derived.by(() => (this.cursor === null ? [] : (this.stacks.get(this.cursor) ?? [])));

  constructor(
    private readonly live: TableState,
    private readonly board: () => BoardHandle | null,
    /** Something was pointed at that may be looked at. */
    private readonly onlook: (ref: Ref) => void,
    /** What was looked at is to be shown. */
    private readonly onshow: () => void,
  ) {}

  /** A place with all that lies in it. */
  refsIn(space: number): Ref[] {
    const place = this.placeNames.get(space) ?? { domain: "space", id: space };
    const cards = cardsIn(this.live.board, this.live.view, space);
    return placeRefs(place, this.stacks.get(space) ?? [], cards);
  }

  private get every(): Choices[] {
    return this.ask?.groups ?? [];
  }
  /** All that is asked now, without what may be done at any time: that is chosen by its button or its counter. */
  private get urgent(): Choices[] {
    return this.every.filter((group) => !group.standing);
  }
  /** Nothing in hand, nothing open. */
  rest() {
    this.held = [];
    this.verb = null;
    this.menu = null;
    this.tip = null;
    this.grave = null;
  }
  /** Nothing is pointed at any more either. */
  leave() {
    this.rest();
    this.cursor = null;
    this.tray = false;
  }
  putDown() {
    this.held = [];
    this.verb = null;
    this.drawerOpen ||= this.tucked;
    this.tucked = false;
  }
  /** The drawer comes back for the next counter out of a box. */
  private untuck() {
    const waiting = this.tokens.some((token) => token.box && this.light.has(tokenKey(token)));
    if (this.tucked && waiting) this.drawerOpen = true;
    this.tucked = false;
  }
  /** Nothing of the menu is wanted: then what stands here can be looked at. */
  closeMenu() {
    this.menu = null;
    this.tray = this.here.length > 0;
    this.board()?.focus();
  }

  // -- pointing

  /** What pointing at these things offers: one clear, safe answer is given at once; several open a small menu. */
  private offer(from: readonly Choices[], here: Ref[], at: Spot, title: string): boolean {
    const found = pointedAt(from, here, this.held);
    if (!found.length) return false;
    const only = found.length === 1 ? found[0]! : null;
    const unseenRisk = only?.choice.warning || (at.touch && only?.choice.odds);
    const { plain, hold, long } = offersOf(found, here, this.held);
    if (only && this.groups.includes(only.group) && !unseenRisk) void this.take(only);
    else if (hold.length === 1 && !plain.length && !long.length) this.takeUp(hold[0]!.ref, hold[0]!.group);
    else {
      this.menu = { x: at.x, y: at.y, title, found, here };
    }
    return true;
  }
  /** Takes the first thing of an option in hand; what may come next is lit. */
  takeUp(ref: Ref, group: Choices) {
    this.verb = group.verb;
    this.hold([...this.held, ref]);
  }
  /** A card is taken in hand with all that it can do; once more puts it down. */
  pickCard(card: Card) {
    this.pickUp(cardRef(card));
  }
  pickUp(ref: Ref) {
    this.verb = null;
    if (this.held.some((one) => keyOf(one) === keyOf(ref))) this.held = [];
    else this.hold([ref]);
  }
  private hold(refs: Ref[]) {
    this.held = refs;
    this.menu = null;
    this.tray = false;
    void tick().then(() => {
      const board = this.board();
      const places = [...this.litSpaces];
      this.tucked ||= this.drawerOpen && places.length > 0;
      this.drawerOpen = !places.length;
      if (places.length && !places.some((space) => board?.sees(space))) board?.reveal(places[0]!);
      board?.focus();
    });
  }
  /** A place is pointed at, or a counter in it: the counter is meant if something can be done with it. */
  point(space: number, at: Spot, aimed: string | null = null) {
    this.tip = null;
    this.cursor = space;
    this.tray = false;
    const token = this.tokens.find((one) => tokenKey(one) === aimed);
    if (token && this.offer(this.groups, [tokenRef(token)], at, token.name))
      return this.onlook(tokenRef(token));
    const title = this.board()?.describe(space) ?? "";
    const stack = this.stacks.get(space) ?? [];
    const here = this.refsIn(space);
    this.onlook(here[0]!);
    if (this.offer(this.groups, here, at, title) || this.offer(this.urgent, here, at, title)) return;
    this.menu = null;
    this.tray = true;
    const meant = token ? [tokenRef(token), ...here] : [...stack.map(tokenRef), ...here];
    this.whyNot(meant);
    this.onshow();
  }
  /** Says why none of these can be chosen. There is always an answer: if nothing like it is asked, then that. */
  private whyNot(here: Ref[]) {
    const option = wouldBe(this.groups, here, this.held) ?? wouldBe(this.urgent, here, this.held);
    if (option) void this.live.whyNot(option);
    else this.live.note = { text: this.notAsked, kind: "plain" };
  }
  /** What is to be said of a thing that the question is not about. */
  private get notAsked(): string {
    if (this.live.past) return "You are looking at the past.";
    const asked = this.live.seen?.view.ask;
    if (!asked || this.live.seen?.over) return "The game is over.";
    return this.urgent.length ? `Not now. You are asked: ${this.ask!.prompt}` : asked.prompt;
  }
  /** Whether nothing is done with this thing but to something else, chosen after it. */
  private begins(ref: Ref): boolean {
    const found = pointedAt(this.groups, [ref]);
    return (
      found.length > 0 &&
      found.every(({ group, choice }) => {
        const [first, ...more] = refs(group, choice);
        return keyOf(first!) === keyOf(ref) && more.length > 0;
      })
    );
  }
  /** A card that lies open beside others is pointed at by itself, as a counter is: `here` is the card, of a place also the
   *  place. What cannot be chosen says why. With something in hand the place where it lies may be meant, too. */
  pointOut(here: Ref[], at: Spot, title: string, barred = "", around: Ref[] = []) {
    this.tip = null;
    this.menu = null;
    this.onlook(here.at(-1)!);
    const own = here.find((one) => this.held.some((held) => keyOf(held) === keyOf(one)));
    if (own) return this.putDown();
    const first = here.find((one) => this.begins(one));
    const free = !this.held.length;
    if (first && free) return this.verb ? this.takeUp(first, this.groups[0]!) : this.pickUp(first);
    if (this.offer(this.groups, here, at, title)) return;
    if (!free && around.length && this.offer(this.groups, around, at, title)) return;
    if (first) return this.pickUp(first);
    if (this.offer(this.urgent, here, at, title) || (free && this.offer(this.every, here, at, title))) return;
    if (barred) this.live.note = { text: barred, kind: "bad" };
    else this.whyNot(here);
    this.onshow();
  }
  pick(token: Token, at: { x: number; y: number }) {
    const here = [tokenRef(token)];
    this.onlook(here[0]!);
    this.onshow();
    const spot = { ...at, touch: true };
    if (this.offer(this.groups, here, spot, token.name) || this.offer(this.every, here, spot, token.name))
      return;
    this.whyNot(here);
  }
  hover(space: number | null, at: Spot) {
    this.tip = space === null ? null : { x: at.x, y: at.y, space };
  }
  toCursor(space: number, at: Spot) {
    this.cursor = space;
    this.tray = this.stacks.has(space);
    this.tip = { x: at.x + 14, y: at.y + 14, space };
  }
  jump(step: number) {
    const board = this.board();
    if (board?.jump) return board.jump(step);
    const all = [...this.litSpaces].sort((a, b) => a - b);
    if (!all.length || !board) return;
    const at = all.indexOf(this.cursor ?? -1);
    const next = all[at < 0 ? 0 : (at + step + all.length) % all.length]!;
    board.focus();
    this.toCursor(next, board.reveal(next));
  }

  // -- answering

  /** An answer is given; a part of one is gathered, and the question stays. */
  take({ group, choice }: Pointed) {
    if (gathers(this.ask, group)) return this.gather({ option: choice.option, text: choice.text });
    return this.send(choice.option);
  }
  async gather(part: Part) {
    const many = this.listOpen;
    this.held = [];
    await this.settle(() => this.live.gather(part), many);
  }
  /** Answers; what gives up something for good, or loses something, is asked again first. */
  async send(...last: Option[]) {
    this.listOpen = false;
    const meant = new Set(last.map((option) => JSON.stringify(option)));
    const found = this.every
      .flatMap((group) => group.choices.map((choice) => ({ group, choice })))
      .find((one) => meant.has(optionKey(one.choice)) && askedAgain(one, settings.again));
    if (found)
      this.grave = {
        text: label(found),
        price: found.choice.warning ?? "",
        final: !!found.group.final,
        options: last,
      };
    else await this.settle(() => this.live.send(...last));
  }
  /** The player has said that it is meant. */
  async insist() {
    const options = this.grave?.options ?? [];
    this.grave = null;
    await this.settle(() => this.live.send(...options));
  }
  async replace(index: number, part: Part) {
    await this.live.drop(index);
    await this.live.gather(part);
  }
  private async settle(work: () => Promise<unknown>, keepFocus = false) {
    const onMenu = this.menu !== null;
    this.tray = false;
    this.menu = null;
    await work();
    await tick();
    this.untuck();
    if (!keepFocus && (onMenu || document.activeElement === document.body)) this.board()?.focus();
  }

  // -- verbs and lists

  /** A verb of the bar: light its places and go to the first; what lies in the drawer opens the drawer. */
  choose(group: Choices) {
    this.verb = this.verb === group.verb ? null : group.verb;
    this.held = [];
    if (this.verb === null) return;
    const light = lit([group]);
    const shown = this.live.view ? everyCard(this.live.view) : [];
    const hands = this.live.view ? inHands(this.live.view) : [];
    const onBoard =
      hands.some((card) => light.has(cardKey(card))) ||
      [...this.placeNames.keys()].some((space) => this.refsIn(space).some((ref) => light.has(keyOf(ref))));
    if (onBoard && this.litSpaces.size && !floods(group, this.spaces)) {
      this.board()?.reveal([...this.litSpaces][0]!);
      this.board()?.focus();
    }
    const waiting = this.tokens.some((token) => token.box && light.has(tokenKey(token)));
    const inDrawer = shown.some((card) => light.has(cardKey(card)));
    // Who takes something out of a pile to put it somewhere sees the pile first.
    const piled = new Set((this.live.view?.decks ?? []).flatMap((deck) => deck.cards ?? []).map(cardKey));
    const taken = group.choices.some((choice) => piled.has(keyOf(refs(group, choice)[0]!)));
    if (waiting || taken || (inDrawer && !onBoard) || inStock(group, this.live.view)) this.drawerOpen = true;
    else if (!onBoard && !inDrawer) {
      this.openList(group.verb);
      this.verb = null;
    }
  }
  openList(one: string | null) {
    this.menu = null;
    this.listVerb = one;
    this.listOpen = true;
  }
}
