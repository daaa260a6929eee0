/*
 * Records what others changed in the skills, for the verbs that look at the whole library anyway.
 */

import { type ObserveRequest, observe } from '../library/observe/observe.js';
import { type Library, openLibrary } from '../library/open-library.js';
import { readCatalog } from '../library/read/catalog.js';
import type { SkillEntry } from '../library/rules/entry.js';
import type { RecoveredEntry } from '../library/write/write-target.js';
import { randomIds } from '../system/ids.js';
import { showProgress } from '../system/terminal/progress.js';
import { counted } from '../text/plural.js';
import { printable } from '../text/printable.js';
import type { Context } from './context.js';
import type { ObservedChanges } from './rules/status.js';
import { skillLibraryOptions } from './skill-library-options.js';

interface ReadSkills {
  readonly library: Library;
  /** All of the roots of the library. */
  readonly skills: readonly SkillEntry[];
}

interface ObserveOptions extends Pick<ObserveRequest, 'maxMs' | 'seen'> {
  readonly settled?: RecoveredEntry[];
}

/**
 * The skills are those of the chosen roots; they are read here if the caller has not read them. Interrupted changes are
 * settled first; `settled` gets them, for a report of its own.
 */
export async function observeSkills(
  context: Context,
  read?: ReadSkills,
  { maxMs, settled, seen }: ObserveOptions = {},
): Promise<ObservedChanges> {
  const { files, clock, home, onRecovered: note } = skillLibraryOptions(context);
  const onRecovered = (recovered: RecoveredEntry) => {
    settled?.push(recovered);
    note?.(recovered);
  };
  const { library, skills } = read ?? readSkills(context);
  const { usage, roots, config } = library;
  const progress = showProgress(context.terminal, { quietMs: 200 });
  const { entries, left, problem } = await observe(
    { files, clock, home, ids: randomIds, usage, onRecovered },
    {
      skills,
      roots,
      maxBytes: config['library.observe_mb'] * 1024 * 1024,
      ...(maxMs !== undefined && { maxMs }),
      ...(seen !== undefined && { seen }),
      onProgress: (done, total) => progress.update({ label: 'recording skills', done, total }),
    },
  );
  progress.end();
  return {
    changes: entries.map(({ id, skill }) => ({ entry: id, skill })),
    left,
    problem: problem?.message ?? null,
  };
}

function readSkills(context: Context): ReadSkills {
  const library = openLibrary(skillLibraryOptions(context));
  const { skills, hidden } = readCatalog(library);
  return { library, skills: [...skills, ...hidden.map(({ entry }) => entry)] };
}

/** What a person should know about it; empty when there is nothing. */
export function observedNotes({ changes, left, problem }: ObservedChanges): string {
  const [only] = changes;
  const what =
    changes.length === 1 ? `a change of ${only?.skill}` : `changes of ${counted(changes.length, 'skill')}`;
  const lines = [
    ...(changes.length === 0 ? [] : [`recorded ${what} by others; see coppice history`]),
    ...(left === 0 ? [] : [`${counted(left, 'skill')} will be checked for changes by others next time`]),
    ...(problem === null ? [] : [`changes by others were not recorded: ${problem}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
