/*
 * What `npm run bench:search` prints beside the quality: how long a hybrid query takes in a large library, and what an
 * agent spends in tokens until it has the right skill in view.
 */

import { join } from 'node:path';
import { promptIndex } from '../src/library/rules/prompt.js';
import type { Embedder } from '../src/search/embedding.js';
import { vectorMatrix } from '../src/search/embedding.js';
import { hybridSearch } from '../src/search/hybrid.js';
import { energeticEmbedder } from '../src/search/models/energetic.js';
import { sizeOf } from '../src/search/string-table.js';
import { loadOptional } from '../src/system/optional-package.js';
import { CoppiceError } from '../src/text/errors.js';
import { readSearchSkills } from '../test/fixtures/search/read-search-set.js';
import type { Bench } from './bench.js';
import { library, quantile, randomNumbers } from './search.js';
import type { AskedQuery } from './search-set.js';

export { recordedSet } from './search-record.js';
export { methods, qualityOf, runQueries } from './search-set.js';

export const benches: readonly Bench[] = [
  {
    name: 'hybrid search of 10,000 skills, median query',
    limit: { ratio: 1 },
    run: () => {
      const times = hybridTimes();
      return {
        ours: quantile(times, 0.5),
        peer: 15,
        unit: 'ms',
        peerName: 'what is allowed',
        details: { p99Ms: quantile(times, 0.99) },
      };
    },
  },
];

export async function offlineEmbedder(): Promise<Embedder> {
  return await energeticEmbedder({
    load: (wanted) => loadOptional(wanted, join(process.cwd(), 'node_modules')),
    refuse: (code, message, details) => new CoppiceError(code, message, details),
  });
}

const dimensions = 512;
const backgroundRows = 32;

/** How long each query takes, its vector given, once all have been asked before; the shorter of two rounds. */
function hybridTimes(): readonly number[] {
  const { index, queries } = library();
  const random = randomNumbers(77_003);
  const vector = () => Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const vectors = (count: number) => Array.from({ length: count }, vector);
  const meanings = {
    skills: vectorMatrix(vectors(sizeOf(index.ids))),
    background: vectorMatrix(vectors(backgroundRows)),
  };
  const asked = queries.map((question) => ({ question, vector: vector() }));
  const time = (query: (typeof asked)[number]) => {
    const started = performance.now();
    hybridSearch(index, meanings, query);
    return performance.now() - started;
  };
  const first = asked.map(time);
  return asked.map((query, number) => Math.min(time(query), first[number] ?? 0));
}

export interface TokenCosts {
  readonly recallAt5: number;
  /** The index in the prompt that says how to search, and the answer with five skills. */
  readonly searching: number;
  /** The part of the full listing that holds the right skill as often. */
  readonly listingAtEqualRecall: number;
  /** Searching, and reading the full listing where the right skill was not among the five. */
  readonly searchingUntilFound: number;
  readonly fullListing: number;
}

/** A token is counted as four characters, as everywhere in Coppice. Averages over the queries. */
export function tokenCosts(asked: readonly AskedQuery[], recallAt5: number): TokenCosts {
  const skills = readSearchSkills();
  const offered = skills.map(({ id, name, description }) => ({
    id,
    name,
    description,
    category: undefined,
    pinned: false,
    useCount: 0,
    lastUsedAt: 0,
  }));
  const { tokens, fullTokens } = promptIndex(offered, { budgetTokens: indexTokens });
  const line = new Map(
    skills.map(({ id, description }) => [id, `home:${id}\t0.50\tactive\t${description}\n`]),
  );
  const answers = asked.map(({ found }) =>
    found.hybrid
      .slice(0, 5)
      .map((id) => line.get(id) ?? '')
      .join(''),
  );
  const searching = tokens + answers.join('').length / 4 / answers.length;
  return {
    recallAt5,
    searching,
    listingAtEqualRecall: fullTokens * recallAt5,
    searchingUntilFound: searching + fullTokens * (1 - recallAt5),
    fullListing: fullTokens,
  };
}

/** Enough for the frame, how to search, and a handful of skills. */
const indexTokens = 200;
