/*
 * What is never shown as a fix, whatever the error was: more rights, secrets, downloads that are run, discarded data,
 * switched-off checks, and writes outside the project. The list alone is not enough, because nobody knows all of it.
 */

import type { Command } from '../../attempts/attempt.js';
import type { HoldReason } from '../failure.js';
import { switchesOff } from './denied/checks-off.js';
import { discardsData } from './denied/data-loss.js';
import { runsDownload } from './denied/download-run.js';
import { needsMoreRights } from './denied/more-rights.js';
import { writesOutside } from './denied/outside-project.js';
import { touchesSecrets } from './denied/secret-use.js';

interface SessionFiles {
  /** The names of the files that the session downloaded. */
  readonly fetched: ReadonlySet<string>;
  /** The working folder of the session. */
  readonly folder: string | undefined;
}

export function deniedReason(command: Command, { fetched, folder }: SessionFiles): HoldReason | undefined {
  if (needsMoreRights(command)) return 'more-rights';
  if (touchesSecrets(command)) return 'touches-secrets';
  if (runsDownload(command, fetched)) return 'downloads-and-runs';
  if (discardsData(command)) return 'discards-data';
  if (switchesOff(command)) return 'bypasses-a-guard';
  return writesOutside(command, folder) ? 'writes-outside-the-project' : undefined;
}
