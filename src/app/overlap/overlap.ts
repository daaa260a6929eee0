/*
 * Reads the skills of a library and says which of them overlap: exact copies first, then clusters of skills that say the
 * same. Pairs that a person called distinct, and merges that were undone, are not named again.
 */

import { basename, dirname } from 'node:path';
import { type Survey, surveySkills } from '../../curator/survey.js';
import { type MergeProtection, protectionsOf } from '../../evolve/rules/merge/protection.js';
import { substitutionScore, substitutionsIn } from '../../evolve/rules/merge/substitution.js';
import { distinctPairs } from '../../library/read/distinct.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { cosines, vectorMatrix } from '../../search/embedding.js';
import { withoutExclusions } from '../../search/overlap/clauses.js';
import {
  clustersOf,
  type OtherScores,
  type OverlapCluster,
  type OverlapPair,
  type OverlapScores,
  type OverlapSignal,
  type OverlapSkill,
  overlapSignals,
  overlapsAmong,
  overlapThresholds,
  pairKey,
  strengthOf,
} from '../../search/overlap/overlap.js';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Context } from '../context.js';
import { hasEvidence, withEvidence } from '../evidence.js';
import { semanticModels } from '../semantic-models.js';
import { skillLibraryOptions } from '../skill-library-options.js';
import { exactCopies } from './dedupe.js';

export interface OverlapReport {
  /** Exact copies, then what surely overlaps, then, where asked for, what only may be for one purpose. */
  readonly clusters: readonly OverlapClusterReport[];
  /** How many clusters may be for one purpose, whether they are listed or not. */
  readonly maybe: number;
  /** How many skills were compared; exact copies count once. */
  readonly compared: number;
  /** Pairs that overlap, and that somebody called distinct or whose merge was undone. */
  readonly distinct: readonly (readonly [string, string])[];
}

export interface OverlapClusterReport {
  /** The same files: `coppice dedupe` keeps one. */
  readonly exact: boolean;
  /** False where the purpose only may be the same: fewer than half of such clusters are. */
  readonly sure: boolean;
  /** Ids; of exact copies, the one that would be kept comes first. */
  readonly skills: readonly string[];
  /** From 0 to 1. */
  readonly score: number;
  /** The highest score of each signal in the cluster. */
  readonly signals: OverlapScores;
  readonly because: readonly OverlapSignal[];
  readonly pairs: readonly OverlapPair[];
  /** Why members are not suggested for a merge. */
  readonly protected: readonly { readonly skill: string; readonly reasons: readonly MergeProtection[] }[];
  /** The command that does something about it; null where nothing is suggested. */
  readonly suggestion: string | null;
}

export interface OverlapRequest {
  /** Only what overlaps with this skill, by its id. */
  readonly skill?: string | undefined;
  /** Compare by meaning too, with the configured model. */
  readonly semantic?: boolean;
  /** List what only may be for one purpose too. */
  readonly all?: boolean;
}

export async function findOverlap(context: Context, request: OverlapRequest = {}): Promise<OverlapReport> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: true });
  const { library } = survey;
  const compared = comparedSkills(survey);
  const evidence = await evidenceScores(context, compared);
  const meaning = request.semantic ? await meaningScores(context, survey, compared) : new Map();
  const overlaps = overlapsAmong(
    compared.map(({ document }) => document),
    joinScores(evidence, meaning),
  );
  const kept = distinctPairs(library);
  const isDistinct = ({ a, b }: OverlapPair) => kept.has(pairKey(a, b));
  const isAsked = ({ a, b }: OverlapPair) => request.skill === undefined || [a, b].includes(request.skill);
  const clustersAmong = (pairs: readonly OverlapPair[], sure: boolean) =>
    clustersOf(pairs.filter((pair) => isAsked(pair) && !isDistinct(pair))).map((cluster) =>
      clusterReport(survey, context.clock.now(), cluster, sure),
    );
  const near = clustersAmong(overlaps.sure, true);
  const maybe = clustersAmong(overlaps.maybe, false);
  const exact = exactCopies(library, undefined).map(
    ({ kept: first, others }): OverlapClusterReport => ({
      exact: true,
      sure: true,
      skills: [first.id, ...others.map(({ id }) => id)],
      score: 1,
      signals: { equal: 1 },
      because: ['equal'],
      pairs: [],
      protected: [],
      suggestion: 'coppice dedupe',
    }),
  );
  return {
    clusters: [
      ...exact.filter(({ skills }) => request.skill === undefined || skills.includes(request.skill)),
      ...near,
      ...(request.all === true ? maybe : []),
    ],
    maybe: maybe.length,
    compared: compared.length,
    distinct: [...overlaps.sure, ...overlaps.maybe]
      .filter((pair) => isAsked(pair) && isDistinct(pair))
      .map(({ a, b }) => [a, b]),
  };
}

interface ComparedSkill {
  readonly entry: SkillEntry;
  readonly document: OverlapSkill;
}

/** Every skill that an agent could load. Of several with the same name and the same SKILL.md, the first stands for all. */
function comparedSkills({ library, skills }: Survey): readonly ComparedSkill[] {
  const order = new Map(library.roots.map(({ label }, at) => [label, at]));
  const place = ({ root }: SkillEntry) => order.get(root.label) ?? 0;
  const seen = new Set<string>();
  return [...skills.values()]
    .sort((a, b) => place(a) - place(b))
    .flatMap((entry): readonly ComparedSkill[] => {
      const file = unlessRefused(() => library.files.read(entry.path, { maxBytes: maxSkillBytes }));
      if (file === undefined) return [];
      const key = `${entry.name} ${sha256Hex(file.bytes)}`;
      if (seen.size === seen.add(key).size) return [];
      return [{ entry, document: overlapDocument(entry.id, entry.path, file.bytes) }];
    });
}

const maxSkillBytes = 1024 * 1024;

export function overlapDocument(id: string, path: string, bytes: Uint8Array): OverlapSkill {
  const skill = parseSkill(bytes, { folder: basename(dirname(path)) });
  const { name, description, whenToUse } = skill.fields;
  return {
    id,
    name,
    description: whenToUse === undefined ? description : `${description}\nUse when ${whenToUse}`,
    body: bodyOf(skill),
  };
}

function clusterReport(
  survey: Survey,
  now: number,
  { ids: skills, pairs }: OverlapCluster,
  sure: boolean,
): OverlapClusterReport {
  const signals: Partial<Record<OverlapSignal, number>> = {};
  for (const { scores } of pairs) {
    for (const signal of overlapSignals) {
      const score = scores[signal];
      if (score !== undefined) signals[signal] = Math.max(score, signals[signal] ?? 0);
    }
  }
  const held = skills
    .map((skill) => ({ skill, reasons: protectionsIn(survey, skill, now) }))
    .filter(({ reasons }) => reasons.length > 0);
  return {
    exact: false,
    sure,
    skills,
    score: Math.max(...pairs.map(strengthOf)),
    signals,
    because: overlapSignals.filter((signal) => pairs.some(({ because }) => because.includes(signal))),
    pairs,
    protected: held,
    suggestion: held.length === 0 ? `coppice merge ${skills.join(' ')} --into NAME --dry-run` : null,
  };
}

/** Why a skill is not suggested for a merge, and not merged unless that is said. */
export function protectionsIn(survey: Survey, id: string, now: number): readonly MergeProtection[] {
  const entry = survey.skills.get(id);
  if (entry === undefined) return [];
  const { createdBy, createdAt, firstSeenAt = 0, lastActivityAt, pinned } = survey.reread(id);
  const times = [createdAt, firstSeenAt, lastActivityAt].filter((time) => time > 0);
  return protectionsOf(
    {
      pinned,
      required: survey.facts.required.has(id) || survey.facts.referenced.has(id),
      rootKind: entry.root.kind,
      provenance: createdBy,
      knownSince: times.length === 0 ? 0 : Math.min(...times),
    },
    now,
  );
}

/** Skills that stand in for each other in sessions; nothing where no session was read. */
async function evidenceScores(context: Context, skills: readonly ComparedSkill[]): Promise<OtherScores> {
  if (!hasEvidence(context)) return new Map();
  const known = new Set(skills.map(({ entry }) => entry.id));
  const episodes = await withEvidence(context, ({ store }) =>
    store.episodes({ from: 0, to: context.clock.now() }, { limit: maxEpisodes }),
  );
  return new Map(
    substitutionsIn(episodes)
      .filter(({ a, b }) => known.has(a) && known.has(b))
      .map((pair) => [pairKey(pair.a, pair.b), { evidence: substitutionScore(pair) }]),
  );
}

const maxEpisodes = 100_000;

async function meaningScores(
  context: Context,
  { library }: Survey,
  skills: readonly ComparedSkill[],
): Promise<OtherScores> {
  const embedder = await semanticModels(context, library.config, library).embedder();
  const texts = skills.map(
    ({ document: { name, description } }) => `${name}: ${withoutExclusions(description)}`,
  );
  const vectors = await embedder.embed(texts);
  const matrix = vectorMatrix(vectors);
  const scores = new Map<string, { meaning: number }>();
  vectors.forEach((vector, a) => {
    const near = cosines(matrix, vector);
    for (let b = a + 1; b < near.length; b++) {
      const meaning = near[b] ?? 0;
      const [first, second] = [skills[a]?.entry.id, skills[b]?.entry.id];
      if (meaning >= overlapThresholds.meaning && first !== undefined && second !== undefined)
        scores.set(pairKey(first, second), { meaning });
    }
  });
  return scores;
}

function joinScores(...all: readonly OtherScores[]): OtherScores {
  const joined = new Map<string, OverlapScores>();
  for (const scores of all)
    for (const [key, value] of scores) joined.set(key, { ...joined.get(key), ...value });
  return joined;
}
