/*
 * A tenant's settings as the database stores them: only those that were ever set. A missing one has its default, and one
 * that a newer version added is ignored.
 */

import { type SettingsChanges, type TenantSettings, tenantSettings } from '../../api/settings.js';

export function readSettings(stored: unknown): TenantSettings {
  return tenantSettings.strip().parse(stored);
}

/** Objects are merged key by key, all else is replaced. */
export function mergeSettings(settings: TenantSettings, changes: SettingsChanges): TenantSettings {
  const { decay, ...others } = changes;
  const { skill, agent, command } = settings.decay;
  return tenantSettings.parse({
    ...settings,
    ...others,
    decay: {
      skill: { ...skill, ...decay?.skill },
      agent: { ...agent, ...decay?.agent },
      command: { ...command, ...decay?.command },
    },
  });
}
