/*
 * How often the skills that a project has from its registry were used on this machine. A record counts only if the skill
 * is our link or copy: a skill of the same name that somebody else put there does not count.
 */

import { basename, dirname } from 'node:path';
import { type LibraryOptions, openLibrary } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { Links } from '../../system/disk/links.js';
import { unlessRefused } from '../../text/errors.js';
import { manifestIn } from '../ensure/project-files.js';
import { viewProject } from '../link/project-view.js';
import { installedName, withNames } from '../rules/install-locations.js';
import type { Lock } from '../rules/lock.js';
import type { LocalUse } from '../rules/telemetry-events.js';

export function localUses(
  libraryOptions: LibraryOptions,
  links: Links,
  project: string,
  lock: Lock,
): readonly LocalUse[] {
  const library = openLibrary({ ...libraryOptions, workingFolder: project, onlyRoots: [] });
  // Without any use, which is common after a first install, the skills need not be read.
  const isUsed = library.usage.all().some(({ useCount }) => useCount > 0);
  const entries = isUsed ? ourEntries(libraryOptions, links, project, library) : [];

  const manifest = unlessRefused(() => manifestIn(libraryOptions.files, project));
  const nodes = withNames(lock.nodes, manifest?.items ?? []);
  return nodes.flatMap(({ kind, slug, as, origin }) => {
    if (kind !== 'skill' || origin.from !== 'registry') return [];
    const ids = entries
      .filter(({ folder }) => basename(folder) === installedName({ slug, as }))
      .flatMap(({ root, alsoIn, name }) => [root, ...alsoIn].map(({ label }) => `${label}:${name}`));
    // Several ids may belong to the same record.
    const records = new Map(ids.map((id) => library.usage.get(id)).map((record) => [record?.id, record]));
    const found = [...records.values()].filter((record) => record !== undefined);
    return {
      slug,
      useCount: found.reduce((total, { useCount }) => total + useCount, 0),
      lastUsedAt: Math.max(0, ...found.map(({ lastUsedAt }) => lastUsedAt)),
    };
  });
}

function ourEntries(
  { files, home }: LibraryOptions,
  links: Links,
  project: string,
  library: ReturnType<typeof openLibrary>,
): readonly SkillEntry[] {
  const roots = library.roots.filter(({ kind }) => kind === 'project');
  const { skills, hidden } = readCatalog({ ...library, roots, writesCaches: false });
  const view = viewProject({ files, links, home }, project);
  const isOurs = ({ folder }: SkillEntry) =>
    ['link', 'copy'].includes(view.occupant(`${files.realPath(dirname(folder))}/${basename(folder)}`).kind);
  return [...skills, ...hidden.map(({ entry }) => entry)].filter(isOurs);
}
