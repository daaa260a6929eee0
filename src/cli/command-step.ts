/*
 * A verb as a step of a longer piece of work: parsed, loaded and run as if it had been typed.
 */

import type { Step } from '../evolve/rules/schedule/steps.js';
import { CoppiceError } from '../text/errors.js';
import type { Context } from './context.js';
import type { Input } from './input.js';
import { parseArguments } from './parse-arguments.js';
import type { Report } from './verb.js';
import { verbs } from './verbs.js';

/** With the flags that every verb takes, as they were given to the whole. */
export function commandStep(context: Context, given: Input, words: readonly string[]): Step<Report> {
  return {
    name: words.join(' '),
    run: async () => {
      const parsed = parseArguments([...passedOn(given), ...words], verbs);
      if (parsed.kind !== 'run') throw new CoppiceError('usage', `this is not to be run: ${words.join(' ')}`);
      const run = await parsed.verb.load();
      return await run(context, parsed.input);
    },
  };
}

function passedOn(given: Input): readonly string[] {
  return ['home', 'config', 'root'].flatMap((name) => given.texts(name).map((value) => `--${name}=${value}`));
}
