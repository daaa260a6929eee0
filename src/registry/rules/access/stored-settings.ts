/*
 * A tenant's settings as the database stores them: only those that were ever set. A missing one has its default, and one
 * that a newer version added is ignored.
 */

import { isObject } from '../../../text/shape.js';
import { type SettingsChanges, type TenantSettings, tenantSettings } from '../../api/settings.js';

export function readSettings(stored: unknown): TenantSettings {
  return tenantSettings.strip().parse(isObject(stored) ? withCurrentNames(stored) : stored);
}

/** A rule of conflicts by the name that it had in 0.1. */
function withCurrentNames(settings: object): object {
  return 'conflicts' in settings && settings.conflicts === 'semver'
    ? { ...settings, conflicts: 'tenant' }
    : settings;
}

/** Objects are merged key by key, all else is replaced. */
export function mergeSettings(settings: TenantSettings, changes: SettingsChanges): TenantSettings {
  const { decay, ...others } = changes;
  const { skill, agent, command } = settings.decay;
  return tenantSettings.parse({
    ...settings,
    ...withCurrentNames(others),
    decay: {
      skill: { ...skill, ...decay?.skill },
      agent: { ...agent, ...decay?.agent },
      command: { ...command, ...decay?.command },
    },
  });
}
