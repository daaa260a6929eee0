/*
 * `coppice archive`, and `coppice delete`, which is the same: a skill is moved to the archive of its root.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import { type ArchiveChoice, planArchive } from '../../../app/tidy/archive-many.js';
import type { LocatedDiagnostic } from '../../../library/rules/diagnostics.js';
import { archivedSkills } from '../../../library/write/archive-find.js';
import { promptLine } from '../../../system/terminal/prompt.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { changeOptions, writtenReport } from '../../frame/written-content.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runArchive(context: Context, input: Input<'archive'>): Promise<Report> {
  const name = input.argument('name');
  const choice = choiceOf(input);
  if ((name === undefined) === (choice === undefined))
    throw new CoppiceError('usage', 'name a skill, or use either --blocked or --unloadable', {
      hint: 'coppice help archive',
    });
  if (choice !== undefined) return await archiveChosen(context, input, choice);
  return await archiveOne(context, name ?? '', input);
}

export async function runDelete(context: Context, input: Input<'delete'>): Promise<Report> {
  return await archiveOne(context, input.argument('name'), input);
}

async function archiveOne(
  context: Context,
  name: string,
  input: Input<'archive'> | Input<'delete'>,
): Promise<Report> {
  const options = { ...changeOptions(input), reason: input.text('reason') };
  const written = await skillLibraryOf(context).archive(name, options);
  return writtenReport('archived', written);
}

function choiceOf(input: Input<'archive'>): ArchiveChoice | undefined {
  if (input.isOn('blocked') && input.isOn('unloadable'))
    throw new CoppiceError('usage', 'use either --blocked or --unloadable');
  if (input.isOn('blocked')) return 'blocked';
  return input.isOn('unloadable') ? 'unloadable' : undefined;
}

/** Shows them and asks once; where nobody can be asked, it needs --yes. */
async function archiveChosen(
  context: Context,
  input: Input<'archive'>,
  choice: ArchiveChoice,
): Promise<Report> {
  const { skills, apply } = await planArchive(context, choice);
  const listed = skills.map(({ id }) => `${printable(id)}\n`).join('');
  const isAgreed = skills.length > 0 && (input.isOn('yes') || (await agrees(context, listed, skills.length)));
  if (!isAgreed) {
    const done = { run: null, archived: [], remaining: skills.map(({ id }) => id), error: null };
    const notes =
      skills.length === 0
        ? 'there is nothing to archive\n'
        : `Nothing was moved. Archive ${counted(skills.length, 'skill')} with: coppice archive --${choice} --yes\n`;
    return { document: done, text: listed, notes };
  }
  const { by } = changeOptions(input);
  const { run, archived, remaining, error } = await apply({ actor: by, reason: input.text('reason') });
  const failure = error === null ? null : { code: error.code, message: error.message };
  return {
    document: { run, archived, remaining, error: failure },
    text: archived.map((id) => `archived ${printable(id)}\n`).join(''),
    notes: [
      ...(run === null ? [] : [`undo all of it with: coppice undo ${run}\n`]),
      ...(error === null ? [] : [`error: ${printable(error.message)} (${error.code})\n`]),
    ].join(''),
    exitCode: error === null ? 0 : 1,
  };
}

async function agrees({ terminal }: Context, listed: string, count: number): Promise<boolean> {
  if (!terminal.stderr.isTerminal) return false;
  terminal.stderr.write(listed);
  const answer = await promptLine(`Move ${counted(count, 'skill')} to the archive? [y/N] `);
  return /^y(es)?$/i.test((answer ?? '').trim());
}

/*
 * `coppice restore`: restores a skill from the archive.
 */

export async function runRestore(context: Context, input: Input<'restore'>): Promise<Report> {
  const options = { ...changeOptions(input), as: input.text('as'), reason: input.text('reason') };
  const written = await skillLibraryOf(context).restore(input.argument('name'), options);
  return writtenReport('restored', written);
}

/*
 * `coppice archived`: what is in the archives of the roots.
 */

export function runArchived(context: Context): Report {
  const library = libraryOf(context);
  const diagnostics: LocatedDiagnostic[] = [];
  const found = archivedSkills(library, library.roots, (unreadable) => diagnostics.push(unreadable));
  const skills = found.map((skill) => ({
    id: skill.target.id,
    name: skill.target.name,
    path: skill.target.folder,
    originalPath: skill.originalPath,
    category: skill.category,
    digest: skill.digest,
    reason: skill.reason,
    run: skill.run,
    archivedAt: skill.archivedAt,
    entry: skill.entry,
  }));
  const rows = skills.map(({ id, archivedAt, originalPath, reason }) => [
    id,
    timeText(archivedAt),
    originalPath,
    reason ?? '',
  ]);
  const warnings = diagnostics.map(({ message }) => `warning: ${printable(message)}\n`).join('');
  const hint = skills.length === 0 ? 'nothing is archived\n' : 'hint: coppice restore NAME restores one\n';
  return {
    document: { skills, diagnostics },
    text: rowsText(context.terminal, ['SKILL', 'ARCHIVED', 'WAS', 'REASON'], rows),
    notes: warnings + hint,
  };
}
