// Generated from crates/protocol; see crates/protocol/tests/types.rs. Do not edit.

/**
 * What a seat asks in either game.
 */
export type Action = { "game": "rummikub" } & RummikubAction | { "game": "tichu" } & TichuAction;

/**
 * What a seat called before it played (T2, T3).
 */
export type Call = "tichu" | "grand";

/**
 * One of the 56 cards (T1). As text and in JSON a rank and a suit, `Tj`, or `1` Mah Jong, `D` Dog, `P` Phoenix,
 * `R` Dragon.
 *
 * ```
 * use parlour_rules::tichu::{Card, Rank, Suit};
 *
 * let card: Card = "At".parse().unwrap();
 * assert_eq!(card, Card::new(Rank::ACE, Suit::Star));
 * assert!(Card::MAH_JONG < card && card < Card::PHOENIX);
 * assert!("0j".parse::<Card>().is_err());
 * ```
 */
export type Card = string;

/**
 * What one seat said in a vote.
 */
export type Cast = { 
/**
 * Whose voice.
 */
seat: Seat, 
/**
 * For what.
 */
choice: Choice, };

/**
 * Where a line of chat was said. All read both; players may hide what spectators say.
 */
export type Channel = "table" | "spectators";

/**
 * A line of chat: plain text, never markup.
 */
export type ChatLine = { 
/**
 * Who said it.
 */
player: PlayerId, 
/**
 * The name at that time.
 */
name: string, 
/**
 * Where it was said.
 */
channel: Channel, 
/**
 * What was said: 1 to 300 characters.
 */
text: string, 
/**
 * When, in milliseconds of Unix time.
 */
at: number, };

/**
 * What a table can do about a player who is away.
 */
export type Choice = "bot" | "wait" | "end";

/**
 * What is wrong: the room's codes, or the referee's.
 */
export type Code = ErrorCode | RummikubIllegal | TichuIllegal;

/**
 * What cards are when they are played together (T6, T8, T10). As text `single 9`, `full house A over 9`,
 * `straight T to A`, `bomb 9`, `bomb 5 to 9`; in JSON `{"kind":"straight","top":"A","length":5}`.
 */
export type Combination = { "kind": "dog" } | { "kind": "single", 
/**
 * How high it is.
 */
value: SingleValue, } | { "kind": "pair", 
/**
 * The rank.
 */
rank: Rank, } | { "kind": "triple", 
/**
 * The rank.
 */
rank: Rank, } | { "kind": "full_house", 
/**
 * The rank of the three, which alone is compared (T7).
 */
triple: Rank, 
/**
 * The rank of the two.
 */
pair: Rank, } | { "kind": "straight", 
/**
 * The highest rank.
 */
top: Rank, 
/**
 * How many cards, from 5 to 14.
 */
length: number, } | { "kind": "stairs", 
/**
 * The highest rank.
 */
top: Rank, 
/**
 * How many pairs, from 2; a hand of 14 cards holds at most 7.
 */
pairs: number, } | { "kind": "four_bomb", 
/**
 * The rank.
 */
rank: Rank, } | { "kind": "straight_bomb", 
/**
 * The highest rank.
 */
top: Rank, 
/**
 * How many cards, from 5 to 13.
 */
length: number, };

/**
 * What a client asks. In JSON it stands beside the id: `{"id":7,"type":"stand","room":"3K7Q0ZTM"}`.
 */
export type Command = { "type": "hello" } & Hello | { "type": "rename", 
/**
 * The name: 1 to 24 characters.
 */
name: string, } | { "type": "lobby", 
/**
 * Whether to watch.
 */
watch: boolean, } | { "type": "create" } & Create | { "type": "join", 
/**
 * The room.
 */
room?: RoomId, 
/**
 * The invite.
 */
invite?: Invite, } | { "type": "leave", 
/**
 * The room.
 */
room: RoomId, } | { "type": "sit", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "stand", 
/**
 * The room.
 */
room: RoomId, } | { "type": "ready", 
/**
 * The room.
 */
room: RoomId, 
/**
 * Whether one is.
 */
ready: boolean, } | { "type": "pledge", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The commitment that this answers.
 */
commitment: Digest, 
/**
 * The hash of the nonce, the room, the round and the seat.
 */
hash: Digest, } | { "type": "contribute", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The commitment that this answers.
 */
commitment: Digest, 
/**
 * The nonce.
 */
nonce: Nonce, } | { "type": "bot", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "remove", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "start", 
/**
 * The room.
 */
room: RoomId, } | { "type": "act", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the prompt that this answers. A tichu call, and whatever a seat asks that need not act (a bomb
 * out of turn, another choice for the exchange), may leave it out.
 */
prompt?: number, 
/**
 * The action.
 */
action: Action, } | { "type": "hint", 
/**
 * The room.
 */
room: RoomId, } | { "type": "take_back", 
/**
 * The room.
 */
room: RoomId, } | { "type": "record", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the match; left out, the newest.
 */
number?: number, 
/**
 * The first move of the page, from 0.
 */
from?: number, } | { "type": "vote", 
/**
 * The room.
 */
room: RoomId, 
/**
 * What one wants.
 */
choice: Choice, } | { "type": "ask_hand", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The player's seat.
 */
seat: Seat, } | { "type": "show_hand", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The spectator.
 */
player: PlayerId, 
/**
 * Whether it may see.
 */
show: boolean, } | { "type": "emote", 
/**
 * The room.
 */
room: RoomId, 
/**
 * Which.
 */
emote: Emote, } | { "type": "chat", 
/**
 * The room.
 */
room: RoomId, 
/**
 * What to say: 1 to 300 characters after trimming, none of them control characters.
 */
text: string, } | { "type": "snapshot", 
/**
 * The room.
 */
room: RoomId, } | { "type": "ping" };

/**
 * A room to be opened.
 */
export type Create = { 
/**
 * The game and its options.
 */
variant: Variant, 
/**
 * Whether the room is in the list of public rooms. Default false.
 */
public?: boolean, 
/**
 * The room's title; default is the host's name.
 */
title?: string, 
/**
 * Whether players may ask the referee for hints. Default is yes, but no in a public room.
 */
hints?: boolean, 
/**
 * Makes a practice room: private, for one player among bots, who may take actions back.
 */
practice?: Practice, };

/**
 * A SHA-256 hash that commits to something. Public.
 */
export type Digest = string;

/**
 * Why melds and discard do not divide a rack (R15).
 */
export type DivisionFault = { "code": "discard_required" } | { "code": "discard_not_in_rack", 
/**
 * The tile.
 */
tile: Tile, } | { "code": "tile_not_in_rack", 
/**
 * The tile.
 */
tile: Tile, } | { "code": "tile_used_twice", 
/**
 * The tile.
 */
tile: Tile, } | { "code": "discard_in_meld", 
/**
 * The tile.
 */
tile: Tile, } | { "code": "tiles_left_over", 
/**
 * The tiles.
 */
tiles: Tiles, };

/**
 * A quick phrase, which each client shows in its own language.
 */
export type Emote = "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "wow" | "thinking" | "hurry";

/**
 * A command with the client's id for it.
 */
export type Envelope = { 
/**
 * A number of the client's choice, higher than all before, at most 2^53 - 1.
 */
id: number, } & ({ "type": "hello" } & Hello | { "type": "rename", 
/**
 * The name: 1 to 24 characters.
 */
name: string, } | { "type": "lobby", 
/**
 * Whether to watch.
 */
watch: boolean, } | { "type": "create" } & Create | { "type": "join", 
/**
 * The room.
 */
room?: RoomId, 
/**
 * The invite.
 */
invite?: Invite, } | { "type": "leave", 
/**
 * The room.
 */
room: RoomId, } | { "type": "sit", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "stand", 
/**
 * The room.
 */
room: RoomId, } | { "type": "ready", 
/**
 * The room.
 */
room: RoomId, 
/**
 * Whether one is.
 */
ready: boolean, } | { "type": "pledge", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The commitment that this answers.
 */
commitment: Digest, 
/**
 * The hash of the nonce, the room, the round and the seat.
 */
hash: Digest, } | { "type": "contribute", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The commitment that this answers.
 */
commitment: Digest, 
/**
 * The nonce.
 */
nonce: Nonce, } | { "type": "bot", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "remove", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The seat.
 */
seat: Seat, } | { "type": "start", 
/**
 * The room.
 */
room: RoomId, } | { "type": "act", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the prompt that this answers. A tichu call, and whatever a seat asks that need not act (a bomb
 * out of turn, another choice for the exchange), may leave it out.
 */
prompt?: number, 
/**
 * The action.
 */
action: Action, } | { "type": "hint", 
/**
 * The room.
 */
room: RoomId, } | { "type": "take_back", 
/**
 * The room.
 */
room: RoomId, } | { "type": "record", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the match; left out, the newest.
 */
number?: number, 
/**
 * The first move of the page, from 0.
 */
from?: number, } | { "type": "vote", 
/**
 * The room.
 */
room: RoomId, 
/**
 * What one wants.
 */
choice: Choice, } | { "type": "ask_hand", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The player's seat.
 */
seat: Seat, } | { "type": "show_hand", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The spectator.
 */
player: PlayerId, 
/**
 * Whether it may see.
 */
show: boolean, } | { "type": "emote", 
/**
 * The room.
 */
room: RoomId, 
/**
 * Which.
 */
emote: Emote, } | { "type": "chat", 
/**
 * The room.
 */
room: RoomId, 
/**
 * What to say: 1 to 300 characters after trimming, none of them control characters.
 */
text: string, } | { "type": "snapshot", 
/**
 * The room.
 */
room: RoomId, } | { "type": "ping" });

/**
 * Whose fault an error is.
 */
export type ErrorClass = "message" | "state" | "rules" | "limit" | "server";

/**
 * Why the room or the server rejects a command.
 */
export type ErrorCode = "malformed" | "unknown_type" | "bad_field" | "hello_first" | "hello_twice" | "protocol_mismatch" | "unknown_token" | "id_reused" | "id_expired" | "bad_name" | "bad_chat" | "bad_variant" | "no_such_room" | "room_failed" | "bad_invite" | "not_in_room" | "room_full" | "no_such_seat" | "seat_taken" | "seat_empty" | "not_seated" | "not_host" | "match_running" | "no_match" | "not_ready" | "other_game" | "hints_off" | "no_hint" | "not_practice" | "practice_room" | "bad_position" | "nothing_to_take_back" | "no_vote" | "not_watching" | "stale_prompt" | "stale_shuffle" | "bad_nonce" | "prompt_required" | "rate_limited" | "too_many_rooms" | "unavailable" | "shutting_down";

/**
 * Why a command was not done.
 */
export type ErrorReply = { 
/**
 * Whose fault it is.
 */
class: ErrorClass, 
/**
 * What is wrong, for programs.
 */
code: Code, 
/**
 * What is wrong, for the author of a client; never shown to players.
 */
message: string, 
/**
 * Whether the same command, even with the same id, may succeed later without a change.
 */
retry: boolean, 
/**
 * When to try again, in milliseconds from now.
 */
retry_ms?: number, 
/**
 * What the room waits for now, when the command came too late.
 */
prompt?: Prompt, };

/**
 * What happened: in the room itself, or in the match on its table. The tag is `of`, since `from` is a field of some
 * events.
 */
export type Event = { "of": "room" } & RoomEvent | { "of": "rummikub" } & RummikubEvent | { "of": "tichu" } & TichuEvent;

/**
 * The three cards that a seat gives away (T4).
 */
export type Exchange = { 
/**
 * To the next seat, on the left.
 */
left: Card, 
/**
 * To the partner.
 */
partner: Card, 
/**
 * To the seat before, on the right.
 */
right: Card, };

/**
 * What is expected of a seat that must act.
 */
export type Expect = "take" | "throw" | "grand" | "exchange" | "lead" | "follow" | "gift";

/**
 * What is expected.
 */
export type Expects = "ready" | "hash" | "nonce" | "bomb_window" | Expect;

/**
 * A fault of a declaration. As text `gap in meld 2`, `tile_used_twice R5`, `tiles_left_over B11 B12`; in JSON
 * `{"code":"gap","meld":2}`, `{"code":"tile_used_twice","tile":"R5"}`.
 */
export type Fault = { 
/**
 * Why.
 */
code: MeldFault, 
/**
 * Its number in the layout, from 1.
 */
meld: number, } | DivisionFault;

/**
 * Which game is played.
 */
export type GameKind = "rummikub" | "tichu";

/**
 * Why a room is no more.
 */
export type GoneReason = "failed";

/**
 * Who a client is and what it wants to be told.
 */
export type Hello = { 
/**
 * The protocol numbers that the client speaks.
 */
protocol: Versions, 
/**
 * The client's name and version, for the server's statistics: at most 64 characters.
 */
client: string, 
/**
 * The player's name; a known player keeps its own when this is left out.
 */
name?: string, 
/**
 * The token of an earlier `welcome`; without one a new player is made.
 */
token?: Token, 
/**
 * The rooms to go on in, at most 8; each is followed by what was missed or by a snapshot.
 */
resume: Array<Resume>, 
/**
 * Whether prompts shall list the viewer's legal actions.
 */
legal: boolean, 
/**
 * Whether frames that change the match shall bring the viewer's whole view.
 */
views: boolean, };

/**
 * What the referee advises a seat in either game.
 */
export type Hint = { "game": "rummikub" } & RummikubHint | { "game": "tichu" } & TichuHint;

/**
 * What opens a private room: 60 bits, for those who were invited.
 */
export type Invite = string;

/**
 * Melds as laid. As text `R1 R2 R3 / K7 R7 O7`, an empty meld `-`; in JSON an array of arrays of tiles.
 *
 * ```
 * use parlour_rules::rummikub::Layout;
 *
 * let layout: Layout = "R1 R2 R3 / K7 R7 O7".parse().unwrap();
 * assert_eq!(layout.melds().count(), 2);
 * assert_eq!(layout.tiles().len(), 6);
 * ```
 */
export type Layout = Array<Array<string>>;

/**
 * How long a match is (R19, T25). Ties at the end are the game's to settle.
 */
export type Length = { "rounds": number } | { "target": number };

/**
 * What holds on this server.
 */
export type Limits = { 
/**
 * The longest text frame that a client may send, in bytes.
 */
frame_bytes: number, 
/**
 * The longest chat line, in characters.
 */
chat_chars: number, 
/**
 * The longest name, in characters.
 */
name_chars: number, 
/**
 * Seconds between the server's pings.
 */
ping_seconds: number, 
/**
 * Seconds of silence after which the server closes the socket.
 */
silence_seconds: number, 
/**
 * After so many seconds the table is asked about a player who is away and holds it up.
 */
absent_seconds: number, };

/**
 * The public rooms that can be joined or watched.
 */
export type Lobby = { 
/**
 * The rooms, the newest first, at most 100.
 */
rooms: Array<RoomSummary>, };

/**
 * Why tiles are no meld. `Display` and JSON are the code.
 */
export type MeldFault = "too_short" | "too_many_jokers" | "duplicate_colour" | "set_too_long" | "run_too_long" | "mixed" | "gap" | "not_ascending" | "wrap_around" | "duplicate_number" | "joker_out_of_range";

/**
 * What one input caused in a match.
 */
export type Move = { 
/**
 * The round, from 1.
 */
round: number, 
/**
 * What happened, in order; in full if the round is over.
 */
events: Array<Event>, };

/**
 * What a seat adds to the chance of a round, so that the server alone cannot choose it. Known to the seat alone
 * until all seats have committed to theirs.
 */
export type Nonce = string;

/**
 * Something about the whole server.
 */
export type Notice = { "kind": "restart", 
/**
 * When it stops, in milliseconds of Unix time.
 */
at: number, 
/**
 * How long the client waits before it comes back, in milliseconds after its socket is closed. It is another for
 * each client, so that they do not all come at once.
 */
retry_ms: number, } | { "kind": "taken_over" } | { "kind": "message", 
/**
 * What: 1 to 300 characters.
 */
text: string, };

/**
 * Who sits on a seat.
 */
export type Occupant = { "kind": "player", 
/**
 * Who.
 */
player: Player, 
/**
 * Whether a bot plays for it until it returns (R20).
 */
bot_plays: boolean, } | { "kind": "bot", 
/**
 * Its name.
 */
name: string, };

/**
 * How a command went.
 */
export type Outcome = { "type": "ok", 
/**
 * The frame of the room that shows what it did; sent before this answer.
 */
seq?: number, 
/**
 * The room that was created or joined.
 */
room?: RoomId, 
/**
 * The invite of the room that was created.
 */
invite?: Invite, 
/**
 * The server's time, in milliseconds of Unix time: the answer to `ping`.
 */
now?: number, } | { "type": "welcome" } & Welcome | { "type": "hint", 
/**
 * What the referee advises.
 */
hint: Hint, } | { "type": "record" } & Record | { "type": "error" } & ErrorReply;

/**
 * Cards that can be played.
 */
export type Playable = { 
/**
 * The cards.
 */
cards: Card[], 
/**
 * What they are.
 */
combination: Combination, 
/**
 * The rank that has to be stated for the Phoenix (T9).
 */
phoenix?: Rank, };

/**
 * A player as the others see it.
 */
export type Player = { 
/**
 * Who.
 */
id: PlayerId, 
/**
 * The name.
 */
name: string, 
/**
 * Whether its connection is there.
 */
connected: boolean, 
/**
 * Since when, in milliseconds of Unix time.
 */
since: number, };

/**
 * A player, as the others see it. Not a secret.
 */
export type PlayerId = string;

/**
 * How a practice room is dealt.
 */
export type Practice = { 
/**
 * 64 hexadecimal digits from which the rounds of every match are dealt, so that they can be played again; left out,
 * chance deals.
 */
seed?: string, 
/**
 * Where every match begins, in the notation of positions; left out, with a deal.
 */
position?: string, };

/**
 * What the room waits for. There is always exactly one prompt; it is made from the room's state.
 */
export type Prompt = { 
/**
 * The number that an answer echoes. It grows whenever something else is expected.
 */
number: number, 
/**
 * The seats that must act; the others wait. Empty while a bomb window is open.
 */
seats: Seat[], 
/**
 * What is expected of them.
 */
expects: Expects, 
/**
 * When the rules' default is done for those who have not acted, in milliseconds of Unix time; none without a clock.
 */
deadline?: number, 
/**
 * Every action that the viewer may take now, also out of turn; for clients that asked for it, in the newest
 * prompt only.
 */
legal?: Array<Action>, };

/**
 * What a server sends unasked.
 */
export type Push = { "type": "events", 
/**
 * The room.
 */
room: RoomId, 
/**
 * One more than the frame before.
 */
seq: number, 
/**
 * What happened, in order.
 */
events: Array<Event>, 
/**
 * What the room waits for now, when that changed.
 */
prompt?: Prompt, 
/**
 * The match as the viewer may know it now: for clients that asked for views, when it changed.
 */
view?: View, } | { "type": "snapshot", 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the last frame that is contained; the next frame has one more.
 */
seq: number, 
/**
 * The room.
 */
state: RoomState, } | { "type": "lobby" } & Lobby | { "type": "gone", 
/**
 * The room.
 */
room: RoomId, 
/**
 * Why, when it is not one of these.
 */
reason?: GoneReason, } | { "type": "notice" } & Notice;

/**
 * The rank of a natural card, from 2 to 14. As text and in JSON one letter: `2` to `9`, `T J Q K A`.
 */
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";

/**
 * A page of what happened in a match, no longer than a text frame of a client may be.
 */
export type Record = { 
/**
 * The number of the match.
 */
number: number, 
/**
 * The number of the first move here, from 0.
 */
from: number, 
/**
 * The moves in order.
 */
moves: Array<Move>, 
/**
 * Where the next page begins; none when this is the last.
 */
next?: number, };

/**
 * The answer to the command with the id `re`.
 */
export type Reply = { 
/**
 * The id of the command; none when the message was so wrong that it had none.
 */
re: number | null, } & ({ "type": "ok", 
/**
 * The frame of the room that shows what it did; sent before this answer.
 */
seq?: number, 
/**
 * The room that was created or joined.
 */
room?: RoomId, 
/**
 * The invite of the room that was created.
 */
invite?: Invite, 
/**
 * The server's time, in milliseconds of Unix time: the answer to `ping`.
 */
now?: number, } | { "type": "welcome" } & Welcome | { "type": "hint", 
/**
 * What the referee advises.
 */
hint: Hint, } | { "type": "record" } & Record | { "type": "error" } & ErrorReply);

/**
 * A room to go on in.
 */
export type Resume = { 
/**
 * The room.
 */
room: RoomId, 
/**
 * The number of the last frame of this room that arrived.
 */
seq: number, };

/**
 * What happened around the match.
 */
export type RoomEvent = { "kind": "joined", 
/**
 * Who.
 */
player: Player, } | { "kind": "left", 
/**
 * Who.
 */
player: PlayerId, } | { "kind": "sat", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Who sits there.
 */
occupant: Occupant, } | { "kind": "stood", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "ready", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Whether it is.
 */
ready: boolean, } | { "kind": "host", 
/**
 * Who.
 */
player: PlayerId, } | { "kind": "presence", 
/**
 * Whose.
 */
player: PlayerId, 
/**
 * Whether it is there.
 */
connected: boolean, 
/**
 * Since when, in milliseconds of Unix time.
 */
since: number, } | { "kind": "bank", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * What is left, in milliseconds.
 */
left_ms: number, } | { "kind": "substituted", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Whether a bot plays.
 */
bot: boolean, } | { "kind": "renamed", 
/**
 * Who.
 */
player: PlayerId, 
/**
 * The new name.
 */
name: string, } | { "kind": "chat" } & ChatLine | { "kind": "emote", 
/**
 * Who.
 */
player: PlayerId, 
/**
 * Which.
 */
emote: Emote, } | { "kind": "taken_back", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "vote_opened", 
/**
 * The player's seat.
 */
seat: Seat, 
/**
 * When the vote closes, in milliseconds of Unix time.
 */
closes: number, } | { "kind": "voted", 
/**
 * Whose voice.
 */
seat: Seat, 
/**
 * For what.
 */
choice: Choice, } | { "kind": "vote_closed", 
/**
 * The seat it was about.
 */
seat: Seat, 
/**
 * What most wanted, a bot when there were as many for another; none when the table need not wait any more.
 */
choice: Choice | null, } | { "kind": "match_abandoned" } | { "kind": "hand_asked", 
/**
 * Who asks.
 */
player: PlayerId, 
/**
 * Whose hand.
 */
seat: Seat, } | { "kind": "hand_shown", 
/**
 * To whom.
 */
player: PlayerId, 
/**
 * Whose hand.
 */
seat: Seat, 
/**
 * Whether it may be seen.
 */
shown: boolean, } | { "kind": "committed", 
/**
 * The round that will be dealt.
 */
round: number, 
/**
 * The number of the attempt: 1, or up to 3 when a nonce was withheld.
 */
attempt: number, 
/**
 * The hash of the secret.
 */
commitment: Digest, } | { "kind": "pledged", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The hash of its nonce.
 */
hash: Digest, } | { "kind": "list_closed", 
/**
 * The commitment that it is about.
 */
commitment: Digest, 
/**
 * The hash of each seat that takes part.
 */
hashes: (Digest | null)[], } | { "kind": "contributed", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "shuffled", 
/**
 * The commitment that was kept.
 */
commitment: Digest, 
/**
 * What each seat had to do with it.
 */
shares: Share[], } | { "kind": "revealed", 
/**
 * The round.
 */
round: number, 
/**
 * The number of the attempt.
 */
attempt: number, 
/**
 * What the server had committed to.
 */
commitment: Digest, 
/**
 * What each seat had to do with it.
 */
shares: Share[], 
/**
 * The secret.
 */
secret: Secret, } | { "kind": "match_started", 
/**
 * The number of the room's match, from 1.
 */
number: number, };

/**
 * A room. Not a secret: it opens no private room.
 */
export type RoomId = string;

/**
 * All that a viewer may know of a room.
 */
export type RoomState = { 
/**
 * The title.
 */
title: string, 
/**
 * Whether it is in the list of public rooms.
 */
public: boolean, 
/**
 * What others come in with.
 */
invite: Invite, 
/**
 * The player who may remove and start.
 */
host: PlayerId, 
/**
 * The game and its options.
 */
variant: Variant, 
/**
 * Whether players may ask the referee for hints.
 */
hints: boolean, 
/**
 * Whether it is a practice room.
 */
practice: boolean, 
/**
 * What each seat has in its bank at the beginning of a match, in milliseconds.
 */
bank_ms: number, 
/**
 * The seats in order.
 */
seats: Array<SeatState>, 
/**
 * The players without a seat.
 */
spectators: Array<Player>, 
/**
 * Where the room stands.
 */
stage: Stage, 
/**
 * The number of the match, from 1; 0 before the first.
 */
match_number: number, 
/**
 * The last chat lines, at most 50 of each channel, the newest last.
 */
chat: Array<ChatLine>, 
/**
 * The vote about a player who is away, while there is one.
 */
vote?: Vote, 
/**
 * Which racks or hands spectators may see by their players' leave, in the running match.
 */
shown?: Array<Shown>, 
/**
 * Who looks.
 */
you: You, 
/**
 * What the room waits for.
 */
prompt: Prompt, 
/**
 * The shuffle of the round that is being played, or of the next; none in a practice room, where nobody agrees on deals.
 */
shuffle: ShuffleState | null, 
/**
 * The match as the viewer may know it; none before the first.
 */
view: View | null, };

/**
 * A line of the list of public rooms.
 */
export type RoomSummary = { 
/**
 * The room.
 */
room: RoomId, 
/**
 * Its title.
 */
title: string, 
/**
 * The game played.
 */
game: GameKind, 
/**
 * Seats that are taken.
 */
taken: number, 
/**
 * Seats in all.
 */
seats: number, 
/**
 * Spectators.
 */
spectators: number, 
/**
 * Where the room stands.
 */
stage: Stage, };

/**
 * What a seat may ask. As text: `take pool`, `take discards`, `throw R5`, `declare O13 : R1 R2 R3 / K7 R7 O7`.
 */
export type RummikubAction = { "kind": "take", 
/**
 * Where from.
 */
from: Source, } | { "kind": "throw", 
/**
 * The tile.
 */
tile: Tile, } | { "kind": "declare", 
/**
 * The tile thrown.
 */
throw: Tile, 
/**
 * The melds, as laid.
 */
layout: Layout, };

/**
 * What happened, past tense.
 */
export type RummikubEvent = { "kind": "dealt", 
/**
 * The round's number, from 1.
 */
round: number, 
/**
 * The seat that begins.
 */
starter: Seat, 
/**
 * The racks; a viewer sees its own.
 */
racks: (Tile[] | null)[], 
/**
 * Tiles left in the pool.
 */
pool: number, } | { "kind": "timed_out", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "took", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Where from.
 */
from: Source, 
/**
 * The tile: known to all from the discards, to the seat alone from the pool (R13).
 */
tile?: Tile, } | { "kind": "threw", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The tile.
 */
tile: Tile, } | { "kind": "reshuffled", 
/**
 * Tiles in the new pool.
 */
pool: number, } | { "kind": "refused", 
/**
 * The seat that declared.
 */
seat: Seat, 
/**
 * Every fault with its place, for the seat alone.
 */
faults?: Array<Fault>, 
/**
 * Declarations that the seat has left in this turn.
 */
left: number, 
/**
 * Points that each seat gets for it: zeros, or 1 for every other seat under `penalty`.
 */
points: number[], } | { "kind": "declared", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The closing discard.
 */
throw: Tile, 
/**
 * The melds, as laid.
 */
layout: Layout, } | { "kind": "round_ended", 
/**
 * What it brought.
 */
result: RummikubRoundResult, } | { "kind": "match_ended", 
/**
 * The seats with the most points: one, or several that share the first place.
 */
winners: Array<Seat>, 
/**
 * Points of the whole match.
 */
totals: number[], };

/**
 * Advice for a seat while a round is played.
 */
export type RummikubHint = { 
/**
 * The tile that the seat does best to throw; only while it has to throw. It wins when `distance` is 0: the layout
 * can be declared as it is (R14, R15).
 */
throw: Tile | null, 
/**
 * Melds of the rack, without that tile, that leave the least deadwood (R18).
 */
layout: Layout, 
/**
 * The tiles in no meld.
 */
rest: Tile[], 
/**
 * What they cost.
 */
deadwood: number, 
/**
 * How many tiles the rack, without that tile, must exchange to be complete, from 0 to 14; none when the tiles that
 * are still about cannot complete it.
 */
distance: number | null, 
/**
 * The tiles each of which shortens the distance by one.
 */
useful: Tile[], };

/**
 * Why an action is refused. `Display` is the code.
 */
export type RummikubIllegal = "not_your_turn" | "must_draw" | "already_drew" | "no_discard" | "same_tile" | "joker_discarded" | "discard_not_in_rack" | "round_over" | "round_running" | "declarations_used_up";

/**
 * Where a round stands.
 */
export type RummikubPhase = { "phase": "between" } | { "phase": "take", 
/**
 * The seat on turn.
 */
turn: Seat, } | { "phase": "throw", 
/**
 * The seat on turn.
 */
turn: Seat, 
/**
 * The tile that it took from the discards, which it may not throw (R10); none after the pool.
 */
from_discards: Tile | null, 
/**
 * Declarations refused in this turn, at most 3 (R16).
 */
refused: number, } | { "phase": "over", 
/**
 * The seats with the most points.
 */
winners: Array<Seat>, };

/**
 * What a round brought.
 */
export type RummikubRoundResult = { 
/**
 * The round's number, from 1.
 */
round: number, 
/**
 * The seat that declared; none when the round was drawn (R12).
 */
winner: Seat | null, 
/**
 * What the winner laid.
 */
layout: Layout | null, 
/**
 * The tile that the winner threw.
 */
throw: Tile | null, 
/**
 * The racks at the end, the winner's without its layout and throw.
 */
racks: Tile[][], 
/**
 * Points of the round, penalties included (R16, R18).
 */
points: number[], };

/**
 * The options of a Rummikub match; a field that is left out has its default.
 */
export type RummikubVariant = { 
/**
 * Seats at the table: 2 or 3 with one copy of the tiles, 2 to 4 with two (R1). Default 2.
 */
seats: number, 
/**
 * Copies of the 52 numbered tiles: 1 or 2 (R1); the jokers are always two. Default 1.
 */
copies: number, 
/**
 * Whether the previous seat's throw may be taken (R9). Default true.
 */
take_discard: boolean, 
/**
 * How often a round turns its discards into a new pool (R12), 0 to 20. Default 3.
 */
reshuffles: number, 
/**
 * What a refused declaration costs (R16). Default nothing.
 */
wrong_declaration: WrongDeclaration, 
/**
 * What a round scores (R18). Default `rounds`.
 */
scoring: Scoring, 
/**
 * How long the match is (R19). Default five rounds.
 */
length: Length, 
/**
 * Seconds a seat has for its turn (R20), at most 600; 0 is no clock. Default 60.
 */
turn_seconds: number, };

/**
 * All that a viewer may know; `legal_actions` follows from it alone.
 */
export type RummikubView = { 
/**
 * The options of the match.
 */
variant: RummikubVariant, 
/**
 * The viewer's seat; none for a spectator.
 */
seat: Seat | null, 
/**
 * The round's number, from 1; 0 before the first deal.
 */
round: number, 
/**
 * Where the round stands.
 */
phase: RummikubPhase, 
/**
 * The viewer's rack; none for a spectator.
 */
rack: Tile[] | null, 
/**
 * The tile that the viewer took in its running turn, from wherever.
 */
taken: Tile | null, 
/**
 * Tiles in each rack.
 */
counts: number[], 
/**
 * Tiles in the pool.
 */
pool: number, 
/**
 * How often the discards may still become a new pool in this round (R12).
 */
reshuffles: number, 
/**
 * The discards from the first to the last; the last is the one that may be taken (R9).
 */
discards: Array<Thrown>, 
/**
 * Points of the match so far.
 */
totals: number[], 
/**
 * The rounds that are over, in order.
 */
results: Array<RummikubRoundResult>, };

/**
 * How a round is scored (R18).
 */
export type Scoring = "rounds" | "remi" | "deadwood";

/**
 * A place at the table, counted from 0 in the order of turns.
 */
export type Seat = number;

/**
 * A seat of a room.
 */
export type SeatState = { 
/**
 * Who sits there; none when it is free.
 */
occupant: Occupant | null, 
/**
 * Whether the occupant is ready. A bot always is.
 */
ready: boolean, 
/**
 * For how many milliseconds its clock can still wait in this match while its player has no connection. What it uses for
 * the newest prompt is taken off when it is known.
 */
bank_ms: number, };

/**
 * What the server adds to the chance of a round, so that the seats together cannot choose it. Known to nobody but
 * the server until the round is over: with the nonces it tells every card.
 */
export type Secret = string;

/**
 * What a server sends: answers and pushes travel on one socket.
 */
export type ServerMessage = Reply | Push;

/**
 * What one seat had to do with a shuffle.
 */
export type Share = { "share": "absent" } | { "share": "withheld", 
/**
 * The hash.
 */
hash: Digest, } | { "share": "given", 
/**
 * The hash.
 */
hash: Digest, 
/**
 * The nonce.
 */
nonce: Nonce, };

/**
 * A rack or hand that a spectator may see.
 */
export type Shown = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * To whom.
 */
player: PlayerId, };

/**
 * The shuffle that is being agreed upon, or from which the round was dealt that is being played.
 */
export type ShuffleState = { 
/**
 * The round that is dealt from it, from 1.
 */
round: number, 
/**
 * The number of the attempt, from 1.
 */
attempt: number, 
/**
 * What the server committed to.
 */
commitment: Digest, } & ({ "shuffle": "open", 
/**
 * The hashes so far.
 */
hashes: (Digest | null)[], } | { "shuffle": "closed", 
/**
 * The list: the hash of each seat that takes part.
 */
hashes: (Digest | null)[], } | { "shuffle": "dealt", 
/**
 * What each seat had to do with it.
 */
shares: Share[], });

/**
 * How high a single is, in half steps: the Mah Jong is 1, a natural its rank, the Phoenix half a step over what it
 * lies on, the Dragon above all (T9, T10). As text and in JSON `1`, `9`, `9.5`, `R`.
 */
export type SingleValue = string;

/**
 * Where a tile is taken from (R9).
 */
export type Source = "pool" | "discards";

/**
 * Where a room stands.
 */
export type Stage = "waiting" | "playing" | "between" | "over";

/**
 * One step of a trick.
 */
export type Step = { "kind": "play", 
/**
 * Who played it.
 */
seat: Seat, 
/**
 * The cards.
 */
cards: Card[], 
/**
 * What they are.
 */
combination: Combination, } | { "kind": "pass", 
/**
 * Who passed.
 */
seat: Seat, };

/**
 * A tile among the discards.
 */
export type Thrown = { 
/**
 * Who threw it.
 */
seat: Seat, 
/**
 * The tile.
 */
tile: Tile, };

/**
 * What a seat may ask. As text: `grand`, `decline`, `tichu`, `exchange 2j 5s At` (to the next seat, the partner, the
 * seat before), `play 5j 6j 7s 8t P as 9 wish 8`, `pass`, `gift 1`.
 */
export type TichuAction = { "kind": "grand" } | { "kind": "decline" } | { "kind": "tichu" } | { "kind": "exchange" } & Exchange | { "kind": "play", 
/**
 * The cards.
 */
cards: Card[], 
/**
 * The rank that the Phoenix stands for, when it is ambiguous; unstated it takes the highest reading (T9).
 */
phoenix?: Rank, 
/**
 * The rank wished for with the Mah Jong (T18).
 */
wish?: Rank, } | { "kind": "pass" } | { "kind": "gift", 
/**
 * The opponent.
 */
to: Seat, };

/**
 * What happened, past tense.
 */
export type TichuEvent = { "kind": "dealt", 
/**
 * The round's number, from 1.
 */
round: number, 
/**
 * The cards that each seat got now; a viewer sees its own.
 */
cards: (Card[] | null)[], 
/**
 * How many each seat got: 8 or 6.
 */
count: number, } | { "kind": "answered", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Whether it called; for the seat alone.
 */
grand?: boolean, } | { "kind": "grand_revealed", 
/**
 * The callers, possibly none.
 */
callers: Seat[], } | { "kind": "called", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "submitted", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The cards; for the seat alone.
 */
exchange?: Exchange, } | { "kind": "exchanged", 
/**
 * What each seat gave; a viewer sees its own.
 */
given: (Exchange | null)[], 
/**
 * What each seat got: from the seat on its left, its partner, the seat on its right; a viewer sees its own.
 */
received: (Exchange | null)[], 
/**
 * The seat that holds the Mah Jong and leads (T5).
 */
leader: Seat, } | { "kind": "timed_out", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "played", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The cards.
 */
cards: Card[], 
/**
 * What they are.
 */
combination: Combination, 
/**
 * The rank wished for with it (T18).
 */
wish?: Rank, } | { "kind": "wish_fulfilled", 
/**
 * The rank.
 */
rank: Rank, } | { "kind": "passed", 
/**
 * The seat.
 */
seat: Seat, } | { "kind": "went_out", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * 1 for the first to go out, up to 3.
 */
place: number, } | { "kind": "dog_gave", 
/**
 * Who played it.
 */
from: Seat, 
/**
 * Who leads now.
 */
to: Seat, } | { "kind": "window_opened" } | { "kind": "trick_taken", 
/**
 * The owner.
 */
seat: Seat, 
/**
 * Card points in it, -25 to 125.
 */
points: number, } | { "kind": "dragon_given", 
/**
 * Who won it.
 */
from: Seat, 
/**
 * The opponent who got it.
 */
to: Seat, 
/**
 * Card points in it.
 */
points: number, } | { "kind": "round_ended", 
/**
 * What it brought.
 */
result: TichuRoundResult, } | { "kind": "match_ended", 
/**
 * The winning team: 0 for seats 0 and 2, 1 for seats 1 and 3; none when it is drawn.
 */
winner: number | null, 
/**
 * Points of the teams.
 */
totals: [number, number], };

/**
 * Why a play or a pass is illegal. `Display` and the JSON are the code.
 */
export type TichuFault = "card_not_held" | "not_a_combination" | "phoenix_misstated" | "dog_only_as_lead" | "wrong_kind" | "does_not_beat" | "not_a_bomb" | "must_lead" | "wish_must_be_played";

/**
 * The combinations that a seat can play now.
 */
export type TichuHint = { 
/**
 * Each combination once, with cards that make it; the Phoenix is among them only where it must be. Out of turn
 * they are bombs (T15).
 */
plays: Array<Playable>, 
/**
 * Whether there were more than [`Hint::MOST`].
 */
more: boolean, 
/**
 * Whether the seat may pass (T11, T19).
 */
pass: boolean, };

/**
 * Why an action is refused. `Display` is the code.
 */
export type TichuIllegal = "not_your_turn" | "wrong_phase" | "round_over" | "already_answered" | "already_called" | "too_late_to_call" | "same_card_twice" | "nothing_to_bomb" | "gift_open" | "not_an_opponent" | "wish_without_mah_jong" | TichuFault;

/**
 * Where a round stands.
 */
export type TichuPhase = { "phase": "between" } | { "phase": "grand", 
/**
 * The seats that have answered.
 */
answered: Seat[], } | { "phase": "exchange", 
/**
 * The seats that have chosen.
 */
submitted: Seat[], 
/**
 * How often each seat may still choose, 16 at first.
 */
left: number[], } | { "phase": "turn", 
/**
 * The seat on turn.
 */
turn: Seat, 
/**
 * The trick; without steps when the seat leads.
 */
trick: Trick, } | { "phase": "bomb_window", 
/**
 * The trick.
 */
trick: Trick, } | { "phase": "gift", 
/**
 * Who gives.
 */
from: Seat, 
/**
 * The trick.
 */
trick: Trick, } | { "phase": "over", 
/**
 * The winning team, 0 or 1; none when it is drawn.
 */
winner: number | null, };

/**
 * What a round brought (T22 to T24).
 */
export type TichuRoundResult = { 
/**
 * The round's number, from 1.
 */
round: number, 
/**
 * The seats in the order in which they went out: three, or two partners (T22).
 */
out: Array<Seat>, 
/**
 * Whether partners went out first and second (T22).
 */
double_victory: boolean, 
/**
 * The calls of the round (T3).
 */
calls: (Call | null)[], 
/**
 * Card points of the teams; they sum to 100, or are 200 and 0 after a double victory (T23, T24).
 */
cards: [number, number], 
/**
 * Points of the teams with the calls counted (T24).
 */
points: [number, number], 
/**
 * The hands that were left, shown to all.
 */
hands: Card[][], };

/**
 * The options of a Tichu match; a field that is left out has its default.
 */
export type TichuVariant = { 
/**
 * How long the match is (T25). Default to 1,000 points.
 */
length: Length, 
/**
 * What a tie at the end brings (T25). Default another round.
 */
tie: Tie, 
/**
 * How long the table waits for a bomb before a trick is collected (T17), in milliseconds, at most 10,000.
 * Default 2,000; 0 collects at once.
 */
bomb_window_ms: number, 
/**
 * Whether a seat that must fulfil a wish may bomb without the wished rank instead (T20). Default true.
 */
wish_bomb: boolean, 
/**
 * Whether a seat that must fulfil a wish may lead a bomb without the wished rank, or the Dog (T20). Default false.
 */
wish_lead: boolean, 
/**
 * Whether tichu may still be called when another seat is out (T3). Default true.
 */
late_call: boolean, 
/**
 * Whether a seat that is out sees its partner's hand until the round ends. Default false.
 */
partner_hand: boolean, 
/**
 * Seconds a seat has to act, at most 600; 0 is no clock. Default 60.
 */
turn_seconds: number, };

/**
 * All that a viewer may know; `legal_actions` follows from it alone.
 */
export type TichuView = { 
/**
 * The options of the match.
 */
variant: TichuVariant, 
/**
 * The viewer's seat; none for a spectator.
 */
seat: Seat | null, 
/**
 * The round's number, from 1; 0 before the first deal.
 */
round: number, 
/**
 * Where the round stands.
 */
phase: TichuPhase, 
/**
 * The viewer's hand; none for a spectator.
 */
hand: Card[] | null, 
/**
 * The partner's hand, for a seat that is out where the option `partner_hand` allows it.
 */
partner?: Card[], 
/**
 * Cards in each hand.
 */
counts: number[], 
/**
 * The calls that are known to all, and the viewer's own grand tichu as soon as it is called (T2, T3).
 */
calls: (Call | null)[], 
/**
 * The seats that have played a first card of the round (T3).
 */
played: Seat[], 
/**
 * The seats that are out, in order.
 */
out: Array<Seat>, 
/**
 * The open wish (T19).
 */
wish: Rank | null, 
/**
 * Card points that each seat has won in tricks; they lay open when they were taken.
 */
won: number[], 
/**
 * The last trick that was collected in this round, with the seat that got it.
 */
last_trick: [Seat, Trick] | null, 
/**
 * What the viewer gave in the exchange of this round, or has chosen to give so far (T4).
 */
given: Exchange | null, 
/**
 * What the viewer got: from the seat on its left, its partner, the seat on its right (T4).
 */
received: Exchange | null, 
/**
 * Points of the teams so far: seats 0 and 2, seats 1 and 3.
 */
totals: [number, number], 
/**
 * The rounds that are over, in order.
 */
results: Array<TichuRoundResult>, };

/**
 * What a tie at the end of a match brings (T25).
 */
export type Tie = "play_on" | "draw";

/**
 * A tile's face: one of 52 numbered ones or the joker. As text and in JSON: `R5`, `K13`, `J`.
 *
 * ```
 * use parlour_rules::rummikub::{Colour, Number, Tile};
 *
 * let tile: Tile = "K13".parse().unwrap();
 * assert_eq!(tile, Tile::new(Colour::Black, Number::MAX));
 * assert!(tile < Tile::JOKER);
 * assert!("K14".parse::<Tile>().is_err());
 * ```
 */
export type Tile = string;

/**
 * A multiset with at most two tiles of a face. As text `R1 R1 K13 J`, sorted, `-` when empty; in JSON an array.
 *
 * ```
 * use parlour_rules::rummikub::{Tile, Tiles};
 *
 * let mut rack: Tiles = "K13 R1 J R1".parse().unwrap();
 * assert_eq!(rack.to_string(), "R1 R1 K13 J");
 * assert!(rack.remove(Tile::JOKER));
 * assert_eq!(rack.len(), 3);
 * ```
 */
export type Tiles = Array<string>;

/**
 * 256 bits that prove who a player is; sent in the first message and never part of an address.
 */
export type Token = string;

/**
 * A trick: its steps from the lead on. It is public.
 */
export type Trick = { 
/**
 * The plays and passes in order; the first is the lead.
 */
steps: Array<Step>, };

/**
 * The rule options of either game.
 */
export type Variant = { "game": "rummikub" } & RummikubVariant | { "game": "tichu" } & TichuVariant;

/**
 * A range of protocol numbers.
 */
export type Versions = { 
/**
 * The lowest.
 */
min: number, 
/**
 * The highest.
 */
max: number, };

/**
 * What one viewer may know of a match of either game.
 */
export type View = { "game": "rummikub" } & RummikubView | { "game": "tichu" } & TichuView;

/**
 * What the table does about a player who is away. The others choose until all of them have, or until it closes.
 */
export type Vote = { 
/**
 * The seat of the player who is away.
 */
seat: Seat, 
/**
 * When it closes, in milliseconds of Unix time.
 */
closes: number, 
/**
 * What was said so far, each seat once.
 */
cast: Array<Cast>, };

/**
 * Who one is, and what holds here.
 */
export type Welcome = { 
/**
 * The protocol number that both speak.
 */
protocol: number, 
/**
 * The server's name and version.
 */
server: string, 
/**
 * Who one is for the others.
 */
player: PlayerId, 
/**
 * One's name.
 */
name: string, 
/**
 * The token to come back with; only when this `hello` made a new player.
 */
token?: Token, 
/**
 * The highest id that this player has used; the next command takes a higher one, a repeated one its own.
 */
last_id: number, 
/**
 * The rooms that this player is in.
 */
rooms: Array<RoomId>, 
/**
 * The server's time, in milliseconds of Unix time.
 */
now: number, 
/**
 * What holds here.
 */
limits: Limits, };

/**
 * What a refused declaration costs (R16).
 */
export type WrongDeclaration = "free" | "penalty";

/**
 * The viewer.
 */
export type You = { 
/**
 * Who one is for the others.
 */
player: PlayerId, 
/**
 * One's seat; none for a spectator.
 */
seat: Seat | null, };
