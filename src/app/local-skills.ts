/*
 * The skills of this machine as a registry for one person sees them: those of all roots, hidden and archived ones too,
 * with the use that was counted. They are only ever read.
 */

import { relative } from 'node:path';
import { readFolder } from '../client/source/read-folder.js';
import type { Library } from '../library/open-library.js';
import { readCatalog } from '../library/read/catalog.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { type SkillVerdict, withheldBecause } from '../library/rules/verdict.js';
import { flaggedVerdicts } from '../library/verdicts/flagged.js';
import { type ArchivedSkill, archivedSkills } from '../library/write/archive-find.js';
import type { LocalPackage, LocalSkill, LocalSkills } from '../registry/server/local/local-skills.js';
import { skillFileNames } from '../skill/package-names.js';
import { parseSkill } from '../skill/parse.js';
import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';
import type { UsageRecord } from '../usage/rules/record.js';

/** `open` is called each time, so that new roots and a changed configuration count. */
export function localSkills(files: Files, open: () => Library): LocalSkills {
  return {
    found: () => findSkills(open()),
    read: ({ id, folder }) => readPackage(files, folder, id),
  };
}

function findSkills(library: Library): readonly LocalSkill[] {
  const { skills, hidden } = readCatalog(library);
  const order = new Map(library.roots.map(({ label }, index) => [label, index]));
  const place = ({ root }: SkillEntry) => order.get(root.label) ?? 0;
  const entries = [...skills, ...hidden.map(({ entry }) => entry)].sort((a, b) => place(a) - place(b));
  const found = [
    ...entries.map((entry) => ({ ...entry, archived: undefined })),
    ...archivedSkills(library, library.roots).map((archived) => archivedEntry(library.files, archived)),
  ];
  const records = recordsById(library);
  const flagged = flaggedVerdicts(library, entries);
  const untrusted = new Set(library.roots.filter(({ trusted }) => !trusted).map(({ label }) => label));
  const ids = new Set<string>();
  return found.map(({ id, name, description, root, folder, archived }) => {
    // What is in a root and in its archive may have one id; the counters belong to the first.
    const isFirst = !ids.has(id);
    const own = isFirst ? id : `${id}#${relative(root.path, folder)}`;
    ids.add(own);
    const record = isFirst ? records.get(id) : undefined;
    return {
      id: own,
      name,
      description,
      root: root.label,
      folder,
      state: archived ? 'archived' : record?.state === 'stale' ? 'stale' : 'active',
      ...(archived && { archived }),
      use: {
        count: record?.useCount ?? 0,
        lastAt: record?.lastUsedAt ?? 0,
        events: record?.days ?? {},
      },
      ...verdictOf(archived ? undefined : flagged.get(id)),
      ...(untrusted.has(root.label) && {
        refusal: 'its project is not trusted; trust it with coppice trust',
      }),
    };
  });
}

/** What the scanner is known to say about it. A registry takes no package that is blocked. */
function verdictOf(scan: SkillVerdict | undefined): Pick<LocalSkill, 'verdict' | 'refusal'> {
  if (scan?.verdict === 'block')
    return { verdict: 'block', refusal: `the scanner blocks it: ${withheldBecause(scan)}` };
  return scan?.verdict === 'warn' ? { verdict: 'warn' } : {};
}

/** By every id that a skill ever had. */
function recordsById({ usage }: Library): ReadonlyMap<string, UsageRecord> {
  const records = usage.all();
  return new Map([
    ...records.flatMap((record) => record.aliases.map((alias) => [alias, record] as const)),
    ...records.map((record) => [record.id, record] as const),
  ]);
}

function archivedEntry(files: Files, { target, reason }: ArchivedSkill) {
  const { id, name, root, folder } = target;
  const file = skillFileNames
    .map((one) => readOrNothing(files, `${folder}/${one}`))
    .find((bytes) => bytes !== undefined);
  return {
    id,
    name,
    root,
    folder,
    description: parseSkill(file ?? new Uint8Array()).fields.description,
    archived: { reason: reason ?? '' },
  };
}

/** What cannot be read is reported by the import. */
function readOrNothing(files: Files, path: string): Uint8Array | undefined {
  try {
    return files.read(path)?.bytes;
  } catch (error) {
    if (error instanceof CoppiceError) return undefined;
    throw error;
  }
}

function readPackage(files: Files, folder: string, id: string): LocalPackage {
  const read = readFolder(files, folder, id);
  const times = read.map(({ path }) => files.stat(`${folder}/${path}`)?.mtimeMs ?? 0);
  const skillFile = read.find(({ path }) => path === 'SKILL.md')?.bytes ?? new Uint8Array();
  return {
    files: read,
    changedAt: Math.floor(Math.max(...times)),
    version: parseSkill(skillFile).fields.version,
  };
}
