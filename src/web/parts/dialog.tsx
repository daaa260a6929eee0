/*
 * A question that has to be answered before anything else. The browser's own dialog keeps the focus inside, closes on
 * Escape and gives the focus back.
 */

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Problem } from './states.js';

interface Props {
  readonly title: string;
  /** What will happen, and the fields that go with it. */
  readonly children: ComponentChildren;
  /** The verb of the button that goes ahead. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** Whether there is anything to go ahead with. */
  readonly isReady?: boolean;
  /** A failure is shown in the dialog, which stays open. */
  readonly act: () => Promise<void>;
  /** Ends the act before its end, where that is possible: the dialog stays until the act says how far it came. */
  readonly stop?: (() => void) | undefined;
  readonly close: () => void;
}

export function Dialog({
  title,
  children,
  verb,
  isDangerous = false,
  isReady = true,
  act,
  stop,
  close,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Not on a scrollable list, which may come before it.
    dialog.current?.querySelector('input')?.focus();
  }, []);
  // Closed by the browser, which restores the focus. Its event comes a moment later, when another dialog may be open.
  const leave = () => {
    if (!dialog.current) return;
    dialog.current.close();
    close();
  };
  const cancel = (event: Event) => {
    if (stop === undefined) return leave();
    event.preventDefault();
    stop();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      leave();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel} onClose={leave}>
      <form onSubmit={submit}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {problem !== undefined && <Problem error={problem} />}
        <div class="actions">
          <button type="button" onClick={stop ?? leave}>
            {stop === undefined ? 'Cancel' : 'Stop'}
          </button>
          <button type="submit" class={isDangerous ? 'main danger' : 'main'} disabled={isBusy || !isReady}>
            {verb}
          </button>
        </div>
      </form>
    </dialog>
  );
}
