/*
 * Whether anything may be reported to the registry, and what. Any single setting can switch it off.
 */

import type { Config } from '../../library/config/config.js';

export interface Consent {
  /** Whether installs are reported. */
  readonly installs: boolean;
  /** Whether use is reported. */
  readonly use: boolean;
  /** The setting that switched it, or a part of it, off. */
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

/** Whether counts about notes and versions may be reported: only if that was switched on, and nothing switches telemetry off. */
export function sharesEffect(facts: EffectConsentFacts): boolean {
  return facts.config['telemetry.share_effect'] && telemetryConsent(facts).installs;
}

interface EffectConsentFacts extends ConsentFacts {
  readonly config: ConsentFacts['config'] & Pick<Config, 'telemetry.share_effect'>;
}

/** As in https://consoledonottrack.com: every value except these switches tracking off. */
function isSet(value: string | undefined): boolean {
  return !['', '0', 'false'].includes(value?.trim().toLowerCase() ?? '');
}
