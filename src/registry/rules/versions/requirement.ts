/*
 * What a version requires: `slug`, or `slug@range` with an npm range. Requirements are always skills, whatever kind of
 * item requires them: an entry has no room for a kind.
 */

import semver from 'semver';
import { CoppiceError } from '../../../text/errors.js';
import { itemSlugSchema, type Kind } from '../../api/names.js';
import type { ItemName } from '../access/principal.js';

export interface Requirement {
  readonly kind: Kind;
  readonly slug: string;
  /** `*` where any version will do. */
  readonly range: string;
}

/** An entry of `requires` as SKILL.md has it. */
interface WrittenRequirement {
  readonly slug: string;
  readonly range: string | undefined;
}

/** In the order written. Refuses an entry that is malformed, repeated, or the item itself (`own`, where known). */
export function readRequirements(
  written: readonly WrittenRequirement[],
  own?: ItemName,
): readonly Requirement[] {
  if (written.length > maxRequirements)
    throw badRequires(`has ${written.length} entries; at most ${maxRequirements} are allowed`);
  const requirements = written.map(readRequirement);
  for (const [index, { kind, slug }] of requirements.entries()) {
    if (own?.kind === kind && own.slug === slug) throw badRequires(`names \`${slug}\`, which is itself`);
    if (requirements.findIndex((other) => other.slug === slug) < index)
      throw badRequires(`names \`${slug}\` twice`);
  }
  return requirements;
}

/** As an author writes it. */
export function requirementText({ slug, range }: Pick<Requirement, 'slug' | 'range'>): string {
  return range === '*' ? slug : `${slug}@${range}`;
}

/** What is wrong with the range, as in `lib@x is ...`; undefined for a valid range. */
export function rangeFault(range: string): string | undefined {
  if (range.length > maxLength) return `a range of more than ${maxLength} characters`;
  if (range.split(/[\s|]+/).length > maxParts) return `a range of more than ${maxParts} parts`;
  return semver.validRange(range) === null ? 'not a version range' : undefined;
}

const maxRequirements = 100;
const maxLength = 256;

/** The time to parse a range grows with its parts, and anybody may make the server parse thousands. */
const maxParts = 16;

function readRequirement({ slug, range: given = '*' }: WrittenRequirement): Requirement {
  const range = given.replace(/\s+/g, ' ');
  if (!itemSlugSchema.safeParse(slug).success) throw badRequires(`has ${quoted(slug)}, which is not a slug`);
  const fault = rangeFault(range);
  if (fault !== undefined) throw badRequires(`has ${quoted(`${slug}@${range}`)}, which is ${fault}`);
  if (semver.minVersion(range) === null)
    throw badRequires(`has ${quoted(`${slug}@${range}`)}, which no version can satisfy`);
  return { kind: 'skill', slug, range };
}

/** Shortened, and with invisible characters escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function badRequires(fault: string): CoppiceError {
  return new CoppiceError('bad-bundle', `SKILL.md: requires ${fault}`, {
    hint: 'write each as `slug` or `slug@range`, such as `lib@^1.2`',
  });
}
