import { expect, test } from 'vitest';
import { type Every, parseEvery } from './job.js';

function check(text: string, expected: Omit<Every, 'name'>): void {
  expect(parseEvery(text)).toEqual({ name: text, ...expected });
}

test('words and times of the day are understood', () => {
  check('hourly', { minute: 0 });
  check('daily', { hour: 9, minute: 0 });
  check('weekly', { weekday: 1, hour: 9, minute: 0 });
  check('00:00', { hour: 0, minute: 0 });
  check('07:30', { hour: 7, minute: 30 });
  check('23:59', { hour: 23, minute: 59 });
});

test('anything else is refused', () => {
  const refused = [
    '',
    ' ',
    'sometimes',
    'Daily',
    'daily ',
    '24:00',
    '25:00',
    '12:60',
    '7:30',
    '07:3',
    '007:30',
  ];
  const injected = [
    'daily\nExecStartPost=/bin/evil',
    '07:30\n',
    '\n07:30',
    '*-*-* 01:00',
    '@reboot',
    '٠٧:٣٠',
  ];
  for (const text of [...refused, ...injected]) {
    expect(() => parseEvery(text), JSON.stringify(text)).toThrow(
      expect.objectContaining({ code: 'bad-value' }),
    );
  }
});
