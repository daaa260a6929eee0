/*
 * Imports skills from this machine: choice, progress and result. It can be stopped after any batch; skills that are
 * imported by then stay.
 */

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ImportAnswer, LocalSkillAnswer } from '../../../registry/api/routes/local.js';
import { importInBatches } from '../../api/local-skills.js';
import { WordPill } from '../../parts/facts.js';
import { Problem } from '../../parts/states.js';
import { groupedCount } from '../../rules/wording.js';
import { useSession } from '../../state/session.js';

interface ImportDialogProps {
  readonly missing: readonly LocalSkillAnswer[];
  readonly refresh: () => void;
  readonly close: () => void;
}

type Stage = 'choosing' | 'importing' | 'done';

export function ImportDialog({ missing, refresh, close }: ImportDialogProps) {
  const { api } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Remembered from the start, because the catalog behind is reloaded before the dialog closes.
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

  // The pressed button does not exist in the next stage, so the focus must move.
  useEffect(() => {
    if (stage !== 'choosing') title.current?.focus();
  }, [stage]);

  const begin = async (event: Event) => {
    event.preventDefault();
    setStage('importing');
    try {
      await importInBatches([...chosen], {
        send: (ids) => api.send('POST', '/v1/local/import', { body: { ids: [...ids] } }),
        onProgress: setSoFar,
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
          Import skills from this machine
        </h2>
        {stage === 'choosing' && <ImportChoice offered={offered} chosen={chosen} choose={setChosen} />}
        {stage === 'importing' && (
          <div class="import-progress">
            <progress max={chosen.size} value={tried} aria-label="Skills imported" />
            <output>
              {tried} of {groupedCount(chosen.size, 'skill')}
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
                Import {groupedCount(chosen.size, 'skill')}
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

/**
 * The choice of skills to import: all by default. Skills that cannot be imported are listed with the reason.
 */
interface ImportChoiceProps {
  readonly offered: readonly LocalSkillAnswer[];
  /** Ids. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
}

function ImportChoice({ offered, chosen, choose }: ImportChoiceProps) {
  const able = offered.filter(({ reason }) => reason === undefined);
  const unable = offered.filter(({ reason }) => reason !== undefined);
  const toggle = (id: string, isOn: boolean) => {
    const others = [...chosen].filter((other) => other !== id);
    choose(new Set(isOn ? [...others, id] : others));
  };
  return (
    <>
      <p>They are published here with their usage and age. The files on this machine are not changed.</p>
      <label class="import-line import-all">
        <input
          type="checkbox"
          checked={chosen.size === able.length}
          indeterminate={chosen.size > 0 && chosen.size < able.length}
          onChange={({ currentTarget }) =>
            choose(new Set(currentTarget.checked ? able.map(({ id }) => id) : []))
          }
        />
        <b>All {groupedCount(able.length, 'skill')}</b>
      </label>
      <ul class="import-list">
        {able.map((skill) => (
          <li key={skill.id}>
            <label class="import-line">
              <input
                type="checkbox"
                checked={chosen.has(skill.id)}
                onChange={({ currentTarget }) => toggle(skill.id, currentTarget.checked)}
              />
              <span class="import-name">
                <b>{skill.slug ?? skill.name}</b>
                {skill.state !== 'active' && <WordPill word={skill.state} />}
                {skill.verdict !== undefined && <WordPill word={skill.verdict} />}
                <span class="muted small">
                  {skill.root} · {groupedCount(skill.use_count, 'use')}
                </span>
              </span>
              <span class="import-says muted small" dir="auto">
                {skill.description}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {unable.length > 0 && (
        <details>
          <summary>{groupedCount(unable.length, 'skill')} cannot be imported</summary>
          <ul class="import-reasons small">
            {unable.map(({ id, name, root, reason }) => (
              <li key={id}>
                <b>{name}</b> <span class="muted">({root})</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The result of an import: how many skills are in the catalog now, and why the others are not. */
interface ImportResultProps {
  readonly offered: readonly LocalSkillAnswer[];
  readonly answer: ImportAnswer;
  /** The number of skills that were not tried, because the import was stopped or failed. */
  readonly left: number;
  readonly problem: unknown;
}

function ImportResult({ offered, answer, left, problem }: ImportResultProps) {
  const there = answer.skipped.filter(({ already_there }) => already_there);
  const refused = answer.skipped.filter(({ already_there }) => !already_there);
  const nameOf = (id: string) => offered.find((skill) => skill.id === id)?.name ?? id;
  return (
    <>
      {problem !== undefined && <Problem error={problem} />}
      <p role="status">
        {groupedCount(answer.imported.length, 'skill')} imported
        {there.length > 0 && `, ${there.length} already in the catalog`}
        {refused.length > 0 && `, ${refused.length} skipped`}
        {left > 0 && `, ${left} not tried`}.
      </p>
      {refused.length > 0 && (
        <ul class="import-reasons small">
          {refused.map(({ id, reason }) => (
            <li key={id}>
              <b>{nameOf(id)}</b>: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
