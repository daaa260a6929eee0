/*
 * Claims for tests: a good evaluation of a bundle, with what a test changes.
 */

import { readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import type { EvaluationClaim } from '../../api/evaluation.js';
import { evaluatedDigest } from '../../rules/evaluation.js';
import { type BundleSketch, bundleOf } from '../bundle/bundle.fixture.js';

export async function claimOf(
  sketch: BundleSketch = {},
  change: Partial<EvaluationClaim> = {},
): Promise<EvaluationClaim> {
  const { files } = await readBundle(bundleOf(sketch), bundleCodec);
  return {
    digest: evaluatedDigest(files) ?? '',
    agent: 'claude',
    model: 'claude-sonnet-5',
    ran_at: '2026-01-14T09:00:00.000Z',
    score: 0.9,
    difference: { value: 0.5, low: 0.1, high: 0.8, against: 'without' },
    verdict: 'helps',
    cases: 4,
    runs: 3,
    ...change,
  };
}
