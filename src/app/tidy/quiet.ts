/*
 * Makes the named skills quiet for the agents on this machine, and wakes them: by name, all of them, or because a person
 * used one.
 */

import type { Library } from '../../library/open-library.js';
import { type QuietOptions, type QuietReport, quietSkills } from '../../library/quiet/quiet.js';
import { wakeSkills } from '../../library/quiet/wake.js';
import { readCatalog } from '../../library/read/catalog.js';
import { quietFor } from '../../library/read/quiet-for.js';
import { findSkill, findSkillToSwitch } from '../../library/read/resolve.js';
import { type WriteDeps, writeDepsOf } from '../../library/write/write-target.js';
import { unlessRefused } from '../../text/errors.js';
import { type Context, libraryOf } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';

export type QuietRequest = Pick<QuietOptions, 'level' | 'agents' | 'dryRun'>;

export async function quietNamed(
  context: Context,
  names: readonly string[],
  request: QuietRequest,
): Promise<QuietReport> {
  const library = libraryOf(context);
  const skills = names.map((name) => findSkillToSwitch(library, name));
  return await quietSkills(library, writing(context, library), skills, { ...request, actor: 'user' });
}

/** By ids, for many at once: the skills are read only once. Ids that nothing has any more are left out. */
export async function switchChosen(
  context: Context,
  act: 'quiet' | 'wake',
  ids: readonly string[],
  request: Pick<QuietRequest, 'dryRun'>,
): Promise<QuietReport> {
  const library = libraryOf(context);
  const { skills, hidden } = readCatalog(library);
  const known = new Map([...hidden.map(({ entry }) => entry), ...skills].map((entry) => [entry.id, entry]));
  const chosen = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  const change = act === 'quiet' ? quietSkills : wakeSkills;
  return await change(library, writing(context, library), chosen, { ...request, actor: 'user' });
}

/** Without names, all skills that Coppice made quiet. */
export async function wakeNamed(
  context: Context,
  names: readonly string[] | undefined,
  request: Omit<QuietRequest, 'level'>,
): Promise<QuietReport> {
  const library = libraryOf(context);
  const skills = names?.map((name) => findSkillToSwitch(library, name));
  return await wakeSkills(library, writing(context, library), skills, { ...request, actor: 'user' });
}

/** Wakes the skills that a person just used. The ledger is read only if one of them is quiet. */
export async function wakeUsed(context: Context, ids: readonly string[]): Promise<QuietReport> {
  const library = libraryOf(context);
  const quietAgents = quietFor(library);
  const quiet = ids
    .flatMap((id) => unlessRefused(() => findSkill(library, id).entry) ?? [])
    .filter((entry) => quietAgents(entry).length > 0);
  if (quiet.length === 0) return { run: null, changes: [], skipped: [] };
  return await wakeSkills(library, writing(context, library), quiet, { actor: 'user', reason: 'used' });
}

function writing(context: Context, library: Library): WriteDeps {
  return writeDepsOf(skillLibraryOptions(context), library.usage);
}
