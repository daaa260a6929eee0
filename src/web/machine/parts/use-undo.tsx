/*
 * Takes back what the ledger knows: from a message, and from a list of what was done.
 */

import { useState } from 'preact/hooks';
import type { DoneAnswer } from '../../../machine/api/acts.js';
import { useNotices } from '../../parts/notices.js';
import { useMachine } from '../state/machine.js';

export interface Undoing {
  readonly isBusy: boolean;
  /** By the id of an entry or a run. */
  undo(id: string): Promise<void>;
  /** Says what was done, with a button that undoes it. */
  report(done: DoneAnswer): void;
}

/** `onChange` is called afterwards, also when something was refused. */
export function useUndo(onChange: () => void): Undoing {
  const machine = useMachine();
  const { notify, notifyError } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const undo = async (id: string) => {
    setBusy(true);
    try {
      const { message, problem } = await machine.write('undo', { id });
      notify(problem === null ? message : `${message} ${problem}`);
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
    onChange();
  };
  return {
    isBusy,
    undo,
    report: ({ message, problem, undo: id }) =>
      notify(
        problem === null ? message : `${message} ${problem}`,
        id === null ? undefined : { label: 'Undo', run: () => void undo(id) },
      ),
  };
}
