/*
 * Items that could be archived, by thresholds that can be tried out live and start with the team's policy.
 */

import type { Kind } from '../../../registry/api/names.js';
import type { DecayPolicy } from '../../../registry/api/settings.js';
import { Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { graveyardAddress, thresholdsIn } from '../../rules/graveyard-view.js';
import { groupedCount } from '../../rules/wording.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { GraveList } from './grave-list.js';
import { MoveReportView } from './move-dialog.js';
import { PolicyBar, ThresholdForm } from './policy.js';
import { useMoves } from './use-moves.js';

export function Candidates({ kind }: { readonly kind: Kind }) {
  const { api } = useSession();
  const settings = useAnswer('settings', (signal) => api.get('/v1/tenant/settings', { signal }));
  return (
    <AnswerView answer={settings} label="the policy" lines={10}>
      {({ decay }) => <CandidatesBy kind={kind} policy={decay[kind]} saved={settings.reload} />}
    </AnswerView>
  );
}

interface Props {
  readonly kind: Kind;
  readonly policy: DecayPolicy;
  readonly saved: () => void;
}

const listedCount = 200;

function CandidatesBy({ kind, policy, saved }: Props) {
  const { api } = useSession();
  const { query, go } = useNavigation();
  const thresholds = thresholdsIn(query, policy);
  // All three are always asked for: a kind whose policy is off shows what it would find.
  const request = { kind, ...thresholds, limit: listedCount };
  const candidates = useAnswer(JSON.stringify(request), (signal) =>
    api.get('/v1/tenant/skills/decay', { query: request, signal }),
  );
  const { report, forget, run } = useMoves(candidates.reload);
  const addressWith = (changed: typeof thresholds) =>
    graveyardAddress({ list: 'candidates', kind }, { thresholds: changed, policy });
  return (
    <>
      <ThresholdForm
        thresholds={thresholds}
        change={(changed) => go(addressWith(changed), { replace: true })}
      />
      <PolicyBar
        kind={kind}
        policy={policy}
        thresholds={thresholds}
        back={() => go(addressWith(policy), { replace: true })}
        saved={saved}
      />
      <Section
        title="Candidates"
        actions={<output class="muted">{candidates.value && countWords(candidates.value.length)}</output>}
      >
        <MoveReportView report={report} forget={forget} />
        <AnswerView answer={candidates} label="the candidates" lines={12}>
          {(items) =>
            items.length === 0 ? (
              <NoCandidates kind={kind} maxUses={thresholds.max_uses} />
            ) : (
              <GraveList label="Candidates" items={items} move="archive" run={run} />
            )
          }
        </AnswerView>
      </Section>
    </>
  );
}

function countWords(count: number): string {
  return count === listedCount ? `The ${count} stalest candidates` : groupedCount(count, 'candidate');
}

function NoCandidates({ kind, maxUses }: { readonly kind: Kind; readonly maxUses: number }) {
  return (
    <Empty title="No candidates">
      <p>
        {maxUses === 0
          ? `No ${kind} can have fewer than 0 uses. Allow more uses to find candidates.`
          : `Every ${kind} was used, was published recently, or is required by another item. Lower the days or allow more uses to see which would come next.`}
      </p>
    </Empty>
  );
}
