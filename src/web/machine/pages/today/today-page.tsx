/*
 * Today: what matters now as cards, the worst first, each with its one act; and beside it the last 30 days.
 */

import type { ActRequest } from '../../../../machine/api/acts.js';
import type { Card, TodayAnswer } from '../../../../machine/api/today.js';
import { counted, nounFor } from '../../../../text/plural.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { PageHead } from '../../../parts/page.js';
import { AnswerView, Loading } from '../../../parts/states.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { type Planning, usePlan } from '../../parts/use-plan.js';
import { cardLink } from '../../rules/card-link.js';
import { skillAddress } from '../../rules/machine-address.js';
import { useRead } from '../../state/machine.js';
import { Activity } from './today-activity.js';
import './today.css';

export function TodayPage() {
  const today = useRead('today');
  const plan = usePlan(today.reload);
  const isAnswered = today.value !== undefined || today.error !== undefined;
  return (
    <>
      <PageHead title="Today" says={today.value && summaryText(today.value)} />
      <div class="columns">
        <div class="today-main">
          <AnswerView answer={today} label="what matters now" lines={12}>
            {(value) => <Cards today={value} plan={plan} />}
          </AnswerView>
        </div>
        <div>
          {isAnswered ? <LastDays /> : <Loading label="the last 30 days" lines={12} />}
          {today.value && <TeamCard team={today.value.team} />}
        </div>
      </div>
      {plan.dialog}
    </>
  );
}

/** Asked for when the cards are there: the server reads one thing after the other, and what matters now comes first. */
function LastDays() {
  const activity = useRead('activity');
  return (
    <AnswerView answer={activity} label="the last 30 days" lines={12}>
      {(value) => <Activity activity={value} />}
    </AnswerView>
  );
}

function summaryText({ counts, roots }: TodayAnswer): string | undefined {
  const { skills, archived, used } = counts;
  if (skills + archived === 0) return undefined;
  const folders = roots.filter((root) => root.skills > 0).length;
  const rest = archived === 0 ? '' : `, ${countText(archived)} in the archive`;
  return `${groupedCount(skills, 'skill')} in ${counted(folders, 'folder')}, ${countText(used)} used so far${rest}.`;
}

function Cards({ today, plan }: { readonly today: TodayAnswer; readonly plan: Planning }) {
  const { cards, counts, unscanned } = today;
  if (counts.skills + counts.archived === 0) return <NoSkills lookedIn={today.lookedIn} />;
  return (
    <>
      {cards.length === 0 ? (
        <AllWell today={today} />
      ) : (
        <ol class="today-cards">
          {cards.map((card) => (
            <CardView key={card.kind} card={card} plan={plan} />
          ))}
        </ol>
      )}
      {unscanned > 0 && (
        <p class="muted small">
          {groupedCount(unscanned, 'skill')} {nounFor(unscanned, 'is', 'are')} not scanned yet; every visit
          goes on with them.
        </p>
      )}
    </>
  );
}

const shownSkills = 4;

function CardView({ card, plan }: { readonly card: Card; readonly plan: Planning }) {
  const { tone, message, act, command, skills } = card;
  const more = skills.length - shownSkills;
  const link = act === null ? cardLink(card) : undefined;
  return (
    <li class={`today-card card ${tone}`}>
      <h2>{message}</h2>
      {skills.length > 0 && (
        <ul class="today-skills">
          {skills.slice(0, shownSkills).map((id) => (
            <li key={id}>
              <Link href={skillAddress(id)}>{id}</Link>
            </li>
          ))}
          {more > 0 && <li class="muted">and {countText(more)} more</li>}
        </ul>
      )}
      {act === null && link === undefined ? (
        <CopyLine text={command} label="the command" />
      ) : (
        <div class="actions">
          {act !== null && (
            <button type="button" class="main" disabled={plan.isBusy} onClick={() => plan.propose(act)}>
              {verbs[act.act] ?? 'Show the plan'}
            </button>
          )}
          {link !== undefined && (
            <Link class="button main" href={link.href}>
              {link.label}
            </Link>
          )}
          <code class="muted">{command}</code>
        </div>
      )}
    </li>
  );
}

/** Each leads to a plan first. */
const verbs: Readonly<Partial<Record<ActRequest['act'], string>>> = {
  'archive-blocked': 'Archive them…',
  'archive-unloadable': 'Archive them…',
  fix: 'Fix them…',
  dedupe: 'Keep one of each…',
  fit: 'Make it fit…',
  tidy: 'Tidy up…',
  curate: 'Retire them…',
  note: 'Add a note…',
};

/** The catalog of a team is at the address of its registry. */
function TeamCard({ team }: { readonly team: TodayAnswer['team'] }) {
  return (
    <section class="activity today-team" aria-labelledby="team-title">
      <h2 id="team-title">Team</h2>
      {team === null ? (
        <>
          <p class="muted small">To share skills, log in to the registry of your team:</p>
          <CopyLine text="coppice login URL" label="the command" />
        </>
      ) : (
        <p>
          <a href={team.url} rel="noreferrer">
            The catalog of {team.tenant}
          </a>
        </p>
      )}
    </section>
  );
}

function AllWell({ today: { next } }: { readonly today: TodayAnswer }) {
  return (
    <div class="today-well card">
      <h2>Nothing needs you</h2>
      <p class="muted">The most useful next command {next.why}.</p>
      <CopyLine text={next.command} label="the command" />
    </div>
  );
}

function NoSkills({ lookedIn }: { readonly lookedIn: readonly string[] }) {
  return (
    <div class="today-well card">
      <h2>There are no skills here yet</h2>
      <p class="muted">
        A skill is a folder with a SKILL.md that teaches an agent a procedure. Coppice looks for them in:
      </p>
      <ul class="today-folders">
        {lookedIn.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
      <CopyLine text="coppice create NAME --description TEXT" label="the command that creates a skill" />
    </div>
  );
}
