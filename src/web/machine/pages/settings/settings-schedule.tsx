/*
 * Whether anything runs by itself, what it does, and how the last run ended.
 */

import type { ScheduleAnswer } from '../../../../machine/api/settings.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { exactTime, timeAgo } from '../../../rules/wording.js';

export function Schedule({ schedule }: { readonly schedule: ScheduleAnswer }) {
  const { schedules, lastRun, now } = schedule;
  return (
    <>
      {schedules.length === 0 ? (
        <>
          <p>
            Nothing runs by itself. A schedule reads your sessions every night and makes proposals, about
            which you decide. This shows its files and installs them:
          </p>
          <CopyLine text="coppice schedule install --enable" label="the command" />
        </>
      ) : (
        <ul class="settings-list card">
          {schedules.map((one) => (
            <li key={one.scheduler}>
              <p>
                <b>{one.every ?? 'Changed by hand'}</b> by {one.scheduler},{' '}
                {one.isEnabled ? 'enabled' : 'not enabled'}
                {one.nextRun !== null && `, next run ${one.nextRun}`}.{' '}
                {one.mode === 'apply' && 'Each run retires skills and writes notes without asking.'}
                {one.mode === 'propose' && 'Each run makes proposals only.'}
              </p>
              <p class="small">
                {one.files.map((file) => (
                  <code key={file} class="muted">
                    {file}
                  </code>
                ))}
              </p>
              <CopyLine
                text={one.isEnabled ? 'coppice schedule uninstall' : 'coppice schedule install --enable'}
                label={one.isEnabled ? 'the command that removes it' : 'the command that enables it'}
              />
            </li>
          ))}
        </ul>
      )}
      {lastRun === null ? (
        <p class="muted">It has never run.</p>
      ) : (
        <p>
          Last run{' '}
          <time dateTime={new Date(lastRun.at).toISOString()} title={exactTime(lastRun.at)}>
            {timeAgo(lastRun.at, now)}
          </time>
          : {lastRun.ok ? 'done' : <b class="settings-bad">failed at {failedSteps(lastRun.steps)}</b>}.
        </p>
      )}
    </>
  );
}

function failedSteps(steps: readonly { readonly name: string; readonly ok: boolean }[]): string {
  return steps
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)
    .join(', ');
}
