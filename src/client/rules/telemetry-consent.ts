/*
 * Whether the registry may be told anything, and what. Whoever switches it off in any way has switched it off.
 */

import type { Config } from '../../library/config/config.js';

export interface Consent {
  /** What was installed. */
  readonly installs: boolean;
  /** How often that is used. */
  readonly use: boolean;
  /** What has switched it off, or a part of it. */
  readonly offBy: string | undefined;
}

export interface ConsentFacts {
  /** `--no-telemetry` */
  readonly isFlagOff: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config: Pick<Config, 'telemetry.enabled' | 'telemetry.share_use'>;
}

export function telemetryConsent({ isFlagOff, environment, config }: ConsentFacts): Consent {
  const variable = ['COPPICE_NO_TELEMETRY', 'DO_NOT_TRACK'].find((name) => isSet(environment[name]));
  const offBy =
    (isFlagOff ? '--no-telemetry' : variable) ??
    (config['telemetry.enabled'] ? undefined : 'telemetry.enabled');
  if (offBy !== undefined) return { installs: false, use: false, offBy };
  const use = config['telemetry.share_use'];
  return { installs: true, use, offBy: use ? undefined : 'telemetry.share_use' };
}

/** As https://consoledonottrack.com has it: everything but these says no to being tracked. */
function isSet(value: string | undefined): boolean {
  return !['', '0', 'false'].includes(value?.trim().toLowerCase() ?? '');
}
