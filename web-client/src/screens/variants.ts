/** The options that the create dialog offers, and how a table's options read in words. */
import type { Length, RummikubVariant, TichuVariant, Variant } from '../protocol/types.ts';
import { t } from './messages.ts';

/** The server's defaults for people at one table (R1 to R20, T2 to T25). */
export const RUMMIKUB: RummikubVariant = {
  seats: 2,
  copies: 1,
  take_discard: true,
  reshuffles: 3,
  wrong_declaration: 'free',
  scoring: 'rounds',
  length: { rounds: 5 },
  turn_seconds: 60,
};

export const TICHU: TichuVariant = {
  length: { target: 1000 },
  tie: 'play_on',
  bomb_window_ms: 2000,
  wish_bomb: true,
  wish_lead: false,
  late_call: true,
  partner_hand: false,
  turn_seconds: 60,
};

/** Seconds a turn may take; 0 is no limit (ux-C12). */
export const CLOCKS = [0, 30, 60, 90, 120] as const;

export const RUMMIKUB_LENGTHS: readonly Length[] = [
  { rounds: 3 },
  { rounds: 5 },
  { rounds: 10 },
  { target: 100 },
];
export const TICHU_LENGTHS: readonly Length[] = [
  { target: 500 },
  { target: 1000 },
  { rounds: 4 },
  { rounds: 8 },
];

export function lengthText(length: Length): string {
  return 'rounds' in length ? t.rounds(length.rounds) : t.points(length.target);
}

export function clockText(seconds: number): string {
  return seconds === 0 ? t.clockNone : t.clockSeconds(seconds);
}

/** The options as short lines, the most telling first; defaults that nobody would ask for are left out. */
export function variantLines(variant: Variant): string[] {
  const lines = [lengthText(variant.length), `${t.clock}: ${clockText(variant.turn_seconds)}`];
  if (variant.turn_seconds > 0) lines.push(t.clockHint);
  if (variant.game === 'rummikub') {
    lines.push(variant.copies === 1 ? t.tiles1 : t.tiles2);
    lines.push(`${t.scoring} ${t.scorings[variant.scoring]}`);
    if (variant.take_discard) lines.push(t.takeDiscard);
    if (variant.wrong_declaration === 'penalty') lines.push(t.wrongDeclaration);
  } else {
    lines.push(`${t.bombWindow}: ${bombText(variant.bomb_window_ms)}`);
    if (variant.wish_bomb) lines.push(t.wishBomb);
    if (variant.wish_lead) lines.push(t.wishLead);
    if (variant.late_call) lines.push(t.lateCall);
    if (variant.partner_hand) lines.push(t.partnerHand);
    if (variant.tie === 'draw') lines.push(t.tieDraw);
  }
  return lines;
}

export function bombText(ms: number): string {
  return ms === 0 ? t.bombNone : t.bombSeconds(ms / 1000);
}
