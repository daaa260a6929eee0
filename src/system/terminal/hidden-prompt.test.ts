import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { promptHidden } from './hidden-prompt.js';

async function answerTo(typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = new PassThrough();
  const interrupts: string[] = [];
  const asked = promptHidden('token: ', { input, output, interrupt: () => interrupts.push('interrupted') });
  input.end(typed);
  return { answer: await asked, shown: String(output.read()), interrupts };
}

test('the answer is a line, and is not shown', async () => {
  expect(await answerTo('cop_secret\r')).toEqual({
    answer: 'cop_secret',
    shown: 'token: \n',
    interrupts: [],
  });
});

test('what was mistyped can be taken back', async () => {
  expect((await answerTo('wrong\u0015cop_x\u007fy\r')).answer).toBe('cop_y');
});

test('Ctrl-D is no answer, and Ctrl-C interrupts', async () => {
  expect(await answerTo('\u0004')).toMatchObject({ answer: '', interrupts: [] });
  expect(await answerTo('abc\u0003')).toMatchObject({ answer: '', interrupts: ['interrupted'] });
});

test('where there is no terminal, nobody is asked', async () => {
  const output = new PassThrough();
  const input = new PassThrough();
  expect(await promptHidden('token: ', { input, output, interrupt: () => undefined })).toBeUndefined();
  expect(output.read()).toBeNull();
});
