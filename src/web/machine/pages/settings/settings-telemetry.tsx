/*
 * What is sent to the registry of a team, exactly as it would be sent, and the line that switches it off.
 */

import type { TelemetryAnswer } from '../../../../machine/api/settings.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { groupedCount } from '../../../rules/wording.js';

export function Telemetry({ telemetry }: { readonly telemetry: TelemetryAnswer }) {
  const { offBy, installs, use, effect, sent } = telemetry;
  const count = sent.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <>
      <p>
        {installs
          ? 'On: the registry of a project gets what is installed from it'
          : `Off, by ${offBy ?? 'the configuration'}: nothing about installs or use is sent`}
        {installs && (use ? ', and how often it is used' : ', but not how often it is used')}. Counts about
        notes and versions are {effect ? 'sent to the registry of your team.' : 'not sent.'} The text of a
        skill, a session or a path is never sent.
      </p>
      {count === 0 ? (
        <p>
          <b>Right now nothing would be sent.</b>{' '}
          <span class="muted">
            {sent.length === 0 && 'No project that Coppice knows on this machine has a registry.'}
          </span>
        </p>
      ) : (
        <p>
          <b>Right now {groupedCount(count, 'event')} would be sent:</b>
        </p>
      )}
      {sent.map(({ project, registry, sharedOn, events }) => (
        <details key={project} class="settings-sent">
          <summary>
            {project ?? 'Counts about notes and versions'}
            {registry !== null && ` to ${registry}`}: {groupedCount(events.length, 'event')}
            {sharedOn !== null && `, use last sent on ${sharedOn}`}
          </summary>
          {events.length > 0 && <pre>{events.join('\n')}</pre>}
        </details>
      ))}
      {installs && (
        <>
          <p class="muted small">
            To switch it off, set <code>enabled = false</code> in the section <code>[telemetry]</code> of
            config.toml, or for a terminal:
          </p>
          <CopyLine text="export COPPICE_NO_TELEMETRY=1" label="the line" />
        </>
      )}
    </>
  );
}
