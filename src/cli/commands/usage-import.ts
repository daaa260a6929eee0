/*
 * `coppice usage import`: takes over what other agents counted themselves. Their files are only read.
 */

import { agentsOf, type Import, importFrom, skillsOf } from '../../app/import-usage.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runUsageImport(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const skills = skillsOf(library);
  const imports = agentsOf(context, library).flatMap((agent) => importFrom(library, skills, agent) ?? []);
  return {
    document: { agents: imports },
    text: imports.map((each) => `${printable(summary(each))}\n`).join(''),
    talk: imports.length === 0 ? 'no other agent has counted anything here\n' : '',
    exitCode: imports.some(({ error }) => error !== null) ? 1 : 0,
  };
}

function summary({ agent, path, imported, unchanged, unmatched, malformed, error }: Import): string {
  if (error !== null) return `${agent}: ${error} (${path})`;
  const faulty = malformed.length > 0 ? `, ${malformed.length} not readable` : '';
  const strange = unmatched.length > 0 ? `, ${unmatched.length} not found here` : '';
  return `${agent}: ${imported.length} imported, ${unchanged.length} unchanged${strange}${faulty}`;
}
