/** English: what the table asks: votes, and hands that are shown. */
import { pluralEn } from '../../i18n/locale.svelte.ts';

export default {
  questions: 'Questions of the table',
  away: (name: string) => `${name} is away. What shall the table do?`,
  choices: { bot: 'Let a bot play', wait: 'Wait', end: 'End the match' },
  voices: (n: number) => pluralEn(n, { one: '# voice', other: '# voices' }),
  botPlays: 'A bot plays for you.',
  here: 'I am here',
  asks: (name: string) => `${name} would like to see your hand.`,
  show: 'Show',
  always: 'Always show',
  notNow: 'Not now',
  hands: 'Hands',
  ask: (name: string) => `Ask ${name} to show the hand`,
  sees: (name: string) => `You see what ${name} holds`,
  shows: (name: string) => `Show my hand to ${name}`,
};
