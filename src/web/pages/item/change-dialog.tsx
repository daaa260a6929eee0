/*
 * The question before a change of an item or a version: what it does, and why it is done. What the registry has to say about
 * it is told afterwards; what it refuses is told while the dialog stays.
 */

import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { useNotices } from '../../parts/notices.js';

export interface Change {
  readonly verb: string;
  readonly title: string;
  readonly says: string;
  readonly reason: 'none' | 'optional' | 'needed';
  readonly isDangerous?: boolean;
  /** Told when it is done. */
  readonly done: string;
  /** Gives what is worth knowing about what was changed. */
  readonly apply: (reason: string) => Promise<readonly string[]>;
}

interface Props {
  readonly change: Change;
  readonly close: () => void;
  readonly changed: () => void;
}

export function ChangeDialog({ change, close, changed }: Props) {
  const [reason, setReason] = useState('');
  const { tell } = useNotices();
  const act = async () => {
    const warnings = await change.apply(reason.trim());
    tell([change.done, ...warnings].join(' '));
    changed();
  };
  return (
    <Dialog
      title={change.title}
      verb={change.verb}
      isDangerous={change.isDangerous ?? false}
      act={act}
      close={close}
    >
      <p>{change.says}</p>
      {change.reason !== 'none' && (
        <Field
          label="Reason"
          help={change.reason === 'needed' ? 'Everybody who uses it sees this.' : 'Not needed.'}
        >
          <input
            value={reason}
            maxLength={500}
            required={change.reason === 'needed'}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}
