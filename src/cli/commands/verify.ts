/*
 * `coppice verify`: hashes everything that is installed in the project, and looks whether it is where it belongs.
 */

import { verifyProject } from '../../client/ensure/verify.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { projectFolder } from '../project.js';
import type { Report } from '../verb.js';
import { installDeps } from './ensure-run.js';

export function runVerify(context: Context, input: Input): Report {
  const found = verifyProject(installDeps(context, input), projectFolder(context));
  const { ok, checked, problems, skipped } = found;
  const lines = [...problems, ...skipped].map(({ kind, slug, reason }) => `${kind} ${slug}: ${reason}`);
  const counts = [
    ...(problems.length > 0 ? [`${problems.length} not as the lock says`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} not in place`] : []),
  ];
  const told = counts.length === 0 ? 'all as the lock says' : counts.join(', ');
  return {
    document: found,
    text: [...lines, `${checked} checked, ${told}`].map((line) => `${printable(line)}\n`).join(''),
    ...(!ok && { exitCode: 1, talk: 'hint: coppice ensure puts it right\n' }),
  };
}
