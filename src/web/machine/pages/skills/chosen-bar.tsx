/*
 * What can be done with the skills that are chosen. Each button leads to a plan, which says what is left alone.
 */

import type { SkillRow } from '../../../../machine/api/skills.js';
import { countText } from '../../../rules/wording.js';
import type { Planning } from '../../parts/use-plan.js';

interface Props {
  readonly picked: readonly SkillRow[];
  /** How many skills match the view. */
  readonly matching: number;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  readonly plan: Planning;
}

export function ChosenBar({ picked, matching, chooseAll, clear, plan }: Props) {
  const archived = picked.filter(({ state }) => state === 'archived').map(({ id }) => id);
  const present = picked.filter(({ state }) => state !== 'archived');
  const ids = present.map(({ id }) => id);
  const quiet = present.filter((row) => row.quiet.length > 0).map(({ id }) => id);
  const undeclared = present.filter(({ provenance }) => provenance === 'unknown').map(({ id }) => id);
  const act = (name: 'archive' | 'restore' | 'quiet' | 'wake' | 'adopt', skills: readonly string[]) => () =>
    plan.propose({ act: name, skills: [...skills] });
  return (
    <section class="chosen-bar" aria-label="Chosen skills">
      <b>{countText(picked.length)} chosen</b>
      {picked.length < matching && (
        <button type="button" class="quiet" onClick={chooseAll}>
          Choose all {countText(matching)}
        </button>
      )}
      <span class="chosen-acts">
        {ids.length > 0 && (
          <>
            <button type="button" disabled={plan.isBusy} onClick={act('quiet', ids)}>
              Make quiet…
            </button>
            <button type="button" disabled={plan.isBusy} onClick={act('archive', ids)}>
              Archive…
            </button>
          </>
        )}
        {quiet.length > 0 && (
          <button type="button" disabled={plan.isBusy} onClick={act('wake', quiet)}>
            Wake…
          </button>
        )}
        {undeclared.length > 0 && (
          <button type="button" disabled={plan.isBusy} onClick={act('adopt', undeclared)}>
            Adopt…
          </button>
        )}
        {archived.length > 0 && (
          <button type="button" disabled={plan.isBusy} onClick={act('restore', archived)}>
            Restore…
          </button>
        )}
      </span>
      <button type="button" class="quiet" aria-label="Choose none" onClick={clear}>
        ×
      </button>
    </section>
  );
}
