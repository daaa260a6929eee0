/*
 * Evaluations that publishers claim. The registry did not run them, so each says who did.
 */

import type { EvaluationAnswer } from '../../registry/api/evaluation.js';
import { evaluatedOn, evaluationText } from '../../registry/api/evaluation-text.js';
import { Fact, Moment } from './facts.js';
import './evaluations.css';

/** Nothing where there are none. */
export function EvaluationFact({ claims }: { readonly claims: readonly EvaluationAnswer[] }) {
  if (claims.length === 0) return null;
  return (
    <Fact name="Evaluated">
      {claims.map((claim) => (
        <p key={`${claim.agent} ${claim.claimed_by}`} class="claim">
          {claim.claimed_by} ran this on {evaluatedOn(claim)} <Moment at={claim.ran_at} />:{' '}
          {evaluationText(claim)}
        </p>
      ))}
      <p class="claim muted small">
        What publishers claim about exactly this content. This registry did not run it.
      </p>
    </Fact>
  );
}
