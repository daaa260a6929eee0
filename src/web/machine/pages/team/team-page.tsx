/*
 * Team: the catalog of the registry that this machine is logged in to, how to get there without a login, and the registry
 * that an earlier version kept on this machine.
 */

import type { TeamAnswer } from '../../../../machine/api/team.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { timeAgo } from '../../../rules/wording.js';
import { useRead } from '../../state/machine.js';
import '../settings/settings.css';

export function TeamPage() {
  const team = useRead('team');
  return (
    <>
      <PageHead
        title="Team"
        says="Your skills stay in their folders. A registry gets only what you publish, one skill at a time."
      />
      <div class="settings">
        <AnswerView answer={team} label="your registries" lines={8}>
          {(value) => <Registries team={value} />}
        </AnswerView>
      </div>
    </>
  );
}

function Registries({ team: { logins, local, now } }: { readonly team: TeamAnswer }) {
  return (
    <>
      <Section title={logins.length === 0 ? 'No team yet' : 'Your team'}>
        {logins.length === 0 ? <LogIn /> : <Catalogs logins={logins} />}
      </Section>
      {local !== null && (
        <Section title="Team: this machine">
          <p>
            A registry was kept on this machine, in <code>{local.folder}</code>, last changed{' '}
            {timeAgo(local.changedAt, now)}. Your skills are read from their folders now, so it gets nothing
            any more by itself. What it holds stays, and can be read in its catalog:
          </p>
          <CopyLine text="coppice registry serve --local" label="the command that shows it" />
          <p>This writes all of it to a new folder, from which another registry can be filled:</p>
          <CopyLine text="coppice registry admin backup FOLDER" label="the command that exports it" />
        </Section>
      )}
    </>
  );
}

function Catalogs({ logins }: Pick<TeamAnswer, 'logins'>) {
  return (
    <>
      <ul class="settings-list card">
        {logins.map(({ url, tenant }) => (
          <li key={`${url} ${tenant}`}>
            <p>
              <a href={url} rel="noreferrer">
                The catalog of {tenant}
              </a>
              <code class="muted">{url}</code>
            </p>
          </li>
        ))}
      </ul>
      <p>In a project, this installs a skill of the team:</p>
      <CopyLine text="coppice add SLUG" label="the command that installs a skill" />
      <p>This publishes one of yours, after it was scanned:</p>
      <CopyLine text="coppice publish FOLDER" label="the command that publishes a skill" />
    </>
  );
}

function LogIn() {
  return (
    <>
      <p>
        A team shares its skills in a registry: with versions, search, usage and a scan of every version. If
        your team has one, log in with its address, in your browser:
      </p>
      <CopyLine text="coppice login URL" label="the command that logs in" />
      <p>To serve one yourself, on this machine or for others:</p>
      <CopyLine text="coppice registry serve" label="the command that serves a registry" />
    </>
  );
}
