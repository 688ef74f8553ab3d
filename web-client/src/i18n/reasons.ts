/**
 * Why the server rejected a command, in the player's language. The server sends codes, never sentences (ux-C3, C16).
 *
 * The codes of a game's rules are the game's own: see `reasons` in `table/contract.ts`.
 */
import type { ErrorCode } from '../protocol/types.ts';
import { dictionary } from './dictionary.ts';

type Reasons = Record<ErrorCode, string>;

const en: Reasons = {
  malformed: 'The server did not understand this page. Reload it, please.',
  unknown_type: 'The server does not know this request. Reload the page, please.',
  bad_field: 'The server did not understand this request. Reload the page, please.',
  hello_first: 'The connection was not ready. Try again, please.',
  hello_twice: 'The connection was ready already.',
  protocol_mismatch: 'There is a new version. Reload the page, please.',
  unknown_token: 'The server does not remember you. You have a new seat card now.',
  id_reused: 'Another tab was faster. Try again, please.',
  id_expired: 'The answer came too late. Try again, please.',
  bad_name: 'A name has 1 to 24 characters.',
  bad_chat: 'A message has 1 to 300 characters.',
  bad_variant: 'These options do not go together.',
  no_such_room: 'This room does not exist any more, or it is private.',
  bad_invite: 'No room has this code.',
  not_in_room: 'You are not in this room.',
  room_full: 'This room takes no more guests.',
  no_such_seat: 'This table has no such seat.',
  seat_taken: 'Somebody sits there already.',
  seat_empty: 'Nobody sits there.',
  not_seated: 'Take a seat first.',
  not_host: 'Only the host can do that.',
  match_running: 'Not while a match is being played.',
  no_match: 'No match is being played.',
  not_ready: 'Not everybody is seated and ready yet.',
  other_game: 'Another game is played at this table.',
  stale_prompt: 'The table had moved on already.',
  prompt_required: 'The table had moved on already.',
  rate_limited: 'That was too fast. Wait a moment, please.',
  too_many_rooms: 'There are too many rooms open.',
  unavailable: 'The server cannot save this now. Try again in a moment, please.',
  shutting_down: 'The server is restarting. Try again in a moment, please.',
};

const uk: Reasons = {
  malformed: 'Сервер не зрозумів цю сторінку. Оновіть її, будь ласка.',
  unknown_type: 'Сервер не знає такого запиту. Оновіть сторінку, будь ласка.',
  bad_field: 'Сервер не зрозумів запит. Оновіть сторінку, будь ласка.',
  hello_first: 'З’єднання ще не було готове. Спробуйте ще раз.',
  hello_twice: 'З’єднання вже було готове.',
  protocol_mismatch: 'З’явилася нова версія. Оновіть сторінку, будь ласка.',
  unknown_token: 'Сервер вас не пам’ятає. Тепер у вас нове місце.',
  id_reused: 'Інша вкладка випередила. Спробуйте ще раз.',
  id_expired: 'Відповідь надійшла запізно. Спробуйте ще раз.',
  bad_name: 'Ім’я має від 1 до 24 символів.',
  bad_chat: 'Повідомлення має від 1 до 300 символів.',
  bad_variant: 'Ці налаштування не поєднуються.',
  no_such_room: 'Такої кімнати вже немає, або вона приватна.',
  bad_invite: 'Немає кімнати з таким кодом.',
  not_in_room: 'Вас немає в цій кімнаті.',
  room_full: 'Ця кімната вже не приймає гостей.',
  no_such_seat: 'За цим столом немає такого місця.',
  seat_taken: 'Це місце вже зайняте.',
  seat_empty: 'На цьому місці нікого немає.',
  not_seated: 'Спершу сядьте за стіл.',
  not_host: 'Це може лише господар кімнати.',
  match_running: 'Не під час партії.',
  no_match: 'Партія зараз не грається.',
  not_ready: 'Ще не всі сіли та готові.',
  other_game: 'За цим столом грають в іншу гру.',
  stale_prompt: 'За столом уже хід далі.',
  prompt_required: 'За столом уже хід далі.',
  rate_limited: 'Надто швидко. Зачекайте трохи, будь ласка.',
  too_many_rooms: 'Відкрито надто багато кімнат.',
  unavailable: 'Сервер зараз не може цього зберегти. Спробуйте за мить.',
  shutting_down: 'Сервер перезапускається. Спробуйте за мить.',
};

const t = dictionary({
  en: {
    reasons: en,
    stopped: 'This page is no longer connected.',
    unknown: (code: string) => `The server said no (${code}).`,
  },
  uk: {
    reasons: uk,
    stopped: 'Ця сторінка більше не з’єднана.',
    unknown: (code) => `Сервер відмовив (${code}).`,
  },
});

/** The reason of a code: the game's own word first, then the room's; a code of a newer server is named as it is. */
export function reasonOf(code: string, ofGame?: (code: string) => string | undefined): string {
  if (code === 'stopped') return t.stopped;
  return ofGame?.(code) ?? (t.reasons as Record<string, string | undefined>)[code] ?? t.unknown(code);
}
