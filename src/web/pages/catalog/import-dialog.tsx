/*
 * Importing skills of this machine: which ones, how far it is, what came of it. It can be stopped after any batch; what is
 * imported by then stays.
 */

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ImportAnswer, LocalSkillAnswer } from '../../../registry/api/routes/local.js';
import { counted } from '../../parts/counted.js';
import { useSession } from '../../session.js';
import { ImportChoice } from './import-choice.js';
import { ImportResult } from './import-result.js';
import { importInBatches } from './local-skills.js';

interface Props {
  readonly missing: readonly LocalSkillAnswer[];
  readonly refresh: () => void;
  readonly close: () => void;
}

type Stage = 'choosing' | 'importing' | 'done';

export function ImportDialog({ missing, refresh, close }: Props) {
  const { api } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Held from the start: the catalog behind is asked anew before this closes.
  const [offered] = useState(missing);
  const [chosen, setChosen] = useState(() => idsOf(offered));
  const [stage, setStage] = useState<Stage>('choosing');
  const [soFar, setSoFar] = useState<ImportAnswer>({ imported: [], skipped: [] });
  const [problem, setProblem] = useState<unknown>();
  const [stop] = useState(() => new AbortController());
  useEffect(() => {
    dialog.current?.showModal();
    return () => stop.abort();
  }, []);

  // The button that was pressed is gone in the next stage, and the focus must not go with it.
  useEffect(() => {
    if (stage !== 'choosing') title.current?.focus();
  }, [stage]);

  const begin = async (event: Event) => {
    event.preventDefault();
    setStage('importing');
    try {
      await importInBatches([...chosen], {
        send: (ids) => api.send('POST', '/v1/local/import', { body: { ids: [...ids] } }),
        told: setSoFar,
        signal: stop.signal,
      });
    } catch (error) {
      setProblem(error);
    }
    setStage('done');
    refresh();
  };
  // By the browser, which gives the focus back.
  const leave = () => dialog.current?.close();
  const tried = soFar.imported.length + soFar.skipped.length;
  return (
    <dialog ref={dialog} class="import-dialog" aria-labelledby={titleId} onClose={close}>
      <form onSubmit={begin}>
        <h2 ref={title} id={titleId} tabIndex={-1}>
          Import skills of this machine
        </h2>
        {stage === 'choosing' && <ImportChoice offered={offered} chosen={chosen} choose={setChosen} />}
        {stage === 'importing' && (
          <div class="import-progress">
            <progress max={chosen.size} value={tried} aria-label="Skills imported" />
            <output>
              {tried} of {counted(chosen.size, 'skill')}
            </output>
          </div>
        )}
        {stage === 'done' && (
          <ImportResult offered={offered} answer={soFar} left={chosen.size - tried} problem={problem} />
        )}
        <div class="actions">
          {stage === 'choosing' && (
            <>
              <button type="button" onClick={leave}>
                Cancel
              </button>
              <button type="submit" class="main" disabled={chosen.size === 0}>
                Import {counted(chosen.size, 'skill')}
              </button>
            </>
          )}
          {stage === 'importing' && (
            <button type="button" onClick={() => stop.abort()}>
              Stop
            </button>
          )}
          {stage === 'done' && (
            <button type="button" class="main" onClick={leave}>
              Show the catalog
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

function idsOf(offered: readonly LocalSkillAnswer[]): ReadonlySet<string> {
  return new Set(offered.filter(({ reason }) => reason === undefined).map(({ id }) => id));
}
