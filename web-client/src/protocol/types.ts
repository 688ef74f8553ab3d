// Generated from crates/protocol; see crates/protocol/tests/types.rs. Do not edit.

export type Call = 'tichu' | 'grand';
export type Card = string;
export type ChatLine = { player: PlayerId; name: string; text: string; at: number };
export type Code = ErrorCode | RummikubIllegal | TichuIllegal;
export type Combination =
  | { kind: 'dog' }
  | { kind: 'single'; value: SingleValue }
  | { kind: 'pair'; rank: Rank }
  | { kind: 'triple'; rank: Rank }
  | { kind: 'full_house'; triple: Rank; pair: Rank }
  | { kind: 'straight'; top: Rank; length: number }
  | { kind: 'stairs'; top: Rank; pairs: number }
  | { kind: 'four_bomb'; rank: Rank }
  | { kind: 'straight_bomb'; top: Rank; length: number };
export type SingleValue = string;
export type Action = ({ game: 'rummikub' } & RummikubAction) | ({ game: 'tichu' } & TichuAction);
export type Command =
  | ({ type: 'hello' } & Hello)
  | { type: 'rename'; name: string }
  | { type: 'lobby'; watch: boolean }
  | { type: 'create'; variant: Variant; public: boolean; title?: string }
  | { type: 'join'; room?: RoomId; invite?: Invite }
  | { type: 'leave'; room: RoomId }
  | { type: 'sit'; room: RoomId; seat: Seat }
  | { type: 'stand'; room: RoomId }
  | { type: 'ready'; room: RoomId; ready: boolean }
  | { type: 'bot'; room: RoomId; seat: Seat }
  | { type: 'remove'; room: RoomId; seat: Seat }
  | { type: 'start'; room: RoomId }
  | { type: 'act'; room: RoomId; prompt?: number; action: Action }
  | { type: 'chat'; room: RoomId; text: string }
  | { type: 'snapshot'; room: RoomId }
  | { type: 'ping' };
export type Envelope = { id: number } & Command;
export type ErrorClass = 'message' | 'state' | 'rules' | 'limit' | 'server';
export type ErrorCode =
  | 'malformed'
  | 'unknown_type'
  | 'bad_field'
  | 'hello_first'
  | 'hello_twice'
  | 'protocol_mismatch'
  | 'unknown_token'
  | 'id_reused'
  | 'id_expired'
  | 'bad_name'
  | 'bad_chat'
  | 'bad_variant'
  | 'no_such_room'
  | 'bad_invite'
  | 'not_in_room'
  | 'room_full'
  | 'no_such_seat'
  | 'seat_taken'
  | 'seat_empty'
  | 'not_seated'
  | 'not_host'
  | 'match_running'
  | 'no_match'
  | 'not_ready'
  | 'other_game'
  | 'stale_prompt'
  | 'prompt_required'
  | 'rate_limited'
  | 'too_many_rooms'
  | 'unavailable'
  | 'shutting_down';
export type ErrorReply = {
  class: ErrorClass;
  code: Code;
  message: string;
  retry: boolean;
  retry_ms?: number;
  prompt?: Prompt;
};
export type Event =
  | ({ of: 'room' } & RoomEvent)
  | ({ of: 'rummikub' } & RummikubEvent)
  | ({ of: 'tichu' } & TichuEvent);
export type Exchange = { left: Card; partner: Card; right: Card };
export type Expect = 'take' | 'throw' | 'grand' | 'exchange' | 'lead' | 'follow' | 'gift';
export type Expects = 'ready' | 'bomb_window' | Expect;
export type Fault = unknown;
export type GameKind = 'rummikub' | 'tichu';
export type Hello = {
  protocol: Versions;
  client: string;
  name?: string;
  token?: Token;
  resume: Array<Resume>;
  legal: boolean;
  views: boolean;
};
export type Invite = string;
export type Layout = Array<Array<Tile>>;
export type Length = { rounds: number } | { target: number };
export type Limits = {
  frame_bytes: number;
  chat_chars: number;
  name_chars: number;
  ping_seconds: number;
  silence_seconds: number;
};
export type Lobby = { rooms: Array<RoomSummary> };
export type Notice = { kind: 'restart'; at: number } | { kind: 'taken_over' };
export type Occupant = { kind: 'player'; player: Player; bot_plays: boolean } | { kind: 'bot'; name: string };
export type Outcome =
  | { type: 'ok'; seq?: number; room?: RoomId; invite?: Invite; now?: number }
  | ({ type: 'welcome' } & Welcome)
  | ({ type: 'error' } & ErrorReply);
export type Player = { id: PlayerId; name: string; connected: boolean; since: number };
export type PlayerId = string;
export type Prompt = {
  number: number;
  seats: Seat[];
  expects: Expects;
  deadline?: number;
  legal?: Array<Action>;
};
export type Push =
  | { type: 'events'; room: RoomId; seq: number; events: Array<Event>; prompt?: Prompt; view?: View }
  | { type: 'snapshot'; room: RoomId; seq: number; state: RoomState }
  | ({ type: 'lobby' } & Lobby)
  | { type: 'gone'; room: RoomId }
  | ({ type: 'notice' } & Notice);
export type Rank = '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';
export type Reply = { re: number | null } & Outcome;
export type Resume = { room: RoomId; seq: number };
export type RoomEvent =
  | { kind: 'joined'; player: Player }
  | { kind: 'left'; player: PlayerId }
  | { kind: 'sat'; seat: Seat; occupant: Occupant }
  | { kind: 'stood'; seat: Seat }
  | { kind: 'ready'; seat: Seat; ready: boolean }
  | { kind: 'host'; player: PlayerId }
  | { kind: 'presence'; player: PlayerId; connected: boolean; since: number }
  | { kind: 'substituted'; seat: Seat; bot: boolean }
  | { kind: 'renamed'; player: PlayerId; name: string }
  | ({ kind: 'chat' } & ChatLine)
  | { kind: 'match_started'; number: number };
export type RoomId = string;
export type RoomState = {
  title: string;
  public: boolean;
  invite: Invite;
  host: PlayerId;
  variant: Variant;
  seats: Array<SeatState>;
  spectators: Array<Player>;
  stage: Stage;
  match_number: number;
  chat: Array<ChatLine>;
  you: You;
  prompt: Prompt;
  view: View | null;
};
export type RoomSummary = {
  room: RoomId;
  title: string;
  game: GameKind;
  taken: number;
  seats: number;
  spectators: number;
  stage: Stage;
};
export type RummikubAction =
  | { kind: 'take'; from: Source }
  | { kind: 'throw'; tile: Tile }
  | { kind: 'declare'; throw: Tile; layout: Layout };
export type RummikubEvent =
  | { kind: 'dealt'; round: number; starter: Seat; racks: (Tile[] | null)[]; pool: number }
  | { kind: 'timed_out'; seat: Seat }
  | { kind: 'took'; seat: Seat; from: Source; tile?: Tile }
  | { kind: 'threw'; seat: Seat; tile: Tile }
  | { kind: 'reshuffled'; pool: number }
  | { kind: 'refused'; seat: Seat; faults?: Array<Fault>; left: number; points: number[] }
  | { kind: 'declared'; seat: Seat; throw: Tile; layout: Layout }
  | { kind: 'round_ended'; result: RummikubRoundResult }
  | { kind: 'match_ended'; winners: Array<Seat>; totals: number[] };
export type RummikubIllegal =
  | 'not_your_turn'
  | 'must_draw'
  | 'already_drew'
  | 'no_discard'
  | 'same_tile'
  | 'joker_discarded'
  | 'discard_not_in_rack'
  | 'round_over'
  | 'declarations_used_up';
export type RummikubPhase =
  | { phase: 'between' }
  | { phase: 'take'; turn: Seat }
  | { phase: 'throw'; turn: Seat; from_discards: Tile | null; refused: number }
  | { phase: 'over'; winners: Array<Seat> };
export type RummikubRoundResult = {
  round: number;
  winner: Seat | null;
  layout: Layout | null;
  throw: Tile | null;
  racks: Tile[][];
  points: number[];
};
export type RummikubVariant = {
  seats: number;
  copies: number;
  take_discard: boolean;
  reshuffles: number;
  wrong_declaration: WrongDeclaration;
  scoring: Scoring;
  length: Length;
  turn_seconds: number;
};
export type RummikubView = {
  variant: RummikubVariant;
  seat: Seat | null;
  round: number;
  phase: RummikubPhase;
  rack: Tile[] | null;
  taken: Tile | null;
  counts: number[];
  pool: number;
  reshuffles: number;
  discards: Array<Thrown>;
  totals: number[];
  results: Array<RummikubRoundResult>;
};
export type Scoring = 'rounds' | 'remi' | 'deadwood';
export type Seat = number;
export type SeatState = { occupant: Occupant | null; ready: boolean };
export type ServerMessage = Reply | Push;
export type Source = 'pool' | 'discards';
export type Stage = 'waiting' | 'playing' | 'between' | 'over';
export type Step = { kind: 'play'; seat: Seat; cards: Card[]; combination: Combination } | { kind: 'pass'; seat: Seat };
export type Thrown = { seat: Seat; tile: Tile };
export type TichuAction =
  | { kind: 'grand' }
  | { kind: 'decline' }
  | { kind: 'tichu' }
  | ({ kind: 'exchange' } & Exchange)
  | { kind: 'play'; cards: Card[]; phoenix?: Rank; wish?: Rank }
  | { kind: 'pass' }
  | { kind: 'gift'; to: Seat };
export type TichuEvent =
  | { kind: 'dealt'; round: number; cards: (Card[] | null)[]; count: number }
  | { kind: 'answered'; seat: Seat; grand?: boolean }
  | { kind: 'grand_revealed'; callers: Seat[] }
  | { kind: 'called'; seat: Seat }
  | { kind: 'submitted'; seat: Seat; exchange?: Exchange }
  | { kind: 'exchanged'; given: (Exchange | null)[]; received: (Exchange | null)[]; leader: Seat }
  | { kind: 'timed_out'; seat: Seat }
  | { kind: 'played'; seat: Seat; cards: Card[]; combination: Combination; wish?: Rank }
  | { kind: 'wish_fulfilled'; rank: Rank }
  | { kind: 'passed'; seat: Seat }
  | { kind: 'went_out'; seat: Seat; place: number }
  | { kind: 'dog_gave'; from: Seat; to: Seat }
  | { kind: 'window_opened' }
  | { kind: 'trick_taken'; seat: Seat; points: number }
  | { kind: 'dragon_given'; from: Seat; to: Seat; points: number }
  | { kind: 'round_ended'; result: TichuRoundResult }
  | { kind: 'match_ended'; winner: number | null; totals: [number, number] };
export type TichuIllegal =
  | 'not_your_turn'
  | 'wrong_phase'
  | 'round_over'
  | 'already_answered'
  | 'already_called'
  | 'too_late_to_call'
  | 'same_card_twice'
  | 'nothing_to_bomb'
  | 'gift_open'
  | 'not_an_opponent'
  | 'wish_without_mah_jong';
export type TichuPhase =
  | { phase: 'between' }
  | { phase: 'grand'; answered: Seat[] }
  | { phase: 'exchange'; submitted: Seat[] }
  | { phase: 'turn'; turn: Seat; trick: Trick }
  | { phase: 'bomb_window'; trick: Trick }
  | { phase: 'gift'; from: Seat; trick: Trick }
  | { phase: 'over'; winner: number | null };
export type TichuRoundResult = {
  round: number;
  out: Array<Seat>;
  double_victory: boolean;
  calls: (Call | null)[];
  cards: [number, number];
  points: [number, number];
  hands: Card[][];
};
export type TichuVariant = {
  length: Length;
  tie: Tie;
  bomb_window_ms: number;
  wish_bomb: boolean;
  wish_lead: boolean;
  late_call: boolean;
  turn_seconds: number;
};
export type TichuView = {
  variant: TichuVariant;
  seat: Seat | null;
  round: number;
  phase: TichuPhase;
  hand: Card[] | null;
  counts: number[];
  calls: (Call | null)[];
  played: Seat[];
  out: Array<Seat>;
  wish: Rank | null;
  won: number[];
  last_trick: [Seat, Trick] | null;
  given: Exchange | null;
  received: Exchange | null;
  totals: [number, number];
  results: Array<TichuRoundResult>;
};
export type Tie = 'play_on' | 'draw';
export type Tile = string;
export type Token = string;
export type Trick = { steps: Array<Step> };
export type Variant = ({ game: 'rummikub' } & RummikubVariant) | ({ game: 'tichu' } & TichuVariant);
export type Versions = { min: number; max: number };
export type View = ({ game: 'rummikub' } & RummikubView) | ({ game: 'tichu' } & TichuView);
export type Welcome = {
  protocol: number;
  server: string;
  player: PlayerId;
  name: string;
  token?: Token;
  last_id: number;
  rooms: Array<RoomId>;
  now: number;
  limits: Limits;
};
export type WrongDeclaration = 'free' | 'penalty';
export type You = { player: PlayerId; seat: Seat | null };
