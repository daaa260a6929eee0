// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of skills are written like this.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preprocess } from './invocation.js';

/** Pieces that commands and variables are made of, in any order. */
const hostile = fc
  .array(
    fc.constantFrom(
      '!',
      '`',
      '!`',
      '$',
      '{',
      '}',
      'ARGUMENTS',
      '$ARGUMENTS',
      '${COPPICE_SKILL_DIR}',
      'rm',
      ' ',
      '\n',
    ),
  )
  .map((pieces) => pieces.join(''));

test('only commands in the body are run, whatever the variables and the outputs are', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, hostile, async (body, instruction, skillFolder, output) => {
      const run: string[] = [];
      await preprocess(body, {
        values: { instruction, skillFolder, session: undefined },
        run: async (command) => {
          run.push(command);
          return output;
        },
      });
      expect(run.map((command) => `!\`${command}\``)).toEqual(body.match(/!`[^`\n]+`/g) ?? []);
    }),
    { numRuns: 500 },
  );
});

test('with both passes off a body is what it was', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (body) => {
      expect(await preprocess(body, { values: undefined, run: undefined })).toBe(body);
    }),
  );
});
