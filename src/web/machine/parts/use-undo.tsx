/*
 * Takes back what the ledger knows: from a message, and from a list of what was done.
 */

import { useState } from 'preact/hooks';
import type { DoneAnswer } from '../../../machine/api/acts.js';
import { useNotices } from '../../parts/notices.js';
import { groupedCount } from '../../rules/wording.js';
import { useMachine } from '../state/machine.js';
import { useAct } from './use-act.js';

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
  const { run, stop } = useAct();
  const undo = async (id: string) => {
    setBusy(true);
    let isShown = false;
    try {
      const { message, problem } = await run(
        (act) => machine.write('undo', { id, act }),
        // Once, because screen readers read every message aloud.
        ({ act, total }) => {
          if (!isShown)
            notify(`Undoing ${groupedCount(total, 'change')}…`, { label: 'Stop', run: () => stop(act) });
          isShown = true;
        },
      );
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
