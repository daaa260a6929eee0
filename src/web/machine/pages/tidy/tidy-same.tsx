/*
 * Exact copies, of which one is enough, and skills that say the same in other words.
 */

import { useState } from 'preact/hooks';
import type { CopiesAnswer, CopyGroupRow, OverlapRow, OverlapsAnswer } from '../../../../machine/api/tidy.js';
import { nounFor } from '../../../../text/plural.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { AnswerView } from '../../../parts/states.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import type { AnswerState } from '../../../state/use-answer.js';
import type { Planning } from '../../parts/use-plan.js';
import { skillAddress } from '../../rules/machine-address.js';

const shownGroups = 5;

export function Copies({ copies, plan }: { readonly copies: CopiesAnswer; readonly plan: Planning }) {
  const { groups, changes } = copies;
  const [isWhole, setWhole] = useState(false);
  if (groups.length === 0) return <p class="muted">No skill is there more than once.</p>;
  const count = groups.reduce((sum, group) => sum + group.copies.length, 0);
  return (
    <>
      <p>
        <b>{groupedCount(groups.length, 'skill')}</b> {nounFor(groups.length, 'has', 'have')}{' '}
        {count === 1 ? '1 exact copy' : `${countText(count)} exact copies`}. A copy that is changed later
        makes agents disagree.
      </p>
      {changes > 0 && (
        <div class="actions tidy-act">
          <button
            type="button"
            class="main"
            disabled={plan.isBusy}
            onClick={() => plan.propose({ act: 'dedupe' })}
          >
            Keep one of each…
          </button>
        </div>
      )}
      <ul class="tidy-list card">
        {groups.slice(0, isWhole ? undefined : shownGroups).map((group) => (
          <li key={group.kept}>
            <CopyGroup group={group} />
          </li>
        ))}
      </ul>
      {!isWhole && groups.length > shownGroups && (
        <p class="tidy-under">
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show all {countText(groups.length)}
          </button>
        </p>
      )}
    </>
  );
}

const fates = { archive: 'is archived', link: 'becomes a link', none: 'stays' } as const;

function CopyGroup({ group: { kept, copies } }: { readonly group: CopyGroupRow }) {
  return (
    <div>
      <p>
        <Link href={skillAddress(kept)}>{kept}</Link> <span class="muted small">is kept</span>
      </p>
      {copies.map(({ id, does, why }) => (
        <p key={id} class="tidy-copy">
          <Link href={skillAddress(id)}>{id}</Link>{' '}
          <span class="muted small">
            {fates[does]}: {why}
          </span>
        </p>
      ))}
    </div>
  );
}

interface OverlapsProps {
  /** Null before anybody has asked for it. */
  readonly answer: AnswerState<OverlapsAnswer | null>;
  readonly ask: () => void;
  readonly plan: Planning;
}

export function Overlaps({ answer, ask, plan }: OverlapsProps) {
  return (
    <AnswerView answer={answer} label="the comparison of all skills" lines={6}>
      {(found) =>
        found === null ? (
          <p>
            All skills are compared with each other, which takes some seconds.{' '}
            <button type="button" onClick={ask}>
              Compare them
            </button>
          </p>
        ) : (
          <Groups found={found} again={answer.reload} plan={plan} />
        )
      }
    </AnswerView>
  );
}

interface GroupsProps {
  readonly found: OverlapsAnswer;
  readonly again: () => void;
  readonly plan: Planning;
}

function Groups({ found: { clusters, total, compared, distinct }, again, plan }: GroupsProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <p>
        {clusters.length === 0
          ? `${groupedCount(compared, 'skill')} compared: none says the same as another.`
          : `${groupedCount(compared, 'skill')} compared, ${groupedCount(total, 'group')} that say the same. An agent may load the wrong one.`}
        {distinct > 0 && ` ${groupedCount(distinct, 'pair')} called distinct before.`}{' '}
        <button type="button" class="quiet" onClick={again}>
          Compare again
        </button>
      </p>
      <ul class="tidy-groups">
        {clusters.slice(0, isWhole ? undefined : shownGroups).map((row) => (
          <li key={row.skills.join(' ')} class="card">
            <Overlap row={row} plan={plan} />
          </li>
        ))}
      </ul>
      {!isWhole && clusters.length > shownGroups && (
        <p class="tidy-under">
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show {countText(clusters.length)} of {countText(total)}
          </button>
        </p>
      )}
    </>
  );
}

function Overlap({ row, plan }: { readonly row: OverlapRow; readonly plan: Planning }) {
  const { skills, why, command, withheld } = row;
  return (
    <>
      <p class="tidy-skills">
        {skills.map((id) => (
          <Link key={id} href={skillAddress(id)}>
            {id}
          </Link>
        ))}
      </p>
      <p class="muted small">
        {why.charAt(0).toUpperCase() + why.slice(1)}
        {withheld !== null && `. Not merged without being asked: ${withheld}`}
      </p>
      {command !== null && <CopyLine text={command} label="the command that shows the merge" />}
      <p class="tidy-under">
        <button
          type="button"
          disabled={plan.isBusy}
          onClick={() => plan.propose({ act: 'distinct', skills: [...skills] })}
        >
          They are distinct…
        </button>
      </p>
    </>
  );
}
