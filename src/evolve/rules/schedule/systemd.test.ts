import { expect, test } from 'vitest';
import type { Job } from './job.js';
import { parseEvery } from './job.js';
import { serviceUnit, timerUnit } from './systemd.js';

const job: Job = {
  every: parseEvery('07:30'),
  command: [
    '/usr/bin/node',
    '/opt/my coppice/main.js',
    'schedule',
    'run',
    '--',
    '--verify-command',
    'test $X = "5%"',
  ],
  environment: { COPPICE_HOME: '/home/ada/.coppice', CODEX_HOME: '/srv/a "b"/$c %h' },
};

test('a unit reads like one written by hand', () => {
  expect(serviceUnit(job).split('\n').slice(2)).toEqual([
    '[Unit]',
    'Description=Coppice: collect evidence and maintain skills',
    '',
    '[Service]',
    'Type=oneshot',
    'Environment=COPPICE_HOME=/home/ada/.coppice',
    String.raw`Environment="CODEX_HOME=/srv/a \"b\"/$c %%h"`,
    String.raw`ExecStart=/usr/bin/node "/opt/my coppice/main.js" schedule run -- --verify-command "test $$X = \"5%%\""`,
    '',
  ]);
});

test('each interval is a calendar time', () => {
  const check = (every: string, calendar: string) =>
    expect(timerUnit({ ...job, every: parseEvery(every) })).toContain(`\nOnCalendar=${calendar}\n`);
  check('hourly', '*-*-* *:00:00');
  check('daily', '*-*-* 09:00:00');
  check('weekly', 'Mon *-*-* 09:00:00');
  check('07:30', '*-*-* 07:30:00');
});

test('text that systemd cannot represent is refused', () => {
  const refused = expect.objectContaining({ code: 'bad-value' });
  const command =
    (...words: readonly string[]) =>
    () =>
      serviceUnit({ ...job, command: words });
  for (const program of ['', 'node', '/a$b', '/a"b', "/a'b", '/a\\b', '/a\nb', '/\ud800']) {
    expect(command(program), program).toThrow(refused);
  }
  for (const word of ['a\0b', '\udfff']) expect(command('/node', word), word).toThrow(refused);
  for (const value of ['a\0b', 'a\rb', 'a\x1bb', '\ud800']) {
    expect(() => serviceUnit({ ...job, environment: { COPPICE_HOME: value } }), value).toThrow(refused);
  }
});
