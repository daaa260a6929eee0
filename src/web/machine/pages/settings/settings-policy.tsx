/*
 * When the curator retires a skill, with sliders for the days.
 */

import { useState } from 'preact/hooks';
import type { SettingsAnswer } from '../../../../machine/api/settings.js';
import { counted } from '../../../../text/plural.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { timeAgo } from '../../../rules/wording.js';
import { DaysSlider } from '../../parts/days-slider.js';
import type { Planning } from '../../parts/use-plan.js';
import { provenanceWords } from '../../rules/skill-words.js';

interface Props {
  readonly policy: SettingsAnswer['policy'];
  readonly now: number;
  readonly plan: Planning;
}

export function Policy({ policy, now, plan }: Props) {
  const { staleAfterDays, archiveAfterDays, neverUsed, provenance, isPaused, lastRunAt } = policy;
  const [stale, setStale] = useState(staleAfterDays);
  const [archive, setArchive] = useState(archiveAfterDays);
  const isChanged = stale !== staleAfterDays || archive !== archiveAfterDays;
  const whose = provenance.map((name) => provenanceWords[name] ?? name).join(', ');
  return (
    <>
      <p>
        The curator marks a skill that nobody uses as stale, and archives it later. It does so with skills
        that are {whose}, and never with pinned ones. A skill that was never used{' '}
        {neverText[neverUsed] ?? `ages by the rule "${neverUsed}"`}.
      </p>
      <DaysSlider label="Stale after" days={staleAfterDays} choose={setStale} />
      <DaysSlider label="Archived after" days={archiveAfterDays} choose={setArchive} />
      {isChanged && (
        <div class="actions">
          <button
            type="button"
            class="main"
            disabled={plan.isBusy || archive < stale}
            onClick={() => plan.propose({ act: 'policy', staleAfterDays: stale, archiveAfterDays: archive })}
          >
            Change the policy…
          </button>
          {archive < stale && (
            <span class="settings-bad">A skill cannot be archived before it is stale.</span>
          )}
        </div>
      )}
      <p class="muted">
        {lastRunAt === null ? 'The curator has never run.' : `The curator ran ${timeAgo(lastRunAt, now)}.`}{' '}
        {isPaused && 'It is paused.'}
      </p>
      {isPaused && <CopyLine text="coppice curate resume" label="the command that ends the pause" />}
      <p class="muted small">
        Stale after {counted(staleAfterDays, 'day')} and archived after {counted(archiveAfterDays, 'day')}{' '}
        without use, as it is set now.
      </p>
    </>
  );
}

const neverText: Readonly<Record<string, string>> = {
  never: 'stays as it is',
  quiet: 'becomes quiet where the agent can list its name alone',
  'created-at': 'ages from the day on which it was made',
  immediate: 'is retired at once',
};
