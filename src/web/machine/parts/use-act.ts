/*
 * An act while the server carries it out: how far it has come, and the wish that it ends. What was done until then stays,
 * and can be undone.
 */

import { useState } from 'preact/hooks';
import type { DoneAnswer, ProgressEvent } from '../../../machine/api/acts.js';
import { useLive, useMachine } from '../state/machine.js';

export interface Act {
  /** Undefined while nothing is carried out, and for what is over before anybody could see it. */
  readonly progress: ProgressEvent | undefined;
  /** `send` is given the name by which the act is followed. */
  run(
    send: (act: string) => Promise<DoneAnswer>,
    onProgress?: (progress: ProgressEvent) => void,
  ): Promise<DoneAnswer>;
  stop(act: string): void;
}

export function useAct(): Act {
  const machine = useMachine();
  const live = useLive();
  const [progress, setProgress] = useState<ProgressEvent>();
  return {
    progress,
    run: async (send, onProgress) => {
      const act = crypto.randomUUID();
      const unwatch = live?.watch((next) => {
        if (next.act !== act) return;
        setProgress(next);
        onProgress?.(next);
      });
      try {
        return await send(act);
      } finally {
        unwatch?.();
        setProgress(undefined);
      }
    },
    // Where that cannot be sent, the act itself says so.
    stop: (act) => void machine.write('halt', { act }).catch(() => undefined),
  };
}
