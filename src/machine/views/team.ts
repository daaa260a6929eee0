/*
 * Reads which registries this person has. No database is started for it.
 */

import { dirname } from 'node:path';
import type { Context } from '../../app/context.js';
import { allLogins } from '../../app/project/status.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import type { ReadHandlers } from '../api/routes.js';
import type { TeamAnswer, TeamReads } from '../api/team.js';
import { shownPath } from './shown-path.js';

export function teamReads(context: Context): Pick<ReadHandlers, keyof TeamReads> {
  return { team: () => readTeam(context) };
}

export function readTeam(context: Context): TeamAnswer {
  const { files, home, clock } = context;
  const { registryDatabase, registryBlobs } = homePaths(home);
  const times = [registryDatabase, registryBlobs].flatMap(
    (path) => unlessRefused(() => files.stat(path))?.mtimeMs ?? [],
  );
  return {
    logins: allLogins(context).toReversed(),
    local:
      times.length === 0
        ? null
        : { folder: shownPath(context, dirname(registryDatabase)), changedAt: Math.max(...times) },
    now: clock.now(),
  };
}
