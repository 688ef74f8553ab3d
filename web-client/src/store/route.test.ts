import { expect, test } from 'vitest';
import { go, hashOf, inviteLink, parseRoute, route } from './route.svelte.ts';

test.each([
  ['', { kind: 'home' }],
  ['#', { kind: 'home' }],
  ['#/', { kind: 'home' }],
  ['#/join/ABCD-EFGH-JKMN', { kind: 'join', invite: 'ABCD-EFGH-JKMN' }],
  ['#/room/3K7Q0ZTM', { kind: 'room', room: '3K7Q0ZTM' }],
  ['#/room/', { kind: 'home' }],
  ['#/room/a/b', { kind: 'home' }],
  ['#/rules/tichu', { kind: 'rules', game: 'tichu' }],
  ['#/learn/rummikub', { kind: 'learn', game: 'rummikub' }],
  ['#/replay/R', { kind: 'replay', room: 'R', match: 0, step: null }],
  ['#/replay/R/2/17', { kind: 'replay', room: 'R', match: 2, step: 17 }],
  ['#/replay/R/x/-1', { kind: 'replay', room: 'R', match: 0, step: null }],
  ['#/rules/whist', { kind: 'home' }],
  ['#/nowhere/a', { kind: 'home' }],
  ['#/join/%E0%A4%A', { kind: 'join', invite: '%E0%A4%A' }],
])('%s', (hash, expected) => {
  expect(parseRoute(hash)).toEqual(expected);
});

test('a route is read back as it was written', () => {
  for (const invite of ['ABCD-EFGH-JKMN', 'a b/c?d#e']) {
    expect(parseRoute(hashOf({ kind: 'join', invite }))).toEqual({ kind: 'join', invite });
  }
});

test('an invite link holds the code behind the #, where no server log sees it', () => {
  expect(new URL(inviteLink('ABCD-EFGH-JKMN')).hash).toBe('#/join/ABCD-EFGH-JKMN');
});

test('going somewhere changes the address, and the address changes the screen', () => {
  go({ kind: 'room', room: 'X' });
  expect([location.hash, route()]).toEqual(['#/room/X', { kind: 'room', room: 'X' }]);
  location.hash = '#/';
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  expect(route()).toEqual({ kind: 'home' });
});
