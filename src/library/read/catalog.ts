/*
 * The catalog: all skills of all roots, each offered, or hidden for a reason. A package that several roots reach
 * belongs to the first of them.
 */

import type { Suppression } from '../../scan/findings/finding.js';
import type { Files } from '../../system/files.js';
import type { UsageStore } from '../../usage/store.js';
import type { Catalog, HiddenSkill } from '../rules/catalog.js';
import { type LocatedDiagnostic, locationDiagnostic } from '../rules/diagnostics.js';
import { type SkillEntry, skillEntry } from '../rules/entry.js';
import { hidingRule, type Surroundings } from '../rules/filters.js';
import { managedProvenance, type Root } from '../rules/root.js';
import { type ScannedRoot, type ScanOptions, scanRoots } from './catalog-scan.js';
import type { PluginSearch } from './plugins-find.js';

/** What is needed to read skills. */
export interface ReadLibrary {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
  /** In the order of their precedence. */
  readonly roots: readonly Root[];
  readonly surroundings: Surroundings;
  readonly usage: Pick<UsageStore, 'get' | 'all' | 'lookUp' | 'noteSeen' | 'compactIfWorthwhile'>;
  /** The variables that a skill may need. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where to look for plugins; without it, there are none. */
  readonly plugins?: PluginSearch | undefined;
  /** Whether the caches may be written; a dry run writes nothing. */
  readonly writesCaches: boolean;
  /** The findings of the scanner that the user has accepted; none by default. */
  readonly suppressions?: readonly Suppression[] | undefined;
}

export function readCatalog(library: ReadLibrary, options: Pick<ScanOptions, 'keepsNames'> = {}): Catalog {
  return arrange(scanRoots(library.files, { ...library, ...options }), library.surroundings);
}

/** A skill that is hidden for a reason of its own does not shadow another. */
export function arrange(roots: readonly ScannedRoot[], surroundings: Surroundings): Catalog {
  const offered = new Map<string, SkillEntry>();
  const hidden: HiddenSkill[] = [];
  const diagnostics: LocatedDiagnostic[] = [];
  const linked = linkedPackages(roots);
  const reasonToHide = hidingRule(surroundings);
  for (const { root, skills, diagnostics: found } of roots) {
    for (const diagnostic of found) diagnostics.push(diagnostic);
    for (const { location, summary } of skills) {
      const reachedFrom = linked.get(location.realFolder);
      if (reachedFrom !== undefined && reachedFrom[0] !== root) continue;
      const entry = skillEntry(root, location, summary, reachedFrom?.slice(1) ?? noRoots);
      const reason = reasonToHide(entry);
      const winner = offered.get(entry.name);
      if (reason !== undefined) hidden.push({ entry, reason });
      else if (winner === undefined) offered.set(entry.name, entry);
      else {
        hidden.push({ entry, reason: 'shadowed' });
        // A copy that another program keeps there is not a mistake of the user.
        const isManaged = [entry, winner].some(
          (one) => managedProvenance(one.root, one.folder) !== undefined,
        );
        if (!isManaged) diagnostics.push(shadowed(entry, winner));
      }
    }
  }
  return { skills: [...offered.values()], hidden, diagnostics };
}

const noRoots: readonly Root[] = [];

/** The packages that several roots reach, with those roots. */
function linkedPackages(roots: readonly ScannedRoot[]): ReadonlyMap<string, readonly Root[]> {
  const first = new Map<string, Root>();
  const linked = new Map<string, Root[]>();
  // One root alone reaches no package twice.
  if (roots.filter(({ skills }) => skills.length > 0).length < 2) return linked;
  for (const { root, skills } of roots) {
    for (const { location } of skills) {
      const before = first.get(location.realFolder);
      if (before === undefined) first.set(location.realFolder, root);
      else linked.set(location.realFolder, [...(linked.get(location.realFolder) ?? [before]), root]);
    }
  }
  return linked;
}

function shadowed(entry: SkillEntry, winner: SkillEntry): LocatedDiagnostic {
  const fix =
    entry.id === winner.id
      ? 'rename one of the two'
      : `rename one of the two, or refer to this one as ${entry.id}`;
  return locationDiagnostic(
    'shadowed',
    entry.path,
    `"${entry.name}" is also the name of ${winner.path}, which takes precedence.`,
    fix,
  );
}
