/*
 * The job that a schedule is given, and what its runs do.
 */

import { agents } from '../../../agents/index.js';
import { variablesOf } from '../../../agents/locate.js';

import { type Context, libraryOf } from '../../../app/context.js';
import { type Job, parseEvery } from '../../../evolve/rules/schedule/job.js';
import type { Step } from '../../../evolve/rules/schedule/steps.js';
import { CoppiceError } from '../../../text/errors.js';
import type { ParsedInput } from '../../rules/input.js';
import { parseArguments } from '../../rules/parse-arguments.js';
import { type Flag, globalFlags, type Report, type Verb } from '../../rules/verb.js';
import { passedFlags } from '../../verbs/evolve.js';
import { type Input, typedInput } from '../../verbs/records.js';
import { evolveOptions } from './evolve-options.js';

interface JobOptions {
  readonly every: string;
  /** Whether runs write without asking; else they make proposals. */
  readonly applies: boolean;
  /** For `evolve run`. */
  readonly flags: readonly string[];
}

/** This program, started later with the current home and roots. Flags that it would refuse then are refused now. */
export function scheduledJob(
  context: Context,
  verbs: readonly Verb[],
  { every, applies, flags }: JobOptions,
): Job {
  const { files, program, environment, home, configPath, onlyRoots = [] } = context;
  const parsedEvery = parseEvery(every);
  requireEvolveFlags(context, verbs, { applies, flags });
  const roots = onlyRoots.length > 0 ? libraryOf(context).roots : [];
  const places = [...new Set(agents.flatMap(variablesOf))].flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    every: parsedEvery,
    command: [
      program.executable,
      files.realPath(program.script) ?? program.script,
      'schedule',
      'run',
      ...(configPath === undefined ? [] : [`--config=${configPath}`]),
      ...roots.map(({ path }) => `--root=${path}`),
      applies ? '--apply' : '--proposal-only',
      ...(flags.length > 0 ? ['--', ...flags] : []),
    ],
    environment: {
      COPPICE_HOME: home,
      ...Object.fromEntries(places),
    },
  };
}

/** Whether runs write, by `--apply` and `--proposal-only`. */
export function appliesIn(input: { isOn(flag: 'apply' | 'proposal-only'): boolean }): boolean {
  const applies = input.isOn('apply');
  if (applies && input.isOn('proposal-only'))
    throw new CoppiceError('usage', 'use either --apply or --proposal-only');
  return applies;
}

/** The flags for `evolve run`: those given by name, and those after `--`. */
export function evolveFlags(input: Input<'schedule install'> | Input<'schedule run'>): readonly string[] {
  const given = input as unknown as Pick<ParsedInput, 'isOn' | 'texts'>;
  const named = passedFlags.flatMap((flag: Flag) => {
    if (flag.value !== undefined) return given.texts(flag.name).flatMap((value) => [`--${flag.name}`, value]);
    return given.isOn(flag.name) ? [`--${flag.name}`] : [];
  });
  return [...named, ...input.argumentList('flags')];
}

/** The words of the step that improves skills. */
export function evolveWords({ applies, flags }: Omit<JobOptions, 'every'>): readonly string[] {
  const protects = flags.includes('--no-protect-core-skills') ? [] : ['--protect-core-skills'];
  const writes = applies ? ['--apply-low-risk', '--approve-auto-apply', ...protects] : ['--propose'];
  return ['evolve', 'run', ...writes, ...flags];
}

/** Only what `evolve run` itself takes, with values it accepts. */
export function requireEvolveFlags(
  context: Context,
  verbs: readonly Verb[],
  options: Omit<JobOptions, 'every'>,
): void {
  const parsed = parseArguments(evolveWords(options), verbs);
  const general =
    parsed.kind === 'run' ? globalFlags.find(({ name }) => parsed.input.isOn(name))?.name : 'help';
  if (parsed.kind !== 'run' || general !== undefined) {
    throw new CoppiceError('usage', `--${general} is a flag of every verb, not of evolve run`, {
      hint: 'give it before the --',
    });
  }
  evolveOptions(typedInput(parsed, 'evolve run'), libraryOf(context).config);
}

/*
 * A verb as a step of a larger job: parsed, loaded and run as if it had been typed.
 */

/** On the home, configuration and roots of the whole. */
export function commandStep(
  context: Context,
  verbs: readonly Verb[],
  words: readonly string[],
): Step<Report> {
  return {
    name: words.join(' '),
    run: async () => {
      const parsed = parseArguments(words, verbs);
      if (parsed.kind !== 'run') throw new CoppiceError('usage', `this cannot be run: ${words.join(' ')}`);
      const run = await parsed.verb.load();
      return await run(context, parsed.input, verbs);
    },
  };
}
