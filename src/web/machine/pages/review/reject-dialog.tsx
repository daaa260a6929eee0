/*
 * Why a proposal is rejected. The reason is stored with the decision, for whoever reads it later.
 */

import { useState } from 'preact/hooks';
import { Dialog } from '../../../parts/dialog.js';
import { Field } from '../../../parts/field.js';

interface Props {
  readonly reject: (reason: string) => Promise<void>;
  readonly close: () => void;
}

export function RejectDialog({ reject, close }: Props) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title="Reject this proposal?" verb="Reject" act={() => reject(reason)} close={close}>
      <p>The skill stays as it is, and the same change is not proposed again until there is new evidence.</p>
      <Field label="Reason (optional)" help="Such as: a flaky network, not true for every project">
        <input
          type="text"
          maxLength={2_000}
          value={reason}
          onInput={({ currentTarget: { value } }) => setReason(value)}
        />
      </Field>
    </Dialog>
  );
}
