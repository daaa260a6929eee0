/*
 * `coppice tidy`: suggests what to do about unused skills, and does it after one confirmation.
 */

import type { Context } from '../../../app/context.js';
import type { FittedListing } from '../../../app/tidy/fit-listings.js';
import { type Suggestion, suggestTidying, type Tidied, type Tidying } from '../../../app/tidy/tidy.js';
import { chosenNumbers, leftText } from '../../../curator/rules/tidy.js';
import { unusedSentence } from '../../../curator/rules/unused.js';
import { promptLine } from '../../../system/terminal/prompt.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted, grouped } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { utcDay } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runTidy(context: Context, input: Input<'tidy'>): Promise<Report> {
  const tidying = await suggestTidying(context, {
    days: wholeNumber(input, 'days', 1),
    fits: input.isOn('fit'),
  });
  const named = namedOf(tidying, input.argumentList('name'));
  const table = tableOf(context, named);
  const dryRun = input.isOn('dry-run');
  const chosen = dryRun || named.length === 0 ? undefined : await choose(context, input, named, table);
  const command = commandOf(input);
  if (chosen === undefined) return planned(tidying, named, { dryRun, table, command });
  // The person has seen the suggestions already.
  if (chosen.length === 0) return planned(tidying, named, { dryRun, table: '', command });
  return applied(tidying, await tidying.apply(chosen));
}

/** The same choice, to be applied. */
function commandOf(input: Input<'tidy'>): string {
  const days = input.text('days');
  const words = [
    ...input.argumentList('name'),
    ...(days === undefined ? [] : ['--days', days]),
    ...(input.isOn('fit') ? ['--fit'] : []),
    '--yes',
  ];
  return `coppice tidy ${words.join(' ')}`;
}

/** All of them unless some are named. */
function namedOf({ suggestions, left }: Tidying, names: readonly string[]): readonly Suggestion[] {
  const isNamed = (name: string) => (skill: { readonly id: string }) =>
    skill.id === name || skill.id.endsWith(`:${name}`);
  for (const name of names) {
    if (suggestions.some(isNamed(name))) continue;
    const kept = left.find(isNamed(name));
    throw new CoppiceError(
      kept === undefined ? 'skill-not-found' : 'conflict',
      kept === undefined ? `no unused skill is named ${name}` : `${kept.id} is left alone: ${kept.message}`,
      { hint: 'coppice tidy --dry-run lists the suggestions' },
    );
  }
  return names.length === 0
    ? suggestions
    : suggestions.filter((skill) => names.some((name) => isNamed(name)(skill)));
}

/** Undefined when nobody can be asked. */
async function choose(
  { terminal }: Context,
  input: Input<'tidy'>,
  suggestions: readonly Suggestion[],
  table: string,
): Promise<readonly Suggestion[] | undefined> {
  if (input.isOn('yes')) return suggestions;
  if (!terminal.stderr.isTerminal) return undefined;
  terminal.stderr.write(table);
  const all = counted(suggestions.length, 'change');
  const question = `Apply ${suggestions.length === 1 ? 'this change' : `all ${all}`}? [y/N, or numbers such as 1 3-5] `;
  for (;;) {
    const answer = await promptLine(question);
    if (answer === undefined) return undefined;
    const numbers = chosenNumbers(answer, suggestions.length);
    if (numbers !== undefined) return numbers.flatMap((number) => suggestions[number - 1] ?? []);
    terminal.stderr.write(`There are only ${all}.\n`);
  }
}

function tableOf({ terminal }: Context, suggestions: readonly Suggestion[]): string {
  return rowsText(
    terminal,
    ['#', 'DO', 'LAST', 'TOKENS', 'SKILL'],
    suggestions.map(({ act, agents, lastActivityAt, tokens, id }, at) => [
      String(at + 1),
      act === 'archive' ? 'archive' : `quiet for ${agents.join(', ')}`,
      lastActivityAt === null ? 'never' : utcDay(lastActivityAt),
      String(tokens),
      id,
    ]),
  );
}

function planned(
  tidying: Tidying,
  suggestions: readonly Suggestion[],
  { dryRun, table, command }: { dryRun: boolean; table: string; command: string },
): Report {
  const { unused, left } = tidying;
  const sentence = unusedSentence(unused);
  const saved = suggestions.reduce((sum, { tokens }) => sum + tokens, 0);
  const lines = [
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    ...tidying.listings.map(listingSentence),
    ...(left.length > 0 ? [`Left alone: ${leftText(left)}.`] : []),
    suggestions.length === 0
      ? 'There is nothing to suggest.'
      : `Nothing was changed. Apply ${suggestions.length === 1 ? 'it' : `all ${suggestions.length}`} and save about ${grouped(saved)} tokens with: ${command}`,
  ];
  return {
    document: { ...documentOf(tidying, suggestions), dryRun, applied: null },
    text: table,
    notes: lines.map((line) => `${printable(line)}\n`).join(''),
  };
}

function listingSentence({ title, characters, limit, charactersAfter, quiet }: FittedListing): string {
  const need = `The listing of ${title} needs ${grouped(characters)} of ${grouped(limit)} characters`;
  const rest =
    charactersAfter <= limit
      ? ''
      : ' Nothing else can be made quiet: archive skills, or shorten descriptions.';
  if (charactersAfter === characters) return `${need}.${rest}`;
  const used = quiet.length === 0 ? '' : ` (${quiet.length} of them to skills that are used)`;
  return `${need}; with these changes${used} it needs ${grouped(charactersAfter)}.${rest}`;
}

function applied(tidying: Tidying, done: Tidied): Report {
  const { run, archived, quiet, remaining, error } = done;
  const lines = [
    `${archived.length} archived, ${quiet.length} made quiet`,
    ...(remaining.length > 0 ? [`not done: ${remaining.join(', ')}`] : []),
    ...(run === null ? [] : [`undo all of it with: coppice undo ${run}`]),
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
  ];
  const reported = error && { code: error.code, message: error.message, hint: error.hint ?? null };
  return {
    document: {
      ...documentOf(tidying, tidying.suggestions),
      dryRun: false,
      applied: { run, archived, quiet, remaining, error: reported },
    },
    text: [
      ...archived.map((id) => `archived ${printable(id)}\n`),
      ...quiet.map((id) => `quiet ${printable(id)}\n`),
    ].join(''),
    notes: lines.map((line) => `${printable(line)}\n`).join(''),
    exitCode: error === null ? 0 : 1,
  };
}

function documentOf({ unused, left, listings }: Tidying, suggestions: readonly Suggestion[]) {
  const { days, total, skills } = unused;
  return { days, total, unused: skills.length, suggestions, left, listings };
}
