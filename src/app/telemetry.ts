/*
 * What the registry is told once a verb that installs has printed its result. Nobody waits for it long, and a run that
 * nothing is told of loads none of it.
 */

import type { Input } from '../cli/rules/input.js';
import type { Report } from '../cli/rules/verb.js';
import { lockIn } from '../client/ensure/project-files.js';
import { linksOn } from '../client/link/links.js';
import type { ItemName } from '../client/rules/manifest.js';
import { type Consent, telemetryConsent } from '../client/rules/telemetry-consent.js';
import { loadConfig } from '../library/config/config.js';
import { type Context, libraryOptions } from './context.js';
import { openRemote } from './project.js';

export function sendTelemetryAfter(
  context: Context,
  input: Input,
  project: string,
  installed: readonly ItemName[],
): Required<Pick<Report, 'until'>> {
  return {
    until: async () => {
      const lock = lockIn(context.files, project);
      const consent = consentOf(context, input, input.isOn('no-telemetry'));
      if (lock?.registry === undefined || !consent.installs) return;
      const { sendTelemetry, telemetryLimitMs: ms } = await import('../client/telemetry/send-telemetry.js');
      const limits = { answerMs: ms, idleMs: ms, wholeMs: ms, attempts: 1 };
      await sendTelemetry(
        {
          place: libraryOptions(context, input),
          links: linksOn(),
          openRemote: (registry) => openRemote(context, input, registry, { limits }),
        },
        { project, lock, consent, installed },
      );
    },
  };
}

export function consentOf(context: Context, input: Input, isFlagOff: boolean): Consent {
  const { home, configPath = `${home}/config.toml` } = libraryOptions(context, input);
  const config = loadConfig(context.files, configPath);
  return telemetryConsent({ isFlagOff, environment: context.environment, config });
}
