/*
 * `coppice history`: every change to the skills, oldest first.
 */

import { type Context, inChosenRoots, libraryOf } from '../../../app/context.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import type { Written } from '../../../library/write/author-result.js';
import { drill, saveDrillState } from '../../../library/write/drill.js';
import { entryDiff, type History, history } from '../../../library/write/history.js';
import { findEntry, readLedger } from '../../../library/write/ledger.js';
import { lastChange } from '../../../library/write/undo.js';
import { settleInterrupted } from '../../../library/write/write.js';
import { randomIds } from '../../../system/ids.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { confirmed } from '../../frame/confirm.js';
import { rowsText } from '../../frame/rows.js';
import { changeOptions, writtenReport } from '../../frame/written-content.js';
import { momentOf, wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runHistory(context: Context, input: Input<'history'>): Report {
  const library = libraryOf(context);
  const name = input.argument('name');
  const isSelected = inChosenRoots(context, library);
  const limit = wholeNumber(input, 'limit', 1);
  const given = input.text('since');
  const since = given === undefined ? 0 : momentOf(given, 'since', context.clock.now());
  const { entries, malformed } = history(library, name);
  const selected = entries.filter(({ skill, at }) => isSelected(skill) && at >= since);
  const shown = { entries: limit === undefined ? selected : selected.slice(-limit), malformed };
  const older = selected.length - shown.entries.length;
  const rows = shown.entries.map(({ id, at, actor, action, state, skill }) => [
    id,
    timeText(at),
    actor,
    action,
    state,
    skill,
  ]);
  return {
    document: shown,
    text: rowsText(context.terminal, ['ENTRY', 'WHEN', 'WHO', 'WHAT', 'STATE', 'SKILL'], rows),
    notes:
      (older === 0 ? '' : `not shown: ${counted(older, 'older entry', 'older entries')}\n`) +
      historyNotes(shown, name, given),
  };
}

function historyNotes(
  { entries, malformed }: History,
  name: string | undefined,
  since: string | undefined,
): string {
  const whose =
    (name === undefined ? '' : ` of ${printable(name)}`) +
    (since === undefined ? '' : ` since ${printable(since)}`);
  const empty = entries.length === 0 ? `no changes${whose} are recorded\n` : '';
  return malformed === 0 ? empty : `${empty}${counted(malformed, 'line')} of the ledger could not be read\n`;
}

/*
 * `coppice diff`: what one entry of the ledger changed.
 */

export function runDiff(context: Context, input: Input<'diff'>): Report {
  const library = libraryOf(context);
  const entry = findEntry(library, input.argument('entry'));
  const diff = entryDiff(library, entry);
  const { isTerminal, colours } = context.terminal.stdout;
  const text = isTerminal
    ? diff
        .split('\n')
        .map((line) => coloured(colours, printable(line, { multiline: true })))
        .join('\n')
    : diff;
  return {
    document: { entry: entry.id, skill: entry.skill, action: entry.action, diff },
    text,
    isContent: true,
  };
}

function coloured(colours: Context['terminal']['stdout']['colours'], line: string): string {
  if (line.startsWith('+')) return colours.green(line);
  return line.startsWith('-') ? colours.red(line) : line;
}

/*
 * `coppice undo`: undoes one entry of the ledger, or a whole run as far as possible.
 */

export async function runUndo(context: Context, input: Input<'undo'>): Promise<Report> {
  const wanted = input.argument('entry') ?? (await chosenChange(context, input));
  if (wanted === undefined)
    return { document: { undone: [], failed: [] }, text: '', notes: 'nothing was undone\n' };
  const options = { ...changeOptions(input), force: input.isOn('force') };
  const outcomes = await skillLibraryOf(context).undo(wanted, options);
  const undone: Written[] = [];
  const failed: { undoes: string; code: string; message: string }[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'undone') undone.push(outcome.written);
    else if (outcome.error instanceof CoppiceError && outcomes.length > 1) {
      failed.push({ undoes: outcome.undoes, code: outcome.error.code, message: outcome.error.message });
    } else throw outcome.error;
  }
  const [only] = undone;
  if (outcomes.length === 1 && only) return writtenReport('undone for', only);
  const lines = [
    ...undone.map(({ id, entry }) => `undone for ${id} by entry ${entry}`),
    ...failed.map(({ undoes, code, message }) => `not undone: ${undoes}: ${message} (${code})`),
  ];
  return {
    document: { run: wanted, undone, failed },
    text: lines.map((line) => `${printable(line)}\n`).join(''),
    exitCode: failed.length > 0 ? 1 : 0,
  };
}

/** The newest change, if the user agrees. */
async function chosenChange(context: Context, input: Input<'undo'>): Promise<string | undefined> {
  const library = libraryOf(context);
  const isSelected = inChosenRoots(context, library);
  // The newest change may have been killed, and is only now known to have happened.
  const { files, clock, home, onRecovered } = skillLibraryOptions(context);
  const deps = { files, clock, home, ids: randomIds, usage: library.usage };
  await settleInterrupted({ ...deps, ...(onRecovered && { onRecovered }) });
  const change = lastChange(library, ({ skill }) => isSelected(skill));
  if (change === undefined) {
    throw new CoppiceError('not-found', 'there is no change to undo', {
      hint: 'coppice history lists the changes; name one that is itself an undo by its id',
    });
  }
  const { wanted, entries } = change;
  const [newest] = entries;
  const what =
    entries.length === 1 && newest
      ? `"${newest.action}" of ${newest.skill}`
      : `${counted(entries.length, 'change')} of the run ${wanted}`;
  const when = timeText(newest?.at ?? 0);
  const who = newest?.actor === 'other' ? 'somebody else' : `the ${newest?.actor}`;
  return (await confirmed(input, {
    question: `Undo ${what} by ${who} (${when})?`,
    hint: `it would undo ${what}, the newest change: coppice undo ${wanted}`,
  }))
    ? wanted
    : undefined;
}

/*
 * `coppice drill`: proves that the ledger can be restored.
 */

export function runDrill(context: Context, input: Input<'drill'>): Report {
  const library = libraryOf(context);
  const wanted = input.argument('entry');
  const progress = showProgress(context.terminal, { quietMs: 300 });
  try {
    const report = drill(library, {
      wanted,
      onProgress: (done, total) => progress.update({ label: 'checking entries', done, total }),
    });
    progress.end();
    const ledger = readLedger(library);
    const entry = wanted === undefined ? null : findEntry(library, wanted).id;
    const upTo = ledger.entries.at(-1)?.id ?? null;
    saveDrillState(library, { at: context.clock.now(), ok: report.ok, entry, upTo });
    const failed = new Set(report.problems.map((problem) => problem.entry));
    const lines = [
      ...report.problems.map(({ entry, path, message }) => `fails  ${entry} ${path}: ${message}`),
      `${counted(report.entries - failed.size, 'entry', 'entries')} can be restored, ${counted(report.problems.length, 'problem')}`,
    ];
    return {
      document: report,
      text: lines.map((line) => `${printable(line)}\n`).join(''),
      exitCode: report.ok ? 0 : 1,
    };
  } finally {
    progress.end();
  }
}
