/*
 * Settings: the policy, the schedule, the hooks, the agents, telemetry, and every key of the configuration. Only the days of the
 * policy are changed here; everything else shows the line to type.
 */

import type { SettingsAnswer } from '../../../../machine/api/settings.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { usePlan } from '../../parts/use-plan.js';
import { useRead } from '../../state/machine.js';
import { Policy } from './settings-policy.js';
import { Schedule } from './settings-schedule.js';
import { Telemetry } from './settings-telemetry.js';
import './settings.css';

export function SettingsPage() {
  const settings = useRead('settings');
  const schedule = useRead('schedule');
  const telemetry = useRead('telemetry');
  const plan = usePlan(settings.reload);
  return (
    <>
      <PageHead
        title="Settings"
        says="No page sets a command, a path, trust or an address: for those, type the line that is shown."
      />
      <div class="settings">
        <Section title="Policy">
          <AnswerView answer={settings} label="the policy" lines={6}>
            {({ policy, now }) => (
              <Policy
                key={`${policy.staleAfterDays} ${policy.archiveAfterDays}`}
                policy={policy}
                now={now}
                plan={plan}
              />
            )}
          </AnswerView>
        </Section>
        <Section title="Schedule">
          <AnswerView answer={schedule} label="the schedule" lines={6}>
            {(value) => <Schedule schedule={value} />}
          </AnswerView>
        </Section>
        <Section title="Hooks">
          <AnswerView answer={settings} label="the hooks" lines={6}>
            {(value) => <Hooks settings={value} />}
          </AnswerView>
        </Section>
        <Section title="Agents">
          <AnswerView answer={settings} label="the agents" lines={6}>
            {(value) => <Agents agents={value.agents} />}
          </AnswerView>
        </Section>
        <Section title="Telemetry">
          <AnswerView answer={telemetry} label="what would be sent" lines={6}>
            {(value) => <Telemetry telemetry={value} />}
          </AnswerView>
        </Section>
        <Section title="Configuration">
          <AnswerView answer={settings} label="the configuration" lines={6}>
            {(value) => <Configuration settings={value} />}
          </AnswerView>
        </Section>
      </div>
      {plan.dialog}
    </>
  );
}

function Hooks({ settings: { hooks, withoutHooks } }: { readonly settings: SettingsAnswer }) {
  return (
    <>
      <p>
        Hooks record what your agents do while they do it. Without them, sessions are read afterwards with{' '}
        <code>coppice evidence backfill</code>.
      </p>
      {hooks.length === 0 ? (
        <p class="muted">None of the agents for which Coppice installs hooks is used on this machine.</p>
      ) : (
        <ul class="settings-list card">
          {hooks.map(({ title, state, path, command, problem }) => (
            <li key={path}>
              <p>
                <span>
                  <b>{title}</b>: {state}
                </span>{' '}
                <code class="muted">{path}</code>
              </p>
              {problem !== null && <p class="settings-bad">{problem}</p>}
              {command !== null && <CopyLine text={command} label={`the command for ${title}`} />}
            </li>
          ))}
        </ul>
      )}
      <p class="muted small">Not installed by Coppice: {withoutHooks.join(', ')}.</p>
    </>
  );
}

function Agents({ agents }: Pick<SettingsAnswer, 'agents'>) {
  const found = agents.filter(({ isFound }) => isFound);
  const others = agents.filter(({ isFound }) => !isFound).map(({ title }) => title);
  return (
    <>
      {found.length === 0 ? (
        <p>No agent that Coppice knows is used on this machine.</p>
      ) : (
        <ul class="settings-list card">
          {found.map(({ title, folders }) => (
            <li key={title}>
              <p>
                <b>{title}</b>
              </p>
              <p class="small">
                {folders.map((folder) => (
                  <code key={folder} class="muted">
                    {folder}
                  </code>
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && <p class="muted small">Not found: {others.join(', ')}.</p>}
    </>
  );
}

function Configuration({ settings: { values, configPath } }: { readonly settings: SettingsAnswer }) {
  const changed = values.filter(({ isUsual }) => !isUsual);
  return (
    <>
      <p>
        <code>{configPath}</code>{' '}
        {changed.length === 0 ? 'changes nothing: every key has its default.' : 'changes these keys:'}
      </p>
      {changed.length > 0 && <ValueTable values={changed} label="Keys with another value than the default" />}
      <details>
        <summary>All keys</summary>
        <ValueTable values={values} label="All keys of the configuration" />
      </details>
    </>
  );
}

interface ValueTableProps extends Pick<SettingsAnswer, 'values'> {
  readonly label: string;
}

function ValueTable({ values, label }: ValueTableProps) {
  return (
    <div class="table-wrap">
      <table class="settings-values narrow-cards" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ name, value, says }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{value}</code>
              </td>
              <td class="small">{says.replaceAll('`', '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
