/*
 * `coppice hooks install`: from now on, Claude Code tells what happens.
 */

import { resolve } from 'node:path';
import { hookCommand, installHooks } from '../../evidence/live/hooks.js';
import type { Context } from '../context.js';
import { changeReport, hookSettingsToChange } from '../hook-settings.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runHooksInstall(context: Context, input: Input): Report {
  const { files, program, environment, workingFolder } = context;
  const path = hookSettingsToChange(context, input);
  const home = input.text('home');
  const command = hookCommand(files, program, {
    searchPath: environment['PATH'] ?? '',
    home: home === undefined ? undefined : resolve(workingFolder, home),
  });
  const dryRun = input.isOn('dry-run');
  return changeReport(path, installHooks(files, path, { command, dryRun }), dryRun, 'hooks installed');
}
