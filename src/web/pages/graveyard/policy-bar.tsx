/*
 * How the thresholds that are tried out stand to the team's policy, and the ways between them.
 */

import { useState } from 'preact/hooks';
import type { Kind } from '../../../registry/api/names.js';
import type { DecayPolicy } from '../../../registry/api/settings.js';
import { Dialog } from '../../parts/dialog.js';
import { useNotices } from '../../parts/notices.js';
import { useSession } from '../../session.js';
import { isSame, type Thresholds } from './graveyard-address.js';
import { policyText, thresholdsText } from './policy-text.js';

interface Props {
  readonly kind: Kind;
  readonly policy: DecayPolicy;
  readonly thresholds: Thresholds;
  readonly back: () => void;
  readonly saved: () => void;
}

export function PolicyBar({ back, ...asked }: Props) {
  const [isSaving, setSaving] = useState(false);
  const { kind, policy, thresholds } = asked;
  return (
    <div class="graveyard-policy">
      <p class="muted small">{policyText(kind, policy)}</p>
      <div class="actions">
        <button type="button" disabled={isSame(thresholds, policy)} onClick={back}>
          Back to the policy
        </button>
        <button type="button" onClick={() => setSaving(true)}>
          Save as the team's policy
        </button>
      </div>
      {isSaving && <SaveDialog {...asked} close={() => setSaving(false)} />}
    </div>
  );
}

type SaveProps = Omit<Props, 'back'> & { readonly close: () => void };

function SaveDialog({ kind, policy, thresholds, saved, close }: SaveProps) {
  const { api } = useSession();
  const { tell } = useNotices();
  const [isEnabled, setEnabled] = useState(true);
  const save = async () => {
    const changes = { ...thresholds, enabled: isEnabled };
    await api.send('PATCH', '/v1/tenant/settings', { body: { decay: { [kind]: changes } } });
    tell(`Saved the team's policy for ${kind}s.`);
    saved();
  };
  return (
    <Dialog title={`Save the policy for ${kind}s`} verb="Save" act={save} close={close}>
      <p>Candidates are {thresholdsText(kind, { ...policy, ...thresholds })}.</p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={isEnabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />{' '}
          Flag them by themselves
        </label>
      </p>
      <p class="muted small">
        A flagged item leaves the catalog's listing, can still be installed, and is unflagged by its next use.
        Nothing is archived by itself.
      </p>
    </Dialog>
  );
}
