/*
 * `coppice hooks uninstall`: the settings without our hooks.
 */

import { uninstallHooks } from '../../evidence/live/hooks.js';
import type { Context } from '../context.js';
import { changeReport, hookSettingsToChange } from '../hook-settings.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runHooksUninstall(context: Context, input: Input): Report {
  const path = hookSettingsToChange(context, input);
  const dryRun = input.isOn('dry-run');
  return changeReport(path, uninstallHooks(context.files, path, { dryRun }), dryRun, 'hooks taken out');
}
