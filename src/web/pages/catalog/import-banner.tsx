/*
 * Offers to import the skills found on this machine, as long as some of them are not in the catalog. It can be hidden on
 * this device until others are found.
 */

import { useState } from 'preact/hooks';
import type { LocalSkillAnswer } from '../../../registry/api/routes/local.js';
import { groupedCount } from '../../rules/wording.js';
import { readFromDevice, saveOnDevice } from '../../state/device-storage.js';
import { ImportDialog } from './import-dialog.js';
import './import.css';

interface Props {
  readonly found: readonly LocalSkillAnswer[];
  /** After something was imported. */
  readonly refresh: () => void;
}

const storageKey = 'coppice-import-hidden';

export function ImportBanner({ found, refresh }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [hidden, setHidden] = useState(() => readFromDevice(storageKey)?.split('\n') ?? []);
  const missing = found.filter(({ imported }) => !imported);
  const able = missing.filter(({ reason }) => reason === undefined).map(({ id }) => id);
  const isOffered = able.some((id) => !hidden.includes(id));
  if (!isOffered && !isOpen) return null;

  // The button that would get the focus back disappears with the banner.
  const focusPage = () => document.getElementById('main')?.focus();
  const close = () => {
    setOpen(false);
    if (!isOffered) focusPage();
  };
  const hide = () => {
    saveOnDevice(storageKey, able.join('\n'));
    setHidden(able);
    focusPage();
  };
  return (
    <aside class="import-banner" aria-label="Skills on this machine">
      <p>
        <b>{groupedCount(able.length, 'skill')}</b> found on this machine {able.length === 1 ? 'is' : 'are'}{' '}
        not in the catalog.
      </p>
      <div class="actions">
        <button type="button" class="quiet" onClick={hide}>
          Hide this
        </button>
        <button type="button" class="main" onClick={() => setOpen(true)}>
          Import {able.length === 1 ? 'it' : 'them'}
        </button>
      </div>
      {isOpen && <ImportDialog missing={missing} refresh={refresh} close={close} />}
    </aside>
  );
}
