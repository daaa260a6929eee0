/*
 * Sends usage data to the registry after a verb that installs has printed its result. It has a short time limit, and a
 * run that sends nothing loads none of it.
 */

import { lockIn } from '../../client/ensure/project-files.js';
import type { ItemName } from '../../client/rules/manifest.js';
import { type Consent, telemetryConsent } from '../../client/rules/telemetry-consent.js';
import { loadConfig } from '../../library/config/config.js';
import { linksOn } from '../../system/disk/links.js';
import { homePaths } from '../../system/home.js';
import { type Context, libraryOptions } from '../context.js';
import { openRemote } from './project.js';

interface Installed {
  readonly project: string;
  readonly installed: readonly ItemName[];
  /** Whether the command line switched telemetry off. */
  readonly isFlagOff: boolean;
}

export function sendTelemetryAfter(
  context: Context,
  { project, installed, isFlagOff }: Installed,
): { readonly until: () => Promise<void> } {
  return {
    until: async () => {
      const lock = lockIn(context.files, project);
      const consent = consentOf(context, isFlagOff);
      if (lock?.registry === undefined || !consent.installs) return;
      const { sendTelemetry, telemetryLimitMs: ms } = await import(
        '../../client/telemetry/send-telemetry.js'
      );
      const limits = { answerMs: ms, idleMs: ms, wholeMs: ms, attempts: 1 };
      await sendTelemetry(
        {
          libraryOptions: libraryOptions(context),
          links: linksOn(),
          openRemote: (registry) => openRemote(context, registry, { limits }),
        },
        { project, lock, consent, installed },
      );
    },
  };
}

export function consentOf(context: Context, isFlagOff: boolean): Consent {
  const { home, configPath = homePaths(home).config } = libraryOptions(context);
  const config = loadConfig(context.files, configPath);
  return telemetryConsent({ isFlagOff, environment: context.environment, config });
}
