/*
 * Sends the moves of a list's items to the registry and keeps the report of the last ones.
 */

import { useState } from 'preact/hooks';
import type { ItemName } from '../../rules/address.js';
import { useSession } from '../../state/session.js';
import { type Move, type MoveReport, moveItems, type Progress } from './move-items.js';

export interface Moves {
  readonly report: MoveReport | undefined;
  forget(): void;
  run(move: Move, items: readonly ItemName[], how?: RunOptions): Promise<void>;
}

interface RunOptions extends Progress {
  readonly reason?: string;
}

/** `after` is called when a run is over, whether it succeeded or not. */
export function useMoves(after: () => void): Moves {
  const { api } = useSession();
  const [report, setReport] = useState<MoveReport>();
  return {
    report,
    forget: () => setReport(undefined),
    run: async (move, items, { reason = '', signal, step } = {}) => {
      const send = async ({ slug, kind }: ItemName) => {
        const input = { params: { slug }, query: { kind }, body: { reason } };
        return (await api.send('POST', `/v1/skills/{slug}/${move}`, input)).warnings;
      };
      setReport(await moveItems(move, items, send, { signal, step }));
      after();
    },
  };
}
