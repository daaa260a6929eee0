/*
 * A skill: its text as agents get it, who sees it, what happened with it, and every change of it, which can be undone.
 */

import type { SkillAnswer } from '../../../../machine/api/skill.js';
import { counted, nounFor } from '../../../../text/plural.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { Pill } from '../../../parts/facts.js';
import { PageHead } from '../../../parts/page.js';
import { SkillText } from '../../../parts/skill-text.js';
import { AnswerView } from '../../../parts/states.js';
import { countText, exactTime, groupedCount, timeAgo } from '../../../rules/wording.js';
import { Link, useNavigation } from '../../../state/navigation.js';
import { Bars } from '../../parts/bars.js';
import { type Planning, usePlan } from '../../parts/use-plan.js';
import { type SkillTab, skillAddress, skillTabIn, skillTabs } from '../../rules/machine-address.js';
import { provenanceWords, sightWords } from '../../rules/skill-words.js';
import { useRead } from '../../state/machine.js';
import { Findings, TextNotShown } from './skill-findings.js';
import { SkillHappened } from './skill-happened.js';
import { SkillHistory } from './skill-history.js';
import { SkillSource } from './skill-source.js';
import '../../../parts/tabs.css';
import './skill.css';

const tabLabels: Readonly<Record<SkillTab, string>> = {
  text: 'Text',
  source: 'As written',
  happened: 'What happened',
  history: 'History',
};

export function SkillPage({ id }: { readonly id: string }) {
  const { query } = useNavigation();
  const skill = useRead('skill', { id });
  const plan = usePlan(() => skill.reload());
  const tab = skillTabIn(query);
  return (
    <>
      <PageHead title={skill.value?.name ?? id} says={skill.value?.description || undefined}>
        {skill.value && <Acts skill={skill.value} plan={plan} />}
      </PageHead>
      <AnswerView answer={skill} label="the skill" lines={16}>
        {(value) => (
          <>
            <Facts skill={value} />
            <nav class="shown-tabs" aria-label="Parts of this page">
              {skillTabs.map((one) => (
                <Link
                  key={one}
                  href={skillAddress(id, one)}
                  keepScroll
                  aria-current={one === tab ? 'page' : undefined}
                >
                  {tabLabels[one]}
                </Link>
              ))}
            </nav>
            {tab === 'text' && <TextTab skill={value} />}
            {tab === 'source' && <SkillSource skill={value} />}
            {tab === 'happened' && <SkillHappened id={value.id} />}
            {tab === 'history' && <SkillHistory id={value.id} changed={() => skill.reload()} />}
          </>
        )}
      </AnswerView>
      {plan.dialog}
    </>
  );
}

function Acts({
  skill: { id, quiet, provenance },
  plan,
}: {
  readonly skill: SkillAnswer;
  readonly plan: Planning;
}) {
  const act = (name: 'archive' | 'quiet' | 'wake' | 'adopt') => () =>
    plan.propose({ act: name, skills: [id] });
  return (
    <>
      <button type="button" disabled={plan.isBusy} onClick={act(quiet.length > 0 ? 'wake' : 'quiet')}>
        {quiet.length > 0 ? 'Wake…' : 'Make quiet…'}
      </button>
      {provenance === 'unknown' && (
        <button type="button" disabled={plan.isBusy} onClick={act('adopt')}>
          Adopt…
        </button>
      )}
      <button type="button" disabled={plan.isBusy} onClick={act('archive')}>
        Archive…
      </button>
    </>
  );
}

function Facts({ skill }: { readonly skill: SkillAnswer }) {
  const { root, path, state, pinned, provenance, quiet, verdict, accepted } = skill;
  return (
    <p class="skill-facts">
      {verdict === 'block' &&
        (accepted ? <Pill word="block, accepted" tone="warn" /> : <Pill word="blocked" tone="bad" />)}
      {verdict === 'warn' && <Pill word="warning" tone="warn" />}
      {verdict === 'review' && <Pill word="to review" />}
      {verdict === 'pass' && <Pill word="scan passed" tone="good" />}
      {verdict === null && <Pill word="cannot be scanned" tone="bad" />}
      {state === 'stale' && <Pill word="stale" tone="warn" />}
      {pinned && <Pill word="pinned" tone="good" />}
      {quiet.length > 0 && <Pill word={`quiet for ${quiet.join(', ')}`} />}
      <span class="muted small">
        {root}, {provenanceWords[provenance] ?? 'author not known'} · <code>{path}</code>
      </span>
    </p>
  );
}

function TextTab({ skill }: { readonly skill: SkillAnswer }) {
  return (
    <>
      <div class="skill-beside">
        <SeenBy id={skill.id} />
        <Use skill={skill} />
        <Findings skill={skill} />
      </div>
      {skill.text === null ? (
        <TextNotShown id={skill.id} />
      ) : (
        <SkillText text={skill.text} fileAddress={() => undefined} />
      )}
      {skill.files.length > 0 && (
        <section class="skill-files-beside" aria-labelledby="skill-files">
          <h2 id="skill-files">Files beside it</h2>
          <ul class="skill-files">
            {skill.files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function SeenBy({ id }: { readonly id: string }) {
  const sight = useRead('skill-sight', { id });
  return (
    <section class="card" aria-labelledby="skill-seen">
      <h2 id="skill-seen">Who sees it</h2>
      <AnswerView answer={sight} label="who sees it" lines={3}>
        {({ agents }) =>
          agents.length === 0 ? (
            <p class="muted small">No agent is used on this machine.</p>
          ) : (
            <ul class="skill-agents">
              {agents.map(({ agent, sight: how, why, share }) => (
                <li key={agent}>
                  <b class={how === 'unseen' ? 'muted' : undefined}>{agent}</b>{' '}
                  <span class="muted small">
                    {sightWords[how]}
                    {why === null ? '' : `: ${why}`}
                  </span>
                  {share !== null && (
                    <details>
                      <summary class="muted small">Share it with {agent}</summary>
                      <CopyLine text={share} label={`the line that shares it with ${agent}`} />
                    </details>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </AnswerView>
    </section>
  );
}

function Use({ skill: { uses, useCount, lastUsedAt, firstSeenAt, now } }: { readonly skill: SkillAnswer }) {
  const sum = uses.reduce((total, count) => total + count, 0);
  return (
    <section class="card" aria-labelledby="skill-use">
      <h2 id="skill-use">Use</h2>
      <p class="skill-sum">
        <b>{countText(useCount)}</b>{' '}
        <span class="muted small">
          {nounFor(useCount, 'use', 'uses')} in all, {groupedCount(sum, 'event')} in 30 days
        </span>
      </p>
      {uses.length > 0 && (
        <Bars
          values={uses}
          label={`${counted(sum, 'use, view or edit', 'uses, views and edits')} in 30 days`}
          height={32}
        />
      )}
      <p class="muted small">
        {lastUsedAt === null ? (
          'Never used'
        ) : (
          <span title={exactTime(lastUsedAt)}>Last used {timeAgo(lastUsedAt, now)}</span>
        )}
        {firstSeenAt === null ? '' : `, known for ${timeAgo(firstSeenAt, now).replace(/ ago$/, '')}`}
      </p>
    </section>
  );
}
