import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const payload = {
  session_id: 's',
  transcript_path: '/t/s.jsonl',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: `echo ${secret}` },
  tool_response: { stdout: 'done' },
};

function record(home: Home, input: string, ...words: string[]) {
  return home.coppice(['evidence', 'record', ...words], {
    input,
    environment: { COPPICE_NOW: '2026-01-31T00:00:00Z' },
  });
}

function spool(home: Home): string {
  return readFileSync(join(home.path, '.coppice/evidence.spool.jsonl'), 'utf8');
}

test('a payload is recorded silently, without its secrets, in a private file', () => {
  const home = emptyHome();
  const silent = { code: 0, stdout: '', stderr: '' };
  expect(record(home, JSON.stringify(payload))).toEqual(silent);
  expect(record(home, JSON.stringify(payload), '--from', 'claude-hook')).toEqual(silent);
  const lines = spool(home)
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ v: 1, agent: 'claude' }, { v: 1 }]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ at: Date.UTC(2026, 0, 31), transcript: '/t/s.jsonl' });
  expect(spool(home)).toContain('echo ');
  expect(spool(home)).not.toContain(secret);
  expect(statSync(join(home.path, '.coppice/evidence.spool.jsonl')).mode & 0o777).toBe(0o600);
});

test('the document says whether it was recorded', () => {
  const home = emptyHome();
  const answer = (input: string) => JSON.parse(record(home, input, '--json').stdout);
  expect(answer(JSON.stringify(payload))).toEqual({ recorded: true, reason: null });
  expect(answer('{')).toEqual({ recorded: false, reason: 'not a recognised hook payload' });
});

test('what cannot be recorded does not disturb the agent', () => {
  const home = emptyHome();
  const refused = (reason: string) => ({ code: 0, stdout: '', stderr: `Ignored: ${reason}\n` });
  expect(record(home, '')).toEqual(refused('not a recognised hook payload'));
  expect(record(home, ' '.repeat(4 * 1024 * 1024 + 1))).toEqual(refused('the payload is larger than 4 MiB'));
  home.put('taken', '');
  expect(record(home, JSON.stringify(payload), '--home', 'taken')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Ignored: .+\n$/),
  });
});

test('a broken configuration or library is not even looked at', () => {
  const home = emptyHome();
  home.put('.coppice/config.toml', 'not [ TOML');
  home.put('.coppice/evidence.sqlite', 'not SQLite');
  expect(record(home, JSON.stringify(payload))).toEqual({ code: 0, stdout: '', stderr: '' });
});
