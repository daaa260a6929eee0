/*
 * Tier 1: lists the skills with a few words for each. The same tree gives the same listing, whatever the caches contain
 * and in whatever order the disk lists its entries.
 */

import { Buffer } from 'node:buffer';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { presentState, type SkillState } from '../../usage/rules/record.js';
import type { UsageLookup } from '../../usage/store.js';
import type { Catalog } from '../rules/catalog.js';
import { type LocatedDiagnostic, located } from '../rules/diagnostics.js';
import { compareListingKeys, type ListingKey, type SkillEntry } from '../rules/entry.js';
import type { HiddenReason } from '../rules/filters.js';
import { suggestedRoots } from '../rules/roots.js';
import { listedDescription, type SkillVerdict } from '../rules/verdict.js';
import { flaggedVerdicts } from '../verdicts/flagged.js';
import { type ReadLibrary, readCatalog } from './catalog.js';
import { noteFirstSeen } from './first-seen.js';
import type { OfferRule, WithheldSkill } from './offer-to-agent.js';
import { offeredPluginSkills, pluginSkills } from './plugins.js';
import { quietFor } from './quiet-for.js';

/** Which skills are listed, and how many at once. */
export interface ListRequest {
  readonly category?: string | undefined;
  /** Words that must all be in the name, description, category or tags. */
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Also list skills that are not offered, each with the reason. */
  readonly all?: boolean | undefined;
  /** Also list the skills of plugins, which are listed by default unless single roots were chosen. */
  readonly plugins?: boolean | undefined;
  /** Only the skills with these ids. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** One page of skills, with what an agent needs to choose one. */
export interface Listing {
  readonly skills: readonly ListedSkill[];
  /** The categories of all skills, including those that were not requested. */
  readonly categories: readonly string[];
  /** The number of requested skills on all pages together. */
  readonly total: number;
  /** What to do next. */
  readonly hint: string;
  /** Why the listing is empty, when it is. */
  readonly message?: string;
  /** Diagnostics of the skills on this page; the first page also has those of files and folders. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Only when `all` was requested. */
  readonly hidden?: readonly HiddenListed[];
  /** Skills that are not handed to an agent, with the reason; only for agents, and only when there are any. */
  readonly withheld?: readonly WithheldSkill[];
}

export interface ListedSkill {
  readonly id: string;
  readonly name: string;
  /** Empty where the skill is known to be withheld from agents. */
  readonly description: string;
  readonly category: string | null;
  readonly root: string;
  readonly state: SkillState;
  readonly pinned: boolean;
  readonly path: string;
  readonly trusted: boolean;
  /** Of the scanner, as far as it is known: warn or block. Null for all others, and for what was not scanned yet. */
  readonly verdict: 'warn' | 'block' | null;
  /** Whether a person has accepted a skill that the scanner blocks. */
  readonly accepted: boolean;
  /** The agents whose own settings hide it or shorten it. */
  readonly quiet: readonly string[];
}

/** A skill that is on the disk and not offered. */
interface HiddenListed {
  readonly id: string;
  readonly reason: HiddenReason;
  readonly path: string;
}

/** All skills that are available, unless a rule chooses among them. */
export function listSkills(
  library: ReadLibrary,
  request: ListRequest = {},
  offer: OfferRule = (skills) => ({ skills, withheld: [] }),
): Listing {
  makeHomeRoot(library);
  const catalog = readCatalog(library);
  const ofPlugins = request.plugins ? pluginSkills(library) : offeredPluginSkills(library);
  const available = [...catalog.skills, ...ofPlugins];
  const { skills: offered, withheld } = offer(available);
  const wanted = offered.filter((skill) => isWanted(skill, request)).sort(compareListingKeys);
  const { page, next } = pageOf(wanted, request);
  const usage = library.usage.lookUp();
  noteFirstSeen(library, available, usage);
  noteFirstSeen(
    library,
    catalog.hidden.map(({ entry }) => entry),
    usage,
  );
  if (library.writesCaches) library.usage.compactIfWorthwhile();
  const flagged = flaggedVerdicts(library, page);
  const quiet = quietFor(library);
  const message =
    wanted.length === 0 ? whyEmpty({ ...catalog, skills: offered }, library, request) : undefined;
  return {
    skills: page.map((skill) => listed(skill, usage.find(skill.id), flagged.get(skill.id), quiet(skill))),
    categories: categoriesOf(offered),
    total: wanted.length,
    hint: next === null ? howToView : `${howToView}; pass nextCursor as the cursor to get the next page`,
    ...(message !== undefined && { message }),
    diagnostics: [
      ...(request.cursor === undefined ? catalog.diagnostics : []),
      ...page
        .filter(({ diagnostics }) => diagnostics.length > 0)
        .flatMap((skill) => located(skill.path, skill.diagnostics)),
    ],
    nextCursor: next,
    ...(withheld.length > 0 && { withheld }),
    ...(request.all && {
      hidden: catalog.hidden.map(({ entry: { id, path }, reason }) => ({ id, reason, path })),
    }),
  };
}

const howToView = 'view NAME opens a skill, view NAME FILE one of its files';

/** Creates the folder for a first skill. A home that cannot be written can still be listed. */
function makeHomeRoot({ files, roots, writesCaches }: ReadLibrary): void {
  const home = roots.find((root) => root.kind === 'home');
  if (home !== undefined && writesCaches) unlessRefused(() => files.makeFolder(home.path));
}

function isWanted({ id, name, description, category, tags }: SkillEntry, wanted: ListRequest): boolean {
  if (wanted.only !== undefined && !wanted.only.has(id)) return false;
  if (wanted.category !== undefined && wanted.category !== category) return false;
  if (wanted.query === undefined) return true;
  const text = [name, description, category ?? '', ...tags].join('\n').toLowerCase();
  return wanted.query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function pageOf(
  skills: readonly SkillEntry[],
  { limit = Number.POSITIVE_INFINITY, cursor }: ListRequest,
): { readonly page: readonly SkillEntry[]; readonly next: string | null } {
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit > 0)) {
    throw new CoppiceError('bad-value', `the limit cannot be ${limit}`, {
      hint: 'give a whole number of at least 1',
    });
  }
  const shown = cursor === undefined ? undefined : parseCursor(cursor);
  const rest = shown === undefined ? skills : skills.filter((skill) => compareListingKeys(skill, shown) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last !== undefined && page.length < rest.length ? printCursor(last) : null };
}

function listed(
  entry: SkillEntry,
  record: ReturnType<UsageLookup['find']>,
  flagged: SkillVerdict | undefined,
  quiet: readonly string[],
): ListedSkill {
  const verdict = flagged?.verdict;
  return {
    id: entry.id,
    name: entry.name,
    description: listedDescription(entry.description, flagged),
    category: entry.category ?? null,
    root: entry.root.shownAs,
    state: presentState(record),
    pinned: entry.pinned || (record !== undefined && record.pinLevel !== 'none'),
    path: entry.path,
    trusted: entry.root.trusted,
    verdict: verdict === 'warn' || verdict === 'block' ? verdict : null,
    accepted: flagged?.accepted != null,
    quiet,
  };
}

function categoriesOf(skills: readonly SkillEntry[]): readonly string[] {
  const categories = new Set<string>();
  for (const { category } of skills) if (category !== undefined) categories.add(category);
  return [...categories].sort();
}

function whyEmpty(
  { skills, hidden, diagnostics }: Catalog,
  { roots }: ReadLibrary,
  { all }: ListRequest,
): string {
  if (skills.length > 0) return 'No skill matches.';
  if (hidden.length > 0)
    return all ? 'No skill is offered: all are hidden.' : 'All skills are hidden; list --all shows why.';
  if (diagnostics.length > 0) return 'No skill can be read; the diagnostics say why.';
  return `There are no skills yet. Coppice looks for them in: ${suggestedRoots(roots)
    .map((root) => root.path)
    .join(', ')}`;
}

/**
 * A cursor contains the sort key of the last skill that was shown, not a number of skills, so the next page is right
 * even if skills were added or removed in between.
 */
function printCursor({ category = '', name, id }: ListingKey): string {
  return Buffer.from(JSON.stringify([category, name, id])).toString('base64url');
}

function parseCursor(cursor: string): ListingKey {
  const [category, name, id] = textsIn(Buffer.from(cursor, 'base64url').toString());
  if (category !== undefined && name !== undefined && id !== undefined) return { category, name, id };
  throw new CoppiceError('bad-value', `not a cursor: ${cursor}`, {
    hint: 'pass the nextCursor of the previous page',
  });
}

function textsIn(json: string): readonly string[] {
  const list = parseJson(json);
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : [];
}
