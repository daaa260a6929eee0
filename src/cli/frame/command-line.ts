/*
 * From words to an exit code: parse, load the verb, run it, print. Here, and only here, an error becomes output.
 */

import { resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Context } from '../../app/context.js';
import { CoppiceError } from '../../text/errors.js';
import type { ParsedInput } from '../rules/input.js';
import { parseArguments } from '../rules/parse-arguments.js';
import type { Verb } from '../rules/verb.js';

export interface Streams {
  out(text: string): void;
  notes(text: string): void;
}

const exitCodes = { done: 0, refused: 1, usage: 2 } as const;

export async function runCommandLine(
  words: readonly string[],
  verbs: readonly Verb[],
  streams: Streams,
  makeContext: () => Promise<Context>,
): Promise<number> {
  let asJson = wantsJson(words);
  let context: Context | undefined;
  try {
    const parsed = parseArguments(words, verbs);
    // Only now is it known whether --json was the value of another flag.
    if (parsed.kind === 'run') asJson = parsed.input.isOn('json');
    switch (parsed.kind) {
      case 'version':
        streams.out(asJson ? json({ version: manifest.version }) : `${manifest.version}\n`);
        return exitCodes.done;
      case 'help': {
        const { overview, verbHelp } = await import('../rules/help.js');
        streams.out(parsed.verb ? verbHelp(parsed.verb, verbs) : overview(verbs));
        return exitCodes.done;
      }
      case 'group-help': {
        const { groupHelp } = await import('../rules/help.js');
        streams.out(groupHelp(parsed.name, parsed.verbs));
        return exitCodes.done;
      }
      case 'run': {
        const run = await parsed.verb.load();
        context = chosenContext(await makeContext(), parsed.input);
        const report = await run(context, parsed.input, verbs);
        if (asJson) streams.out(json(report.document));
        else {
          const text = typeof report.text === 'string' ? report.text : report.text();
          streams.out(report.isContent ? text : await forPeople(context, text));
          if (report.notes !== undefined) streams.notes(await forPeople(context, report.notes));
        }
        await report.until?.();
        return report.exitCode ?? exitCodes.done;
      }
    }
  } catch (error) {
    return await printError(error, asJson, streams, context);
  }
}

/** The context with the home, configuration and roots of `--home`, `--config` and `--root`. */
function chosenContext(context: Context, input: ParsedInput): Context {
  const { files, clock, workingFolder, userHome, platform, environment, terminal, program } = context;
  const config = input.text('config');
  return {
    files,
    clock,
    workingFolder,
    home: resolve(workingFolder, input.text('home') ?? context.home),
    configPath: config === undefined ? context.configPath : resolve(workingFolder, config),
    onlyRoots: input.texts('root'),
    userHome,
    platform,
    environment,
    terminal,
    program,
    readStdin: () => context.readStdin(),
  };
}

/** With the names that people know. */
async function forPeople(context: Context | undefined, text: string): Promise<string> {
  if (context === undefined || !/@[0-9a-f]{8}:/.test(text)) return text;
  const { withShownIds } = await import('./shown-ids.js');
  return withShownIds(context, text);
}

async function printError(
  thrown: unknown,
  asJson: boolean,
  streams: Streams,
  context: Context | undefined,
): Promise<number> {
  const { printable } = await import('../../text/printable.js');
  const error = thrown instanceof CoppiceError ? thrown : unexpected(thrown);
  if (asJson) {
    streams.out(json({ error: { code: error.code, message: error.message, hint: error.hint ?? null } }));
  } else {
    const hint = error.hint === undefined ? '' : `hint: ${printable(error.hint)}\n`;
    const text = `error: ${printable(error.message)} (${error.code})\n${hint}`;
    streams.notes(await forPeople(context, text));
  }
  return error.code === 'usage' ? exitCodes.usage : exitCodes.refused;
}

function unexpected(thrown: unknown): CoppiceError {
  const where = thrown instanceof Error ? (thrown.stack ?? '').split('\n')[1]?.trim() : undefined;
  return new CoppiceError('internal', thrown instanceof Error ? thrown.message : String(thrown), {
    hint: `this is a bug in coppice ${manifest.version}; please report it${where === undefined ? '' : ` with: ${where}`}`,
    cause: thrown,
  });
}

/** Checked before parsing, so that a parse error has the right format too. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes('--json');
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
