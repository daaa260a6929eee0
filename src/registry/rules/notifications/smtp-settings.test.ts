import { expect, test } from 'vitest';
import { smtpServer } from './smtp-settings.js';

test('the address names host, port, encryption and login', () => {
  expect(smtpServer('smtp://ada%40example.com:p%3Aw@mail.example.com:2525')).toEqual({
    host: 'mail.example.com',
    port: 2525,
    secure: false,
    login: { user: 'ada@example.com', password: 'p:w' },
    mayBePlain: false,
  });
  expect(smtpServer('smtps://mail.example.com')).toMatchObject({ port: 465, secure: true, login: undefined });
  expect(smtpServer('smtp://mail.example.com')).toMatchObject({ port: 587, mayBePlain: false });
});

test('only this machine, or an address that says so, gets mail without encryption', () => {
  expect(smtpServer('smtp://127.0.0.1:25').mayBePlain).toBe(true);
  expect(smtpServer('smtp://[::1]:25')).toMatchObject({ host: '::1', mayBePlain: true });
  expect(smtpServer('smtp://relay.example.com:25?tls=optional').mayBePlain).toBe(true);
});

for (const wrong of ['mail.example.com', 'https://mail.example.com', 'smtp://', 'smtp://host?tls=never'])
  test(`${wrong} is refused, and the password is not shown`, () => {
    expect(() => smtpServer(wrong)).toThrow(/not an address like/);
  });
