/*
 * `coppice history purge`: deletes stored contents from the history, and says what can no longer be undone.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import {
  type PurgePlan,
  type PurgeRequest,
  planPurge,
  purgeHistory,
} from '../../../library/write/purge-history.js';
import { randomIds } from '../../../system/ids.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import { confirmed } from '../../frame/confirm.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runHistoryPurge(context: Context, input: Input<'history purge'>): Promise<Report> {
  const request = requestOf(input);
  const library = libraryOf(context);
  const plan = planPurge(library, request);
  if (input.isOn('dry-run') || plan.contents.length === 0) return purgeReport(context, plan, false);
  const entries = counted(plan.entries.length, 'entry', 'entries');
  const isWanted = await confirmed(input, {
    question: `Delete ${counted(plan.contents.length, 'stored content')}? Then ${entries} can no longer be undone.`,
    hint: 'see what it would delete with --dry-run',
  });
  if (!isWanted)
    return { ...purgeReport(context, { contents: [], entries: [] }, false), notes: 'nothing was deleted\n' };
  const { files, clock, home, onRecovered } = skillLibraryOptions(context);
  const deps = {
    files,
    clock,
    home,
    ids: randomIds,
    usage: library.usage,
    ...(onRecovered && { onRecovered }),
  };
  return purgeReport(context, await purgeHistory(deps, request), true);
}

function requestOf(input: Input<'history purge'>): PurgeRequest {
  const entry = input.argument('entry');
  const matching = input.text('matching');
  if (entry !== undefined && matching === undefined) return { entry };
  if (entry === undefined && matching !== undefined && matching.trim() !== '') return { matching };
  throw new CoppiceError('usage', 'history purge needs either ENTRY or --matching TEXT', {
    hint: 'coppice history lists the entries',
  });
}

function purgeReport({ terminal }: Context, { contents, entries }: PurgePlan, isDone: boolean): Report {
  const rows = entries.map(({ id, at, actor, action, skill }) => [id, timeText(at), actor, action, skill]);
  const affected = counted(entries.length, 'entry', 'entries');
  const stored = counted(contents.length, 'stored content');
  const sentence = isDone
    ? `deleted ${stored}; ${affected} can no longer be shown or undone`
    : `would delete ${stored}; ${affected} could no longer be shown or undone`;
  return {
    document: {
      dryRun: !isDone,
      deleted: isDone ? contents : [],
      wouldDelete: isDone ? [] : contents,
      entries: entries.map(({ id, at, action, skill }) => ({ id, at, action, skill })),
    },
    text: rowsText(terminal, ['ENTRY', 'WHEN', 'WHO', 'WHAT', 'SKILL'], rows),
    notes: contents.length === 0 ? 'no stored content matches\n' : `${sentence}\n`,
  };
}
