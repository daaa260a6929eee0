/*
 * The table of skills: one line each, with what is known about its state, its use, its failures and who sees it.
 */

import type { SightAnswer, SkillRow } from '../../../../machine/api/skills.js';
import { Pill } from '../../../parts/facts.js';
import { countText, exactTime, groupedCount, timeAgo } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { Bars } from '../../parts/bars.js';
import { skillAddress } from '../../rules/machine-address.js';
import { provenanceWords, sightWords } from '../../rules/skill-words.js';
import { activityOf, failingShare, type SkillsView, type Sort } from '../../rules/skills-view.js';
import '../../../parts/narrow-cards.css';

interface Props {
  readonly rows: readonly SkillRow[];
  readonly now: number;
  /** Undefined while it is loading. */
  readonly sight: SightAnswer | undefined;
  readonly view: SkillsView;
  readonly sortBy: (sort: Sort) => void;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

export function SkillsTable({ rows, now, sight, view, sortBy, chosen, choose }: Props) {
  const isAll = rows.every(({ id }) => chosen.has(id));
  const set = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    choose(next);
  };
  const head = { current: view.sort, sortBy };
  return (
    <table class="skills-table narrow-cards">
      <thead>
        <tr>
          <td class="skills-check">
            <label>
              <input
                type="checkbox"
                aria-label="Choose all that are shown"
                checked={isAll}
                onChange={({ currentTarget }) =>
                  set(
                    rows.map(({ id }) => id),
                    currentTarget.checked,
                  )
                }
              />
            </label>
          </td>
          <SortHead sort="name" label="Skill" {...head} />
          <th scope="col">State</th>
          <SortHead sort="activity" label="30 days" {...head} />
          <SortHead sort="last" label="Last used" {...head} />
          <SortHead sort="failing" label="Failing" isNumber {...head} />
          <SortHead sort="tokens" label="Tokens" isNumber {...head} />
          <th scope="col">Seen by</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={`${row.state} ${row.id}`}
            row={row}
            now={now}
            sight={sight}
            isChosen={chosen.has(row.id)}
            choose={(isChosen) => set([row.id], isChosen)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface SortHeadProps {
  readonly sort: Sort;
  readonly label: string;
  readonly current: Sort;
  readonly sortBy: (sort: Sort) => void;
  readonly isNumber?: boolean;
}

function SortHead({ sort, label, current, sortBy, isNumber = false }: SortHeadProps) {
  const isCurrent = sort === current;
  const direction = sort === 'name' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={isCurrent ? direction : undefined}>
      <button type="button" class="quiet skills-sort" onClick={() => sortBy(sort)}>
        {label}
        <span aria-hidden="true">{isCurrent ? (sort === 'name' ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: SkillRow;
  readonly now: number;
  readonly sight: SightAnswer | undefined;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
}

function Row({ row, now, sight, isChosen, choose }: RowProps) {
  const { id, name, description, root, tokens, lastUsedAt, tasks, failed } = row;
  const isArchived = row.state === 'archived';
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <td class="skills-check">
        <label>
          <input
            type="checkbox"
            aria-label={`Choose ${id}`}
            checked={isChosen}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        </label>
      </td>
      <th scope="row" class="skills-name">
        <span class="skills-title">
          {isArchived ? <b>{name}</b> : <Link href={skillAddress(id)}>{name}</Link>}{' '}
          <span class="muted small">{root}</span>
        </span>
        {description !== '' && (
          <span class="skills-says muted" dir="auto">
            {description}
          </span>
        )}
      </th>
      <td data-label="State">
        <States row={row} />
      </td>
      <td data-label="30 days" class="skills-uses">
        <Uses row={row} />
      </td>
      <td data-label="Last used">
        {lastUsedAt === null ? (
          <span class="muted">never</span>
        ) : (
          <time dateTime={new Date(lastUsedAt).toISOString()} title={exactTime(lastUsedAt)}>
            {timeAgo(lastUsedAt, now)}
          </time>
        )}
      </td>
      <td data-label="Failing" class="number">
        {tasks === 0 ? (
          <span class="muted">–</span>
        ) : (
          <span
            class={failed > 0 ? 'skills-failing' : undefined}
            title={`${failed} of ${groupedCount(tasks, 'task')}`}
          >
            {Math.round(failingShare(row) * 100)} %
          </span>
        )}
      </td>
      <td data-label="Tokens" class="number">
        {isArchived ? <span class="muted">–</span> : countText(tokens)}
      </td>
      <td data-label="Seen by">
        {isArchived ? <span class="muted">nobody</span> : <SeenBy id={id} sight={sight} />}
      </td>
    </tr>
  );
}

/** Only what is out of the ordinary. */
function States({
  row: { state, pinned, verdict, accepted, quiet, provenance },
}: {
  readonly row: SkillRow;
}) {
  const isOrdinary =
    state === 'active' && !pinned && verdict !== 'block' && verdict !== 'warn' && quiet.length === 0;
  return (
    <span class="skills-pills">
      {verdict === 'block' &&
        (accepted ? <Pill word="block, accepted" tone="warn" /> : <Pill word="blocked" tone="bad" />)}
      {verdict === 'warn' && <Pill word="warning" tone="warn" />}
      {state === 'stale' && <Pill word="stale" tone="warn" />}
      {state === 'archived' && <Pill word="archived" />}
      {pinned && <Pill word="pinned" tone="good" />}
      {quiet.length > 0 && <Pill word={`quiet for ${quiet.join(', ')}`} />}
      {isOrdinary && <span class="muted small">{provenanceWords[provenance] ?? 'active'}</span>}
    </span>
  );
}

function Uses({ row }: { readonly row: SkillRow }) {
  const sum = activityOf(row);
  if (sum === 0) return <span class="muted small">not used</span>;
  return (
    <>
      <Bars values={row.uses} label={`used or opened ${sum} times in 30 days`} height={18} />
      <span class="small">{countText(sum)}</span>
    </>
  );
}

function SeenBy({ id, sight }: { readonly id: string; readonly sight: SightAnswer | undefined }) {
  if (sight === undefined) return <span class="muted">…</span>;
  const seen = sight.seen[id] ?? [];
  const agents = sight.agents.filter((_, index) => (seen[index] ?? 'unseen') !== 'unseen');
  const words = sight.agents
    .map((agent, index) => `${agent} ${sightWords[seen[index] ?? 'unseen']}`)
    .join('; ');
  if (agents.length === 0) return <span class="skills-failing">no agent</span>;
  return (
    <span class="small" title={words}>
      {agents.length === sight.agents.length && agents.length > 2 ? 'all agents' : agents.join(', ')}
    </span>
  );
}
