/*
 * The question before an item is deprecated: what its users are told, and what they may use in its place.
 */

import { useState } from 'preact/hooks';
import type { ItemName } from '../../address.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { useNotices } from '../../parts/notices.js';
import { useSession } from '../../session.js';

interface Props {
  readonly name: ItemName;
  readonly close: () => void;
  readonly changed: () => void;
}

export function DeprecateDialog({ name: { slug, kind }, close, changed }: Props) {
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
