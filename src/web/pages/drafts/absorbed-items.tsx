/*
 * The items that a draft absorbs: who has agreed to it, for whom it waits, and the button for those who may decide.
 */

import { useState } from 'preact/hooks';
import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { errorText } from '../../api/api.js';
import { Moment } from '../../parts/facts.js';
import { itemAddress } from '../../rules/address.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';

type Absorbed = NonNullable<DraftAnswer['absorbs']>[number];

export function AbsorbedItems({ draft }: { readonly draft: DraftAnswer }) {
  const { api, may, who } = useSession();
  const [answer, setAnswer] = useState<DraftAnswer>();
  const [problem, setProblem] = useState<unknown>();
  const isCurrent = answer?.revision === draft.revision && answer.state === draft.state;
  const absorbs = (isCurrent ? answer.absorbs : draft.absorbs) ?? [];
  const decide = async (slug: string, agree: boolean) => {
    setProblem(undefined);
    try {
      const body = { slug, agree, expected_revision: draft.revision };
      setAnswer(await api.send('POST', '/v1/drafts/{id}/consent', { params: { id: draft.id }, body }));
    } catch (error) {
      setProblem(error);
    }
  };
  const mayDecide = ({ slug, owners }: Absorbed) =>
    draft.state === 'pending' &&
    (may('curator', slug) || (may('publisher', slug) && owners.includes(who?.principal ?? '')));
  return (
    <>
      <h2>Absorbs</h2>
      <ul class="similar-items">
        {absorbs.map((one) => (
          <li key={one.slug}>
            <Link href={itemAddress({ kind: draft.kind, slug: one.slug })}>{one.slug}</Link>{' '}
            <span class="muted small">
              {one.agreed_by === null ? (
                draft.state === 'pending' && `waits for the consent of ${one.owners.join(' or ')}`
              ) : (
                <>
                  {one.agreed_by} agreed <Moment at={one.agreed_at} />
                </>
              )}
            </span>{' '}
            {mayDecide(one) && (
              <button type="button" onClick={() => decide(one.slug, one.agreed_by === null)}>
                {one.agreed_by === null ? `Agree for ${one.slug}` : `Take back for ${one.slug}`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {errorText(problem)}
        </p>
      )}
      {draft.state === 'pending' && (
        <p class="muted small">When it is published they are archived, and their names lead to it.</p>
      )}
    </>
  );
}
