/*
 * What is near a skill that is about to be published for the first time: items of the registry and skills of the library
 * that say the same, so that nobody publishes what exists already. It only advises: where it cannot ask, it says nothing.
 */

import type { PackedSkill } from '../../client/publish/pack-folder.js';
import type { Remote } from '../../client/remote/remote.js';
import type { ItemName } from '../../client/rules/manifest.js';
import { readCatalog } from '../../library/read/catalog.js';
import { distinctiveWords } from '../../search/overlap/distinctive-words.js';
import { nearestPurposes } from '../../search/overlap/nearest-purposes.js';
import { pairsToName, strengthOf } from '../../search/overlap/overlap.js';
import { CoppiceError } from '../../text/errors.js';
import { type Context, wholeLibraryOf } from '../context.js';

export interface NearItem {
  readonly where: 'registry' | 'library';
  /** A slug of the registry, or an id of the library. */
  readonly item: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** Nearest first. Nothing for a new version of an item that exists, and for agents and commands. */
export async function nearItems(
  context: Context,
  remote: Remote,
  name: ItemName,
  skill: Pick<PackedSkill, 'name' | 'description'>,
): Promise<readonly NearItem[]> {
  if (name.kind !== 'skill') return [];
  try {
    if ((await remote.item(name)) !== undefined) return [];
    const keywords = distinctiveWords(skill.description, maxKeywords);
    const rows = await remote.search(skill.name, { kind: name.kind, limit: maxRows, keywords });
    const { skills } = readCatalog(wholeLibraryOf(context));
    const own = skills.filter((entry) => entry.name !== skill.name);
    return [
      ...nearAmong(
        skill,
        rows.map(({ slug, name: title, description }) => ({ id: slug, name: title, description })),
        'registry',
      ),
      ...nearAmong(skill, own, 'library'),
    ]
      .sort((a, b) => b.score - a.score)
      .slice(0, maxNamed);
  } catch (error) {
    if (error instanceof CoppiceError) return [];
    throw error;
  }
}

const maxKeywords = 8;
const maxRows = 50;
const maxNamed = 3;

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** By the descriptions alone. */
function nearAmong(
  skill: Pick<PackedSkill, 'name' | 'description'>,
  others: readonly Described[],
  where: NearItem['where'],
): readonly NearItem[] {
  const own = { id: '', name: skill.name, description: skill.description, body: '' };
  const near = nearestPurposes(skill, others, maxRows).map(({ id, name, description }) => ({
    id,
    name,
    description,
    body: '',
  }));
  return pairsToName([own, ...near])
    .filter(({ a }) => a === own.id)
    .map((pair) => ({ where, item: pair.b, score: strengthOf(pair) }));
}
