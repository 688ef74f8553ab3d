import { expect, test, vi } from 'vitest';
import { keepAwake } from './awake.ts';

function fakeLock() {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { wakeLock: { request } }));
  return { request, release };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

/** The page is in sight, or not. */
const seen = (state: DocumentVisibilityState): void =>
  void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

test('the screen stays on while a round is played, also after the page was away (ux-C28)', async () => {
  seen('visible');
  const { request, release } = fakeLock();
  const end = keepAwake();
  await settled();
  expect(request).toHaveBeenCalledTimes(1);
  seen('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(1);
  seen('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(request).toHaveBeenCalledTimes(2);
  end();
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});

test('a browser that refuses, or has no such thing, plays on', async () => {
  seen('visible');
  const { request } = fakeLock();
  request.mockRejectedValueOnce(new Error('low battery'));
  const end = keepAwake();
  await settled();
  expect(end).not.toThrow();
  vi.unstubAllGlobals();
  expect(keepAwake()).not.toThrow();
});
