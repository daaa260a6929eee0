/*
 * The question before a change of an item or a version: what it does, and why it is done. What the registry has to say about
 * it is told afterwards; what it refuses is told while the dialog stays.
 */

import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { useNotices } from '../../parts/notices.js';
import type { ItemName } from '../../rules/address.js';
import { useSession } from '../../state/session.js';

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

interface ChangeDialogProps {
  readonly change: Change;
  readonly close: () => void;
  readonly changed: () => void;
}

export function ChangeDialog({ change, close, changed }: ChangeDialogProps) {
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

/*
 * The question before an item is deprecated: what its users are told, and what they may use in its place.
 */

interface DeprecateDialogProps {
  readonly name: ItemName;
  readonly close: () => void;
  readonly changed: () => void;
}

export function DeprecateDialog({ name: { slug, kind }, close, changed }: DeprecateDialogProps) {
  const [message, setMessage] = useState('');
  const [replacement, setReplacement] = useState('');
  const { api } = useSession();
  const { tell } = useNotices();
  const act = async () => {
    const body = { message, replacement: replacement.trim() || null };
    const { warnings } = await api.send('POST', '/v1/skills/{slug}/deprecate', {
      ...{ params: { slug }, query: { kind }, body },
    });
    tell([`${slug} is deprecated.`, ...warnings].join(' '));
    changed();
  };
  return (
    <Dialog title={`Deprecate ${slug}?`} verb="Deprecate" act={act} close={close}>
      <p>It stays installable. Everybody who installs or resolves it is told not to use it for new work.</p>
      <Field label="Message">
        <input
          value={message}
          required
          maxLength={500}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </Field>
      <Field label="Replacement" help="The slug of what to use instead, if there is something.">
        <input
          value={replacement}
          pattern="[a-z0-9][a-z0-9\-]{0,63}"
          onInput={(event) => setReplacement(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}
