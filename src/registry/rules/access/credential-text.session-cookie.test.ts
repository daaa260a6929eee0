import { expect, test } from 'vitest';
import { expiredCookie, sessionCookie, sessionInCookie } from './credential-text.js';

test('no script reads the cookie, no other site sends it, and one set over https is sent only over https', () => {
  expect(sessionCookie('cops_x', 60, 'https://skills.example.com')).toBe(
    '__Host-coppice_session=cops_x; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  );
  expect(sessionCookie('cops_x', 60, 'http://127.0.0.1:4600')).not.toContain('Secure');
});

test('signing out removes the cookie', () => {
  expect(expiredCookie('http://127.0.0.1:4600')).toMatch(/^coppice_session=; .*Max-Age=0$/);
});

function check(header: string | undefined, expected: string | undefined): void {
  test(`the session in the header ${header} is ${expected}`, () => {
    expect(sessionInCookie(header)).toBe(expected);
  });
}

check(undefined, undefined);
check('', undefined);
check('theme=dark', undefined);
check('coppice_session=', undefined);
check('coppice_session=cops_x', 'cops_x');
check('theme=dark; coppice_session=cops_x; other=1', 'cops_x');
check('my_coppice_session=cops_y', undefined);
check('coppice_session=cops_planted; __Host-coppice_session=cops_x', 'cops_x');
