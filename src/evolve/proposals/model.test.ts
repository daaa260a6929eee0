import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { ModelAnswer, ModelSettings } from '../rules/proposal/model-request.js';
import { configuredModel } from './model.js';

async function ask(changes: Partial<ModelSettings>): Promise<ModelAnswer> {
  const settings = {
    endpoint: '',
    name: '',
    key: 'secret',
    command: [],
    folder: tmpdir(),
    timeoutMs: 60_000,
  };
  return await configuredModel({ ...settings, ...changes }).ask({ rules: 'Write.', data: 'Data.' });
}

test.each<[string, string | readonly string[], ModelAnswer]>([
  ['gets the question on stdin', ['cat'], { kind: 'text', text: 'Write.\n\nData.\n' }],
  ['may be text for the shell', 'cat | tr a-z A-Z', { kind: 'text', text: 'WRITE.\n\nDATA.\n' }],
  ['need not read the question', 'echo "## Help"', { kind: 'text', text: '## Help\n' }],
  ['has no key in its environment', 'env | grep -c secret; true', { kind: 'text', text: '0\n' }],
  ['may fail', 'echo no; exit 7', { kind: 'failed', error: 'the model command ended with exit code 7' }],
  ['may be killed', 'kill -9 $$', { kind: 'failed', error: 'the model command was ended by a signal' }],
  ['may be missing', ['no-such-model'], { kind: 'failed', error: 'program not found: no-such-model' }],
  ['may say too much', 'yes | head -c 1048577', { kind: 'failed', error: 'the answer is too long' }],
])('a command %s', async (_, command, answer) => {
  expect(await ask({ command })).toEqual(answer);
});

test('a command that hangs is ended', async () => {
  const answer = await ask({ command: ['sleep', '600'], timeoutMs: 50 });
  expect(answer).toEqual({ kind: 'failed', error: 'the model took longer than 0.05 s' });
});

test('a command is asked instead of an endpoint, and without either nobody is', async () => {
  const endpoint = 'http://127.0.0.1:9';
  expect(await ask({ endpoint, command: ['echo', 'mine'] })).toEqual({ kind: 'text', text: 'mine\n' });
  expect(await ask({})).toEqual({ kind: 'failed', error: expect.stringContaining('no model is configured') });
});
