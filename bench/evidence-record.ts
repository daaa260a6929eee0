/*
 * The time that a hook costs an agent: recording one event, against a Node script that only reads and appends it.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, shortest } from './bench.js';

const payload = JSON.stringify({
  session_id: '6f1d6f0e-2d0b-4a52-9d3c-0b7f5b0f9a11',
  transcript_path: '/home/user/.claude/projects/-work/6f1d6f0e-2d0b-4a52-9d3c-0b7f5b0f9a11.jsonl',
  cwd: '/work',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_01AbCdEfGhIjKlMnOpQrStUv',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  tool_response: { stdout: 'ok 1 - a line as tests print it\n'.repeat(300), stderr: '', interrupted: false },
});

const bareAppend = `
const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(process.argv[1], readFileSync(0));
`;

const node = (...words: string[]) => {
  const { status } = spawnSync(process.execPath, words, {
    input: payload,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (status !== 0) throw new Error(`node ${words.join(' ')} exited ${status}`);
};

export const benches: readonly Bench[] = [
  {
    name: 'recording the payload of a hook',
    limit: { ratio: 1.3 },
    run: () => {
      const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
      try {
        return {
          ...shortest(
            30,
            () => node('dist/main.js', 'evidence', 'record', '--home', home),
            () => node('-e', bareAppend, join(home, 'bare.jsonl')),
          ),
          unit: 'ms',
          peerName: 'node -e that reads and appends',
        };
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  },
];
