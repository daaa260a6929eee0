/*
 * The server of this machine from start to stop. It listens on the loopback address alone, and one runs per home: its
 * lock shows that it is alive, and a file that only this person can read says where it is and how to ask it for a code.
 */

import type { Context } from '../app/context.js';
import { listen } from '../registry/server/http/listen.js';
import { readWebFiles } from '../registry/server/http/web-files.js';
import { homePaths } from '../system/home.js';
import { acquireLock } from '../system/lock/lock.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { actHandlers } from './acts/acts.js';
import { RunningActs } from './acts/running-acts.js';
import type { ReadHandlers } from './api/routes.js';
import { answerMachine, type MachineApp } from './app.js';
import { watchChanges } from './live/changes.js';
import { eventStream } from './live/event-stream.js';
import { Sessions, secret } from './sessions.js';
import { effectReads } from './views/effect.js';
import { readProposal, readReview } from './views/review.js';
import { readEpisode, readSessions } from './views/sessions.js';
import { settingsReads } from './views/settings.js';
import { readSkill, readSkillEvidence, readSkillHistory, readSkillSight } from './views/skill.js';
import { readSight, readSkills } from './views/skills.js';
import { teamReads } from './views/team.js';
import { tidyReads } from './views/tidy.js';
import { readActivity, readToday } from './views/today.js';

export interface ServeMachineOptions {
  readonly port: number;
  /** Uses a free port where the given one is in use. */
  readonly orFreePort: boolean;
  /** Where the built pages are. */
  readonly webFolder: string;
  readonly onFault: (error: unknown) => void;
}

export interface MachineServer {
  readonly url: string;
  newCode(): { readonly code: string; readonly expiresAt: number };
  /** When somebody has asked it to stop. */
  readonly asked: Promise<void>;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

export async function serveMachine(
  context: Context,
  { port, orFreePort, webFolder, onFault }: ServeMachineOptions,
): Promise<MachineServer> {
  const { files, home, clock } = context;
  const paths = homePaths(home);
  // The registry's pages are in the same folder.
  const web = await readWebFiles(webFolder, (address) => address !== '/index.html');
  if (web === undefined)
    throw new CoppiceError('package-missing', `the pages are not in ${webFolder}`, {
      hint: 'in a clone of the repository: npm run build',
    });
  files.makeFolder(paths.locks);
  const lock = await acquireLock(files, paths.lock('machine'), { timeoutMs: 0 });
  try {
    const sessions = new Sessions(clock);
    const ownerKey = secret();
    const stopping = new AbortController();
    const asked = new Promise<void>((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve());
    });
    const changes = watchChanges(context);
    const acts = new RunningActs();
    let actualPort = 0;
    const app: MachineApp = {
      reads: readHandlers(context),
      writes: actHandlers(context, acts),
      sessions,
      ownerKey,
      web,
      events: () => eventStream(changes, acts),
      port: () => actualPort,
      stop: () => stopping.abort(),
      onSignIn: () => void unlessRefused(() => files.remove(paths.machineDoor)),
      onFault,
    };
    const listening = await listen(
      { fetch: (request) => answerMachine(app, request) },
      { host, port, orFreePort, timeouts: { graceMs: 0, drainMs: 500 } },
    );
    actualPort = Number(new URL(listening.url).port);
    const record = { url: listening.url, key: ownerKey };
    files.write(paths.machine, new TextEncoder().encode(`${JSON.stringify(record)}\n`));
    return {
      url: listening.url,
      newCode: () => sessions.newCode(),
      asked,
      stop: async () => {
        changes.close();
        await listening.stop();
        for (const path of [paths.machine, paths.machineDoor]) unlessRefused(() => files.remove(path));
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function readHandlers(context: Context): ReadHandlers {
  return {
    today: () => readToday(context),
    activity: () => readActivity(context),
    skills: () => readSkills(context),
    sight: () => readSight(context),
    skill: (query) => readSkill(context, idIn(query)),
    'skill-sight': (query) => readSkillSight(context, idIn(query)),
    'skill-history': (query) => readSkillHistory(context, idIn(query)),
    'skill-evidence': (query) => readSkillEvidence(context, idIn(query)),
    sessions: (query) => readSessions(context, query),
    episode: (query) => readEpisode(context, query),
    review: () => readReview(context),
    proposal: (query) => readProposal(context, query.get('id') ?? ''),
    ...effectReads(context),
    ...tidyReads(context),
    ...settingsReads(context),
    ...teamReads(context),
  };
}

function idIn(query: URLSearchParams): string {
  const id = query.get('id');
  if (id) return id;
  throw new CoppiceError('bad-value', 'the address names no skill');
}
