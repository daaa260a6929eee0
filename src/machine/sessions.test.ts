import { expect, test } from 'vitest';
import { Sessions } from './sessions.js';

function sessionsAt(start = 1_000_000) {
  let time = start;
  return {
    sessions: new Sessions({ now: () => time }),
    wait: (minutes: number) => {
      time += minutes * 60_000;
    },
  };
}

test('a code gives the key of a session, once', () => {
  const { sessions } = sessionsAt();
  const { code } = sessions.newCode();
  const key = sessions.signIn(code);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(key).not.toBe(code);
  expect(sessions.has(key ?? '')).toBe(true);
  expect(sessions.signIn(code)).toBeUndefined();
});

test('a code ends after ten minutes, a session does not', () => {
  const { sessions, wait } = sessionsAt();
  const early = sessions.signIn(sessions.newCode().code) ?? '';
  const { code } = sessions.newCode();
  wait(10);
  expect(sessions.signIn(code)).toBeUndefined();
  expect(sessions.has(early)).toBe(true);
});

test('what was never a code or a key opens nothing', () => {
  const { sessions } = sessionsAt();
  const { code } = sessions.newCode();
  expect(sessions.signIn('')).toBeUndefined();
  expect(sessions.signIn(`${code}x`)).toBeUndefined();
  // A code is no key, and a key is no code.
  expect(sessions.has(code)).toBe(false);
  const key = sessions.signIn(code) ?? '';
  expect(sessions.signIn(key)).toBeUndefined();
});

test('codes that nobody uses do not pile up', () => {
  const { sessions } = sessionsAt();
  const codes = Array.from({ length: 21 }, () => sessions.newCode().code);
  expect(sessions.signIn(codes[0] ?? '')).toBeUndefined();
  expect(sessions.signIn(codes[1] ?? '')).toBeDefined();
  expect(sessions.signIn(codes[20] ?? '')).toBeDefined();
});

test('a session ends when it is signed out', () => {
  const { sessions } = sessionsAt();
  const key = sessions.signIn(sessions.newCode().code) ?? '';
  sessions.signOut(key);
  expect(sessions.has(key)).toBe(false);
});
