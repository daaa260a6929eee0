/*
 * Sessions: the tasks with a skill, newest first, a page at a time, and their numbers by day, agent and model. All of the
 * view is in the address.
 */

import type { EpisodeResult, SessionsAnswer } from '../../../../machine/api/sessions.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { PageHead, PageLinks } from '../../../parts/page.js';
import { SearchField } from '../../../parts/search-field.js';
import { AnswerView, Empty } from '../../../parts/states.js';
import { dayText } from '../../../rules/chart.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Link, useNavigation } from '../../../state/navigation.js';
import {
  isFiltered,
  queryOf,
  readSessionsView,
  results,
  resultWords,
  type SessionsView,
  sessionsAddress,
  windows,
} from '../../rules/sessions-view.js';
import { useRead } from '../../state/machine.js';
import { EpisodesTable } from './episodes-table.js';
import { SessionFigures } from './session-figures.js';
import './sessions.css';

export function SessionsPage() {
  const { query, go } = useNavigation();
  const view = readSessionsView(query);
  const sessions = useRead('sessions', queryOf(view));
  const show = (changes: Partial<SessionsView>, replace = false) =>
    go(sessionsAddress({ ...view, cursor: '', ...changes }), replace ? { replace } : { keepScroll: true });
  return (
    <>
      <PageHead title="Sessions" says={sessions.value && summaryText(sessions.value, view)} />
      <AnswerView answer={sessions} label="your sessions" lines={24}>
        {(answer) =>
          answer.hasEvidence ? <Listed answer={answer} view={view} show={show} /> : <NothingRead />
        }
      </AnswerView>
    </>
  );
}

function summaryText(
  { hasEvidence, total, sessions }: SessionsAnswer,
  view: SessionsView,
): string | undefined {
  if (!hasEvidence) return undefined;
  const period = `in the last ${view.days} days`;
  return isFiltered({ ...view, day: '' })
    ? `${groupedCount(total, 'task')} of this kind ${period}.`
    : `${groupedCount(total, 'task')} with a skill ${period}, out of ${groupedCount(sessions, 'session')}.`;
}

interface ListedProps {
  readonly answer: SessionsAnswer;
  readonly view: SessionsView;
  readonly show: (changes: Partial<SessionsView>, replace?: boolean) => void;
}

function Listed({ answer, view, show }: ListedProps) {
  const { episodes, next, total } = answer;
  return (
    <>
      <Tools answer={answer} view={view} show={show} />
      {total > 0 && <SessionFigures answer={answer} view={view} />}
      {episodes.length === 0 ? (
        <NoTask answer={answer} view={view} />
      ) : (
        <EpisodesTable episodes={episodes} label="Tasks, the newest first" />
      )}
      <PageLinks next={next} />
    </>
  );
}

function Tools({ answer: { byAgent, byModel, byResult }, view, show }: ListedProps) {
  return (
    <>
      <div class="catalog-tools sessions-tools">
        <SearchField
          value={view.find}
          search={(find) => show({ find }, true)}
          label="Search tasks by skill"
          placeholder="Search by skill"
        />
        <label>
          Result{' '}
          <select
            value={view.result}
            onChange={({ currentTarget: { value } }) => show({ result: value as EpisodeResult | '' })}
          >
            <option value="">All</option>
            {results.map((result) => (
              <option key={result} value={result}>
                {resultWords[result]} ({countText(byResult[result])})
              </option>
            ))}
          </select>
        </label>
        <label>
          Agent{' '}
          <select value={view.agent} onChange={({ currentTarget: { value } }) => show({ agent: value })}>
            <option value="">All</option>
            {withChosen(
              byAgent.map(({ name }) => name),
              view.agent,
            ).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Model{' '}
          <select value={view.model} onChange={({ currentTarget: { value } }) => show({ model: value })}>
            <option value="">All</option>
            {withChosen(
              byModel.map(({ name }) => name ?? '-'),
              view.model,
            ).map((name) => (
              <option key={name} value={name}>
                {name === '-' ? 'not known' : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Days{' '}
          <select
            value={view.days}
            onChange={({ currentTarget: { value } }) => show({ days: Number(value), day: '' })}
          >
            {windows.map((days) => (
              <option key={days} value={days}>
                {days}
              </option>
            ))}
          </select>
        </label>
      </div>
      {(view.skill !== '' || view.day !== '') && (
        <p class="sessions-chosen">
          {view.skill !== '' && (
            <button type="button" onClick={() => show({ skill: '' })}>
              Only {view.skill} <span aria-hidden="true">×</span>
              <span class="sessions-hint">, show all skills</span>
            </button>
          )}
          {view.day !== '' && (
            <button type="button" onClick={() => show({ day: '' })}>
              Only {dayText(view.day, 'whole')} <span aria-hidden="true">×</span>
              <span class="sessions-hint">, show all days</span>
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** What the address says can be chosen, also where nothing has it. */
function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [...names, chosen];
}

function NothingRead() {
  return (
    <Empty title="No session was read yet">
      <p>
        This reads what your agents have done with your skills so far. Secrets are redacted before anything is
        stored:
      </p>
      <CopyLine text="coppice evidence backfill" label="the command that reads past sessions" />
      <p>And this records from now on, while it happens:</p>
      <CopyLine text="coppice hooks install" label="the command that installs the hooks" />
    </Empty>
  );
}

function NoTask({ answer: { sessions, total }, view }: Pick<ListedProps, 'answer' | 'view'>) {
  if (isFiltered(view) || view.cursor !== '')
    return (
      <Empty title={total === 0 ? 'No task matches' : 'No task of this day matches'}>
        <p>
          <Link class="button" href={sessionsAddress({ days: view.days })}>
            Show all tasks
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title={`No skill was loaded in ${view.days} days`}>
      <p>
        {sessions === 0
          ? 'No session of these days was read. This reads them:'
          : `${groupedCount(sessions, 'session')} of these days had no skill in them. This reads newer ones:`}
      </p>
      <CopyLine text="coppice evidence backfill" label="the command that reads past sessions" />
    </Empty>
  );
}
