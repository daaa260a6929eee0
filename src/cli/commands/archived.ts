/*
 * `coppice archived`: what is in the archives of the roots.
 */

import type { LocatedDiagnostic } from '../../library/rules/diagnostics.js';
import { archivedSkills } from '../../library/write/archive-find.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function runArchived(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
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
  const hint = skills.length === 0 ? 'nothing is archived\n' : 'hint: coppice restore NAME brings one back\n';
  return {
    document: { skills, diagnostics },
    text: rowsText(context.terminal, ['SKILL', 'ARCHIVED', 'WAS', 'REASON'], rows),
    talk: warnings + hint,
  };
}
