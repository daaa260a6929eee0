/*
 * Search over the library: the skills that are offered, and on request those in the archives of the roots. Where
 * nothing that is offered fits, an archived skill that does is told of, so that a forgotten one can be restored.
 */

import { goodScore, search } from '../../search/search.js';
import type { SkillState } from '../../usage/record.js';
import { type Library, readCatalog } from '../read/catalog.js';
import type { SkillEntry } from '../read/entry.js';
import { archivedEntries } from './find-archived.js';
import { searchIndexOf } from './search-cache.js';

export interface FindRequest {
  readonly text: string;
  /** 10 unless told. */
  readonly limit?: number | undefined;
  /** Also those that are archived. */
  readonly archived?: boolean | undefined;
}

export interface Findings {
  /** Best first. */
  readonly results: readonly FoundSkill[];
  readonly mode: 'lexical';
  /** When nothing fits well. */
  readonly message?: string;
  /** What to ask next. */
  readonly hint: string;
}

interface FoundSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** From 0 to 1, which only a skill of that very name has. */
  readonly score: number;
  readonly state: SkillState;
  readonly trusted: boolean;
}

export function findSkills(library: Library, { text, limit = 10, archived = false }: FindRequest): Findings {
  const offered = byPath(readCatalog(library).skills);
  const inArchives = byPath(archivedEntries(library));
  const index = searchIndexOf(library, [...offered.keys(), ...inArchives.keys()]);
  const found = (among: ReadonlyMap<string, SkillEntry>, most: number) =>
    search(index, text, { limit: most, filter: (path) => among.has(path) }).flatMap(({ id: path, score }) => {
      const entry = among.get(path);
      return entry === undefined ? [] : [foundSkill(library, entry, score, inArchives.has(path))];
    });

  const results = found(archived ? new Map([...offered, ...inArchives]) : offered, limit);
  if (isGood(results[0])) return { results, mode: 'lexical', hint: howToView };
  return { results, mode: 'lexical', ...whenNothingFits(results, found(inArchives, 1)[0]) };
}

const howToView = 'view NAME opens a skill';

function whenNothingFits(
  results: readonly FoundSkill[],
  forgotten: FoundSkill | undefined,
): Required<Pick<Findings, 'message' | 'hint'>> {
  if (isGood(forgotten)) {
    const message = `No skill that is offered fits well, but an archived one does: ${forgotten.name}.`;
    return { message, hint: `restore ${forgotten.id} brings it back` };
  }
  if (results.length > 0) return { message: 'No skill fits well.', hint: howToView };
  return { message: 'No skill fits.', hint: 'list shows the skills there are' };
}

function isGood(found: FoundSkill | undefined): found is FoundSkill {
  return found !== undefined && found.score >= goodScore;
}

function foundSkill({ usage }: Library, entry: SkillEntry, score: number, isArchived: boolean): FoundSkill {
  const { id, name, description, root } = entry;
  return {
    id,
    name,
    description,
    // The same on every machine, whatever the last digits of its logarithms are.
    score: Math.round(score * 1e4) / 1e4,
    state: isArchived ? 'archived' : (usage.get(id)?.state ?? 'active'),
    trusted: root.trusted,
  };
}

function byPath(entries: readonly SkillEntry[]): ReadonlyMap<string, SkillEntry> {
  return new Map(entries.map((entry) => [entry.path, entry]));
}
