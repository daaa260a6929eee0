/*
 * `coppice archive`, and `coppice delete`, which is the same: a skill is moved to the archive of its root.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import type { LocatedDiagnostic } from '../../../library/rules/diagnostics.js';
import { archivedSkills } from '../../../library/write/archive-find.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { changeOptions, writtenReport } from '../../frame/written-content.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runArchive(
  context: Context,
  input: Input<'archive'> | Input<'delete'>,
): Promise<Report> {
  const options = { ...changeOptions(input), reason: input.text('reason') };
  const written = await skillLibraryOf(context).archive(input.argument('name'), options);
  return writtenReport('archived', written);
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
