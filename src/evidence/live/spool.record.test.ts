import { expect, test } from 'vitest';
import { createRedactor } from '../../scan/secrets/redact.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { recordHook, takeSpool } from './spool.js';

const home = '/u/.coppice';
const now = Date.UTC(2026, 0, 31);
const redact = createRedactor({ environment: { DEPLOY_TOKEN: 'correct-horse-battery-staple' } });

function record(payload: unknown) {
  const files = memoryFiles();
  const bytes = payload instanceof Uint8Array ? payload : new TextEncoder().encode(JSON.stringify(payload));
  const recording = recordHook({ files, home, now, redact }, bytes);
  const [entry] = takeSpool(files, home).entries;
  return { recording, entry, spool: JSON.stringify(entry) ?? '' };
}

const toolUse = {
  session_id: 's',
  transcript_path: '/t/s.jsonl',
  cwd: '/work',
  hook_event_name: 'PostToolUse',
  tool_name: 'Skill',
  tool_use_id: 'toolu_01AbCdEfGhIjKlMnOpQrStUv',
  tool_input: { skill: 'pdf' },
  tool_response: { success: true },
};

test('the call and the result of a hook keep their structure', () => {
  const { recording, entry } = record(toolUse);
  expect(recording).toEqual({ recorded: true, reason: null });
  expect(entry).toMatchObject({
    at: now,
    agent: 'claude',
    transcript: '/t/s.jsonl',
    observations: [
      { type: 'call', session: 's', tool: 'Skill', args: { skill: 'pdf' } },
      { type: 'result', session: 's' },
    ],
  });
  expect(JSON.stringify(entry?.observations[0])).toContain(toolUse.tool_use_id);
});

test('one line in the shape for any agent is recorded too', () => {
  const { recording, entry } = record({ agent: 'mine', session: 's', type: 'prompt', id: '1', text: 'no' });
  expect(recording.recorded).toBe(true);
  expect(entry).toMatchObject({
    agent: 'mine',
    transcript: null,
    observations: [{ type: 'prompt', text: 'no' }],
  });
});

test('the facts of a session reach the spool without secrets', () => {
  const facts = { agent: 'mine', session: 's', type: 'facts', platform: 'linux', headless: true };
  const { entry, spool } = record({ ...facts, folder: '/work/correct-horse-battery-staple' });
  expect(entry?.observations).toMatchObject([{ type: 'facts', platform: 'linux', isHeadless: true }]);
  expect(spool).toContain('/work/');
  expect(spool).not.toContain('correct-horse');
});

test('no secret reaches the spool', () => {
  const secrets = [
    'sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6',
    'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    'correct-horse-battery-staple',
    'hunter2-and-more',
  ];
  const [anthropic = '', github = '', own = '', password = ''] = secrets;
  const { recording, spool } = record({
    ...toolUse,
    tool_name: 'Bash',
    tool_input: {
      command: `curl -H "x-api-key: ${anthropic}" https://api.example.com`,
      env: { password, list: [{ text: `token is ${github}` }], [github]: 'as a key' },
      long: `${'x'.repeat(1990)} ${github}`,
    },
    tool_response: { stdout: `DEPLOY_TOKEN=${own}\n`, stderr: `found ${github}` },
  });
  expect(recording.recorded).toBe(true);
  expect(secrets.filter((secret) => spool.includes(secret))).toEqual([]);
  expect(spool).not.toContain('ghp_0');
  expect(spool).toContain('curl -H');
});

test('contents are bounded in length, breadth and depth', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { in: nested(depth - 1) });
  const { entry } = record({
    ...toolUse,
    tool_input: {
      text: `${'x'.repeat(1999)}😀`,
      list: Array.from({ length: 60 }, (_, index) => index),
      object: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, null])),
      five: nested(5),
      six: nested(6),
    },
  });
  const [call] = entry?.observations ?? [];
  expect(call).toMatchObject({
    args: {
      text: 'x'.repeat(1999),
      list: Array.from({ length: 50 }, (_, index) => index),
      object: expect.objectContaining({ k49: null }),
      five: nested(5),
      six: { in: { in: { in: { in: { in: null } } } } },
    },
  });
  expect(JSON.stringify(call)).not.toContain('k50');
});

test.each([
  ['is not JSON', new TextEncoder().encode('{"session_id":'), 'not a recognised hook payload'],
  ['is empty', new Uint8Array(), 'not a recognised hook payload'],
  ['is not text', Uint8Array.of(0xff, 0xfe, 0x00), 'not a recognised hook payload'],
  ['is other JSON', [1, 2], 'not a recognised hook payload'],
  [
    'has nothing to record',
    { ...toolUse, hook_event_name: 'Notification' },
    'the payload contains nothing to record',
  ],
  ['is too large', new Uint8Array(4 * 1024 * 1024 + 1), 'the payload is larger than 4 MiB'],
])('a payload that %s is not recorded, with a reason', (_, payload, reason) => {
  expect(record(payload)).toMatchObject({ recording: { recorded: false, reason }, entry: undefined });
});
