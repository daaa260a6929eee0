/*
 * One task with a skill as a timeline: the load, what the user said, each attempt with its outcome, what failed and what
 * became of it, and what the user corrected.
 */

import type { EpisodeAnswer } from '../../../../machine/api/sessions.js';
import { counted } from '../../../../text/plural.js';
import { printable } from '../../../../text/printable.js';
import { Pill } from '../../../parts/facts.js';
import { PageHead, PageLinks, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { countText, exactTime } from '../../../rules/wording.js';
import { Link, useNavigation } from '../../../state/navigation.js';
import { skillAddress } from '../../rules/machine-address.js';
import { lengthText, resultTones, resultWords, sessionsAddress } from '../../rules/sessions-view.js';
import { useRead } from '../../state/machine.js';
import { EpisodesTable } from './episodes-table.js';
import { Timeline } from './timeline.js';
import './episode.css';

export function EpisodePage({ id }: { readonly id: string }) {
  const { query } = useNavigation();
  const cursor = query.get('cursor') ?? '';
  const episode = useRead('episode', { id, ...(cursor !== '' && { cursor }) });
  const skill = episode.value?.skill;
  return (
    <>
      <PageHead
        title={skill === undefined ? 'A task' : `A task with ${printable(skill)}`}
        says={episode.value && `${exactTime(episode.value.startedAt)}, as far as it is stored.`}
      />
      <AnswerView answer={episode} label="the task" lines={16}>
        {(value) => <Episode episode={value} isFirst={cursor === ''} />}
      </AnswerView>
    </>
  );
}

function Episode({ episode, isFirst }: { readonly episode: EpisodeAnswer; readonly isFirst: boolean }) {
  const { skill, isHere, steps, next, beside, result, endedAt } = episode;
  return (
    <>
      <Facts episode={episode} />
      <p class="actions">
        {isHere && (
          <Link class="button" href={skillAddress(skill, 'happened')}>
            What happened with the skill
          </Link>
        )}
        <Link class="button" href={sessionsAddress({ skill })}>
          All tasks with it
        </Link>
      </p>
      <Section title={isFirst ? 'What happened' : 'What happened next'}>
        <Timeline
          steps={steps}
          end={next === null ? { at: endedAt, text: `The task is over: ${resultWords[result]}.` } : null}
        />
        <PageLinks next={next} words={['Beginning', 'What happened next']} />
      </Section>
      {beside.length > 0 && (
        <Section title="Other tasks of this session">
          <EpisodesTable episodes={beside} label="Other tasks of this session, the newest first" />
        </Section>
      )}
    </>
  );
}

function Facts({ episode }: { readonly episode: EpisodeAnswer }) {
  const { result, attempts, failed, corrected, startedAt, endedAt, agent, model, session, tokens } = episode;
  const facts = [
    counted(attempts, 'attempt'),
    ...(failed > 0 ? [`${countText(failed)} failed`] : []),
    ...(corrected > 0 ? [counted(corrected, 'correction')] : []),
    lengthText(endedAt - startedAt),
    model === null ? printable(agent) : `${printable(agent)} with ${printable(model)}`,
    ...(tokens === null ? [] : [`${countText(tokens)} tokens written`]),
  ];
  return (
    <p class="episode-facts">
      <Pill word={resultWords[result]} tone={resultTones[result]} /> <span>{facts.join(' · ')}</span>{' '}
      <span class="muted small">
        session <code>{printable(session)}</code>
      </span>
    </p>
  );
}
