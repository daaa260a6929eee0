/*
 * Skills: everything on this machine in one table, filtered and sorted by the address, with acts on what is chosen.
 */

import { useState } from 'preact/hooks';
import type { SkillRow, SkillsAnswer } from '../../../../machine/api/skills.js';
import { PageHead } from '../../../parts/page.js';
import { SearchField } from '../../../parts/search-field.js';
import { AnswerView, Empty } from '../../../parts/states.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Link, useNavigation } from '../../../state/navigation.js';
import { type Planning, usePlan } from '../../parts/use-plan.js';
import {
  readSkillsView,
  rootsOf,
  rowsInView,
  type SkillsView,
  showLabels,
  shows,
  skillsAddress,
} from '../../rules/skills-view.js';
import { useRead } from '../../state/machine.js';
import { ChosenBar } from './chosen-bar.js';
import { SkillsTable } from './skills-table.js';
import './skills.css';

export function SkillsPage() {
  const { query, go } = useNavigation();
  const view = readSkillsView(query);
  const skills = useRead('skills');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const plan = usePlan(() => {
    setChosen(new Set());
    skills.reload();
  });
  const show = (changes: Partial<SkillsView>, replace = false) => {
    setChosen(new Set());
    go(skillsAddress({ ...view, ...changes }), replace ? { replace } : { keepScroll: true });
  };
  return (
    <>
      <PageHead title="Skills" />
      <AnswerView answer={skills} label="your skills" lines={24}>
        {(answer) => (
          <Listed answer={answer} view={view} show={show} chosen={chosen} choose={setChosen} plan={plan} />
        )}
      </AnswerView>
      {plan.dialog}
    </>
  );
}

interface ListedProps {
  readonly answer: SkillsAnswer;
  readonly view: SkillsView;
  readonly show: (changes: Partial<SkillsView>, replace?: boolean) => void;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
  readonly plan: Planning;
}

const pageSize = 100;

function Listed({ answer, view, show, chosen, choose, plan }: ListedProps) {
  // Asked for when the table is there: the server reads one thing after the other.
  const sight = useRead('sight').value;
  const [shown, setShown] = useState({ view: skillsAddress(view), count: pageSize });
  const rows = rowsInView(answer.skills, view);
  const count = shown.view === skillsAddress(view) ? shown.count : pageSize;
  const more = rows.length - count;
  const picked = rows.filter(({ id }) => chosen.has(id));
  return (
    <>
      <Tools rows={answer.skills} view={view} show={show} />
      <output class="skills-count muted small">{resultText(rows, answer.skills)}</output>
      {rows.length === 0 ? (
        <NoRows isEmpty={answer.skills.length === 0} />
      ) : (
        <SkillsTable
          rows={rows.slice(0, count)}
          now={answer.now}
          sight={sight}
          view={view}
          sortBy={(sort) => show({ sort })}
          chosen={chosen}
          choose={choose}
        />
      )}
      {more > 0 && (
        <p class="actions">
          <button
            type="button"
            onClick={() => setShown({ view: skillsAddress(view), count: count + pageSize })}
          >
            Show {Math.min(more, pageSize)} more
          </button>
          <span class="muted small">
            {countText(count)} of {countText(rows.length)} are shown
          </span>
        </p>
      )}
      {picked.length > 0 && (
        <ChosenBar
          picked={picked}
          matching={rows.length}
          chooseAll={() => choose(new Set(rows.map(({ id }) => id)))}
          clear={() => choose(new Set())}
          plan={plan}
        />
      )}
    </>
  );
}

function resultText(rows: readonly SkillRow[], all: readonly SkillRow[]): string {
  const present = all.filter(({ state }) => state !== 'archived').length;
  const archived = all.length - present;
  if (rows.length === present && archived === 0) return groupedCount(rows.length, 'skill');
  return `${countText(rows.length)} of ${groupedCount(present, 'skill')}${archived === 0 ? '' : ` and ${countText(archived)} archived`}`;
}

function Tools({
  rows,
  view,
  show,
}: {
  readonly rows: readonly SkillRow[];
  readonly view: SkillsView;
  readonly show: ListedProps['show'];
}) {
  return (
    <div class="catalog-tools skills-tools">
      <SearchField
        value={view.find}
        search={(find) => show({ find }, true)}
        label="Search your skills"
        placeholder="Search by name or description"
      />
      <label>
        Show{' '}
        <select
          value={view.show}
          onChange={({ currentTarget: { value } }) =>
            show({ show: shows.find((each) => each === value) ?? 'present' })
          }
        >
          {shows.map((each) => (
            <option key={each} value={each}>
              {showLabels[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Folder{' '}
        <select value={view.root} onChange={({ currentTarget: { value } }) => show({ root: value })}>
          <option value="">All</option>
          {rootsOf(rows).map((root) => (
            <option key={root} value={root}>
              {root}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function NoRows({ isEmpty }: { readonly isEmpty: boolean }) {
  if (isEmpty)
    return (
      <Empty title="There are no skills here yet">
        <p>
          <Link class="button" href="/machine">
            See where Coppice looks
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title="No skill matches">
      <p>
        <Link class="button" href="/machine/skills">
          Show all skills
        </Link>
      </p>
    </Empty>
  );
}
