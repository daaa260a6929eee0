/*
 * The last result of each content on each agent, for each thing that it was compared with. It is found by the digest of
 * what the agent was given, so it is void as soon as a byte of the skill changes.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { parseJson } from '../../text/json.js';
import { isListOf, isNumberOrNull, isObject, isOneOf } from '../../text/shape.js';
import { claimOf, type EvalClaim } from '../rules/gate.js';
import { type CaseSummary, caseSummaries, isCaseSummary } from '../rules/result/case-summary.js';
import { type Difference, type EvalResult, evalVerdicts } from '../rules/result/eval-result.js';

export interface StoredResult extends EvalClaim {
  readonly agent: string;
  readonly model: string | null;
  /** Its id, or its folder where it is in no root. */
  readonly skill: string;
  readonly digest: string;
  readonly cases: number;
  readonly runs: number;
  /** The interval of the difference, and what the skill was compared with; null where nothing was. */
  readonly interval: ComparedInterval | null;
  /** Of all runs and judges; null where the agent does not state it, absent in results from before they were stored. */
  readonly costUsd?: number | null;
  /** What came of each case; absent likewise. */
  readonly byCase?: readonly CaseSummary[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type ComparedInterval = Pick<Difference, 'low' | 'high' | 'against'>;

interface ResultLocation {
  readonly files: Files;
  readonly home: string;
}

export function storeResult(
  { files, home }: ResultLocation,
  result: EvalResult,
  storedAs: string,
  at: number,
): StoredResult {
  const { agent, skill, cases, runsPerCase, summary } = result;
  const stored: StoredResult = {
    ...claimOf(result),
    agent: agent.name,
    model: agent.model,
    skill: storedAs,
    digest: skill.digest,
    cases: cases.length,
    runs: runsPerCase,
    interval: intervalOf(summary.difference),
    costUsd: summary.costUsd,
    byCase: caseSummaries(result),
    at,
  };
  const path = homePaths(home).evalResults(skill.digest);
  const others = storedResults({ files, home }, skill.digest).filter(
    (one) => one.agent !== stored.agent || one.interval?.against !== stored.interval?.against,
  );
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  const text = `${JSON.stringify({ format: 1, results: [...others, stored] }, undefined, 1)}\n`;
  files.write(path, new TextEncoder().encode(text));
  return stored;
}

function intervalOf(difference: Difference | null): ComparedInterval | null {
  if (difference === null) return null;
  const { low, high, against } = difference;
  return { low, high, against };
}

/** The newest first. None where the file is damaged. */
export function storedResults({ files, home }: ResultLocation, digest: string): readonly StoredResult[] {
  const content = files.read(homePaths(home).evalResults(digest));
  const document = content && parseJson(new TextDecoder().decode(content.bytes));
  const results = isObject(document) && document['format'] === 1 ? document['results'] : undefined;
  if (!isListOf(results, isStored)) return [];
  return results.filter((one) => one.digest === digest).toSorted((a, b) => b.at - a.at);
}

/** Of every content of every skill, the newest first. */
export function allStoredResults({ files, home }: ResultLocation): readonly StoredResult[] {
  const names = (files.list(homePaths(home).allEvalResults) ?? []).filter(({ kind }) => kind === 'file');
  return names
    .flatMap(({ name }) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    .flatMap((digest) => storedResults({ files, home }, digest))
    .toSorted((a, b) => b.at - a.at);
}

function isStored(value: unknown): value is StoredResult {
  return (
    isObject(value) &&
    typeof value['agent'] === 'string' &&
    typeof value['skill'] === 'string' &&
    typeof value['digest'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['isPartial'] === 'boolean' &&
    isOneOf(evalVerdicts, value['verdict']) &&
    typeof value['cases'] === 'number' &&
    typeof value['runs'] === 'number' &&
    (value['interval'] === null || isInterval(value['interval'])) &&
    isNumberOrNull(value['score']) &&
    isNumberOrNull(value['difference']) &&
    (value['costUsd'] === undefined || isNumberOrNull(value['costUsd'])) &&
    (value['byCase'] === undefined || isListOf(value['byCase'], isCaseSummary))
  );
}

function isInterval(value: unknown): value is ComparedInterval {
  return (
    isObject(value) &&
    typeof value['low'] === 'number' &&
    typeof value['high'] === 'number' &&
    isOneOf(['without', 'old'], value['against'])
  );
}
