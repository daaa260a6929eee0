/*
 * The confirmation before a change of an item or a version: what it does, and the reason. The registry's warnings are shown
 * afterwards; a refusal is shown in the dialog, which stays open.
 */

import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { useNotices } from '../../parts/notices.js';
import type { ItemName } from '../../rules/address.js';
import { groupedCount } from '../../rules/wording.js';
import { useSession } from '../../state/session.js';

export interface Change {
  readonly verb: string;
  readonly title: string;
  readonly says: string;
  readonly reason: 'none' | 'optional' | 'needed';
  readonly isDangerous?: boolean;
  /** Items that require it, and can then not be installed without a lock. */
  readonly dependents?: readonly string[];
  /** Said above them instead of the usual sentence. */
  readonly dependentsSay?: string;
  /** The message after the change. */
  readonly done: string;
  /** Returns warnings about the change. */
  readonly apply: (reason: string) => Promise<readonly string[]>;
}

interface ChangeDialogProps {
  readonly change: Change;
  readonly close: () => void;
  readonly changed: () => void;
}

export function ChangeDialog({ change, close, changed }: ChangeDialogProps) {
  const [reason, setReason] = useState('');
  const { notify } = useNotices();
  const act = async () => {
    const warnings = await change.apply(reason.trim());
    notify([change.done, ...warnings].join(' '));
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
      <Dependents slugs={change.dependents ?? []} says={change.dependentsSay} />
      {change.reason !== 'none' && (
        <Field
          label="Reason"
          help={change.reason === 'needed' ? 'Everybody who uses it sees this.' : 'Optional.'}
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

/** Named before the change: afterwards it is too late for whoever installs them next. */
function Dependents({
  slugs,
  says,
}: {
  readonly slugs: readonly string[];
  readonly says: string | undefined;
}) {
  if (slugs.length === 0) return null;
  const count =
    slugs.length === 1 ? '1 item requires it' : `${groupedCount(slugs.length, 'item')} require it`;
  return (
    <div role="note">
      <p>{says ?? `${count}. Without a lock, what requires it can no longer be installed:`}</p>
      <ul>
        {slugs.map((slug) => (
          <li key={slug}>{slug}</li>
        ))}
      </ul>
    </div>
  );
}

interface DeprecateDialogProps {
  readonly name: ItemName;
  readonly close: () => void;
  readonly changed: () => void;
}

/** The confirmation before an item is deprecated: the message for its users, and the replacement. */
export function DeprecateDialog({ name: { slug, kind }, close, changed }: DeprecateDialogProps) {
  const [message, setMessage] = useState('');
  const [replacement, setReplacement] = useState('');
  const { api } = useSession();
  const { notify } = useNotices();
  const act = async () => {
    const body = { message, replacement: replacement.trim() || null };
    const { warnings } = await api.send('POST', '/v1/skills/{slug}/deprecate', {
      params: { slug },
      query: { kind },
      body,
    });
    notify([`${slug} is deprecated.`, ...warnings].join(' '));
    changed();
  };
  return (
    <Dialog title={`Deprecate ${slug}?`} verb="Deprecate" act={act} close={close}>
      <p>It stays installable. Everybody who installs or resolves it is warned not to use it for new work.</p>
      <Field label="Message">
        <input
          value={message}
          required
          maxLength={500}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </Field>
      <Field label="Replacement" help="Optional. The slug of the item to use instead.">
        <input
          value={replacement}
          pattern="[a-z0-9][a-z0-9\-]{0,63}"
          onInput={(event) => setReplacement(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}
