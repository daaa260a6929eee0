import { expect, test } from 'vitest';
import { checkpointsIn } from './checkpoint.js';

const checkpoint = {
  tenant: 'acme',
  number: 7,
  hash: 'a'.repeat(64),
  at: '2026-01-15T12:00:00.000Z',
  key_id: '0123456789abcdef',
  signature: 'c2lnbmF0dXJl',
};

test('checkpoints are read from lines of their own and from the log of a server; other lines are skipped', () => {
  const lines = [
    JSON.stringify(checkpoint),
    JSON.stringify({ level: 30, checkpoint: { ...checkpoint, number: 8 }, msg: 'signed the audit log' }),
    JSON.stringify({ level: 30, msg: 'listening' }),
    JSON.stringify({ ...checkpoint, hash: 'short' }),
    'not JSON',
    '',
  ];
  expect(checkpointsIn(lines.join('\n')).map(({ number }) => number)).toEqual([7, 8]);
});
