/*
 * A tenant's settings as the database keeps them: only what was ever set. What is missing has its default, and what a
 * newer version added is left alone.
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
