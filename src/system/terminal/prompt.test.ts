import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { promptLine } from './prompt.js';

async function answerTo(typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = new PassThrough();
  const asked = promptLine('apply? ', { input, output });
  input.end(typed);
  const answer = await asked;
  return { answer, shown: String(output.read()) };
}

test('the answer is a line', async () => {
  const { answer, shown } = await answerTo('1 3-5\r');
  expect(answer).toBe('1 3-5');
  expect(shown).toContain('apply? ');
});

test('the end of the input is no answer', async () => {
  expect((await answerTo('\u0004')).answer).toBe('');
  expect((await answerTo('')).answer).toBe('');
});

test('where there is no terminal, nobody is asked', async () => {
  const output = new PassThrough();
  expect(await promptLine('apply? ', { input: new PassThrough(), output })).toBeUndefined();
  expect(output.read()).toBeNull();
});
