/*
 * An act from its button to its end: the plan is loaded and shown, a person agrees to it as a whole or line by line, and
 * the message afterwards can undo it.
 */

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ActRequest, PlanAnswer } from '../../../machine/api/acts.js';
import { useNotices } from '../../parts/notices.js';
import { useMachine } from '../state/machine.js';
import { PlanDialog } from './plan-dialog.js';
import { useAct } from './use-act.js';
import { useUndo } from './use-undo.js';

export interface Planning {
  readonly isBusy: boolean;
  propose(request: ActRequest): Promise<void>;
  /** To be shown anywhere on the page. */
  readonly dialog: ComponentChildren;
}

interface Proposed {
  readonly request: ActRequest;
  readonly plan: PlanAnswer;
}

/** `onChange` is called after something was done or undone. */
export function usePlan(onChange: () => void): Planning {
  const machine = useMachine();
  const { notifyError } = useNotices();
  const { report } = useUndo(onChange);
  const { progress, run, stop } = useAct();
  const [isBusy, setBusy] = useState(false);
  const [proposed, setProposed] = useState<Proposed>();
  // The button is disabled while the plan is made, so that no dialog can give the focus back to it.
  const opener = useRef<Element | null>(null);

  return {
    isBusy,
    propose: async (request) => {
      opener.current = document.activeElement;
      setBusy(true);
      try {
        setProposed({ request, plan: await machine.write('plan', { request }) });
      } catch (error) {
        notifyError(error);
      }
      setBusy(false);
    },
    dialog: proposed && (
      <PlanDialog
        plan={proposed.plan}
        progress={progress}
        stop={stop}
        close={() => {
          setProposed(undefined);
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
        apply={async (lines) => {
          const { request } = proposed;
          const done = await run((act) => machine.write('apply', { request, lines: [...lines], act }));
          report(done);
          onChange();
        }}
      />
    ),
  };
}
