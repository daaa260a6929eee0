/*
 * Searches the library: the skills that are offered, and on request those in the archives of the roots. Where no
 * offered skill matches, an archived one that does is named, so that a forgotten skill can be restored.
 */

import { basename, dirname } from 'node:path';
import type { AskedBefore } from '../../search/asked-before.js';
import { goodConfidence, sureConfidence } from '../../search/confidence.js';
import type { SearchDocument } from '../../search/document.js';
import { nearestPurposes } from '../../search/overlap/nearest-purposes.js';
import { pairsToName, strengthOf } from '../../search/overlap/overlap.js';
import { isBare } from '../../search/query.js';
import { search } from '../../search/search.js';
import type { SearchIndex } from '../../search/search-index.js';
import { similar } from '../../search/similar.js';
import { searchDocument } from '../../search/skill-document.js';
import { unlessRefused } from '../../text/errors.js';
import { presentState, type SkillState } from '../../usage/rules/record.js';
import { type ReadLibrary, readCatalog } from '../read/catalog.js';
import { scanRoots } from '../read/catalog-scan.js';
import type { OfferRule, WithheldSkill } from '../read/offer-to-agent.js';
import { offeredSkills } from '../read/plugins.js';
import { type SkillEntry, skillEntry } from '../rules/entry.js';
import { hidingRule } from '../rules/filters.js';
import { archiveFolder } from '../rules/ledger-entry.js';
import { listedDescription, type SkillVerdict } from '../rules/verdict.js';
import { flaggedVerdicts } from '../verdicts/flagged.js';
import { readAskedPrompts } from './asked-prompts.js';
import { searchIndexOf } from './search-cache.js';

export interface FindRequest {
  /** The question, in the user's words. */
  readonly text: string;
  /** Three to eight short terms that the text of the right skill would contain, synonyms included. */
  readonly keywords?: readonly string[] | undefined;
  /** 10 by default. */
  readonly limit?: number | undefined;
  /** Also search archived skills. */
  readonly archived?: boolean | undefined;
}

export interface Findings {
  /** Best first. */
  readonly results: readonly FoundSkill[];
  readonly mode: 'keyword' | 'hybrid' | 'hybrid-reranked';
  /** The names of the models that were used. */
  readonly model?: string;
  readonly reranker?: string;
  /** Present when nothing matches well. */
  readonly message?: string;
  /** What to do next. */
  readonly hint: string;
  /** Matching skills that are not handed to an agent, with the reason; only for agents, and only when there are any. */
  readonly withheld?: readonly WithheldSkill[];
}

interface FoundSkill {
  readonly id: string;
  readonly name: string;
  /** Empty where the skill is known to be withheld from agents. */
  readonly description: string;
  /** How likely it is that the skill is right: from 0 to 1, which only a skill of that very name has. */
  readonly score: number;
  readonly state: SkillState;
  readonly trusted: boolean;
  /** Of the scanner, as far as it is known: warn or block. */
  readonly verdict: 'warn' | 'block' | null;
}

/** By words alone: at once, without a model. */
export function findSkills(library: ReadLibrary, request: FindRequest, offer?: OfferRule): Findings {
  const searched = searchedSkills(library);
  const { text: question, keywords } = request;
  const { index, asked } = searched;
  const rank: Rank = (limit, filter) => search(index, { question, keywords }, { limit, filter, asked });
  const { limit = defaultLimit } = request;
  const hits = rank(limit + (offer ? spareHits : 0), searchHits(searched, request));
  return findings(library, searched, hits, rank, {
    mode: 'keyword',
    limit,
    offer,
    isBare: isBare(request),
    goodScore: goodConfidence({ question: request.text, keywords: request.keywords }),
  });
}

/** As many withheld skills may be among the best without a result being lost. */
export const spareHits = 20;

export const defaultLimit = 10;

/** All that could be found, by the paths of the SKILL.md files, which are the ids in the index. */
export interface SearchedSkills {
  readonly offered: ReadonlyMap<string, SkillEntry>;
  readonly inArchives: ReadonlyMap<string, SkillEntry>;
  readonly index: SearchIndex;
  /** What was asked for when they were loaded. */
  readonly asked: readonly AskedBefore[];
}

export function searchedSkills(library: ReadLibrary): SearchedSkills {
  const offered = byPath(offeredSkills(library));
  const inArchives = byPath(archivedEntries(library));
  const index = searchIndexOf(library, [...offered.keys(), ...inArchives.keys()]);
  return { offered, inArchives, index, asked: askedBefore(library, offered) };
}

/** By the paths of the skills. */
function askedBefore(library: ReadLibrary, offered: ReadonlyMap<string, SkillEntry>): readonly AskedBefore[] {
  const asked = readAskedPrompts(library);
  if (asked.length === 0) return [];
  const paths = new Map(Array.from(offered, ([path, { id }]) => [id, path]));
  return asked.flatMap(({ skill, prompt, isWrong }) => {
    const id = paths.get(skill);
    return id === undefined ? [] : [{ id, prompt, isWrong }];
  });
}

/** Which of them the request is about. */
export function searchHits(
  { offered, inArchives }: SearchedSkills,
  { archived = false }: FindRequest,
): (path: string) => boolean {
  return (path) => offered.has(path) || (archived && inArchives.has(path));
}

interface RankedPath {
  /** The path. */
  readonly id: string;
  readonly score: number;
}

export type Rank = (limit: number, filter: (path: string) => boolean) => readonly RankedPath[];

/** The skills that were found, best first, and what to say about them; `rank` looks for a forgotten one. */
export function findings(
  library: ReadLibrary,
  { offered, inArchives }: SearchedSkills,
  hits: readonly RankedPath[],
  rank: Rank,
  { limit, offer = everything, isBare, goodScore, ...how }: FindingsOptions,
): Findings {
  const entryAt = (path: string) => offered.get(path) ?? inArchives.get(path);
  const foundIn = (ranked: readonly RankedPath[]) => {
    const { skills, withheld } = offer(ranked.flatMap(({ id }) => entryAt(id) ?? []));
    const chosen = new Set(skills);
    const flagged = flaggedVerdicts(library, skills);
    const found = ranked.flatMap(({ id: path, score }) => {
      const entry = entryAt(path);
      if (entry === undefined || !chosen.has(entry)) return [];
      return [foundSkill(library, entry, score, inArchives.has(path), flagged.get(entry.id))];
    });
    return { found, withheld };
  };
  const { found, withheld } = foundIn(hits);
  const results = found.slice(0, limit);
  const more = { ...how, ...(withheld.length > 0 && { withheld }) };
  const best = results[0]?.score ?? 0;
  if (best >= goodScore)
    return { results, ...more, hint: isBare && best < sureConfidence ? addKeywords : howToView };
  const [forgotten] = foundIn(rank(1, (path) => inArchives.has(path))).found;
  return { results, ...more, ...whenNothingFits(results, forgotten, { isBare, goodScore }) };
}

interface FindingsOptions extends Pick<Findings, 'mode' | 'model' | 'reranker'> {
  readonly limit: number;
  /** Without keywords, which find more than any question alone. */
  readonly isBare: boolean;
  /** A best result below this is no answer. */
  readonly goodScore: number;
  /** Chooses among the skills that were found. */
  readonly offer?: OfferRule | undefined;
}

const everything: OfferRule = (skills) => ({ skills, withheld: [] });

const howToView = 'view NAME opens a skill';
const addKeywords = "search QUESTION --keywords A,B,C with 3 to 8 words of the right skill's text finds more";

function whenNothingFits(
  results: readonly FoundSkill[],
  forgotten: FoundSkill | undefined,
  { isBare, goodScore }: Pick<FindingsOptions, 'isBare' | 'goodScore'>,
): Required<Pick<Findings, 'message' | 'hint'>> {
  if (forgotten !== undefined && forgotten.score >= goodScore) {
    const message = `No available skill matches well, but an archived one does: ${forgotten.name}.`;
    return { message, hint: `restore ${forgotten.id} brings it back` };
  }
  const message = results.length > 0 ? 'No skill matches well.' : 'No skill matches.';
  if (isBare) return { message, hint: addKeywords };
  return { message, hint: results.length > 0 ? howToView : 'list shows the skills there are' };
}

function foundSkill(
  { usage }: ReadLibrary,
  entry: SkillEntry,
  score: number,
  isArchived: boolean,
  flagged: SkillVerdict | undefined,
): FoundSkill {
  const verdict = flagged?.verdict;
  const { id, name, description, root } = entry;
  return {
    id,
    name,
    description: listedDescription(description, flagged),
    // The same on every machine, whatever the last digits of its logarithms are.
    score: Math.round(score * 1e4) / 1e4,
    state: isArchived ? 'archived' : presentState(usage.get(id)),
    trusted: root.trusted,
    verdict: verdict === 'warn' || verdict === 'block' ? verdict : null,
  };
}

function byPath(entries: readonly SkillEntry[]): ReadonlyMap<string, SkillEntry> {
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/**
 * The skills in the archives of the trusted roots, with their former ids, except for those that would not be offered.
 * The ledger is not read, because searches are frequent; only restoring a skill needs it.
 */
function archivedEntries(library: ReadLibrary): readonly SkillEntry[] {
  const { files, roots, surroundings } = library;
  const archives = roots
    .filter((root) => root.trusted)
    .map((root) => ({ ...root, path: `${root.path}/${archiveFolder}` }))
    .filter(({ path }) => unlessRefused(() => files.stat(path))?.kind === 'folder');
  const reasonToHide = hidingRule(surroundings);
  return scanRoots(files, { ...library, roots: archives })
    .flatMap(({ root, skills }) =>
      skills.map(({ location, summary }) => skillEntry(root, location, summary, [])),
    )
    .filter((entry) => reasonToHide(entry) === undefined);
}

/**
 * A skill that does much the same as another, found when that one is created, so that a library does not fill with
 * near-duplicates.
 */
export interface SimilarSkill {
  readonly id: string;
  /** From 0 to 1, which is the same text. */
  readonly score: number;
}

/** Among the skills that are offered, most similar first; the skill is named by the path of its SKILL.md. */
export function similarSkills(library: ReadLibrary, path: string): readonly SimilarSkill[] {
  const content = library.files.read(path);
  if (content === undefined) return [];
  const { skills } = readCatalog(library);
  const ids = new Map(skills.map((skill) => [skill.path, skill.id]));
  const index = searchIndexOf(library, [...ids.keys()]);
  const document = searchDocument(path, content.bytes, basename(dirname(path)));
  const byWords = similar(index, document);
  const known = new Set(byWords.map(({ id }) => id));
  const byPurpose = samePurpose(library, document, skills).filter(({ id }) => !known.has(id));
  return [...byWords, ...byPurpose].slice(0, maxSimilar).flatMap(({ id, score }) => {
    const named = ids.get(id);
    return named === undefined ? [] : [{ id: named, score: Math.round(score * 100) / 100 }];
  });
}

const maxSimilar = 5;

/** Skills for the same purpose in other words, by their paths. Only those that share concepts with it are read. */
function samePurpose(
  { files }: ReadLibrary,
  document: SearchDocument,
  skills: readonly SkillEntry[],
): readonly { readonly id: string; readonly score: number }[] {
  const others = skills.filter(({ path }) => path !== document.id);
  const near = nearestPurposes(document, others, maxCompared).flatMap(({ path }) => {
    const file = unlessRefused(() => files.read(path, { maxBytes: 1024 * 1024 }));
    return file === undefined ? [] : [searchDocument(path, file.bytes, basename(dirname(path)))];
  });
  return pairsToName([document, ...near])
    .filter(({ a }) => a === document.id)
    .map((pair) => ({ id: pair.b, score: strengthOf(pair) }));
}

/** With the most concepts in common. */
const maxCompared = 50;
