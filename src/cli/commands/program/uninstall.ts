/*
 * `coppice uninstall`: removes what Coppice added outside its home, part by part, so that a failure of one part stops no
 * other; then says what stays and how to remove it.
 */

import { agentNamed } from '../../../agents/index.js';
import { hookedAgents } from '../../../agents/sessions/hook-payload.js';
import { type Context, wholeLibraryOf } from '../../../app/context.js';
import { hookedAgent, hookSettings } from '../../../app/hooks.js';
import { findStoreLinks, type ProjectLinks, removeStoreLink } from '../../../app/project/store-links.js';
import { schedulersOf } from '../../../app/schedule.js';
import { wakeNamed } from '../../../app/tidy/quiet.js';
import { uninstallHooks } from '../../../evidence/live/hooks.js';
import { isOurs } from '../../../evolve/schedule/scheduler.js';
import { readCatalog } from '../../../library/read/catalog.js';
import { archivedSkills } from '../../../library/write/archive-find.js';
import { homePaths } from '../../../system/home.js';
import { CoppiceError, unlessRefused } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

/** One thing that Coppice added outside its home. */
interface Removal {
  readonly part: 'hooks' | 'schedule' | 'quiet' | 'link';
  readonly path: string;
  /** For quiet: the skill and the agent. */
  readonly what: string;
  readonly state: 'removed' | 'would be removed' | 'failed';
  /** Why it failed. */
  readonly message: string | null;
}

interface Stay {
  readonly what: string;
  readonly path: string;
  /** What to do before, or how to remove it. */
  readonly advice: string;
}

export async function runUninstall(context: Context, input: Input<'uninstall'>): Promise<Report> {
  if (input.isOn('yes') && input.isOn('dry-run'))
    throw new CoppiceError('usage', 'use either --yes or --dry-run', { hint: 'coppice help uninstall' });
  const dryRun = !input.isOn('yes');
  const links = findStoreLinks(context);
  const removals = [
    ...hookRemovals(context, dryRun),
    ...(await settled('schedule', async () => await scheduleRemovals(context, dryRun))),
    ...(await settled('quiet', async () => await quietRemovals(context, dryRun))),
    ...links.user.map((path) =>
      removal('link', path, 'link to an installed package', dryRun, () =>
        removeStoreLink(context.files, path),
      ),
    ),
  ];
  const stays = whatStays(context, links.projects);
  const failed = removals.filter(({ state }) => state === 'failed');
  return {
    document: { dryRun, removals, stays },
    text: page(removals, stays),
    notes:
      dryRun && removals.length > 0 ? 'nothing was changed; to remove it: coppice uninstall --yes\n' : '',
    exitCode: failed.length > 0 ? 1 : 0,
  };
}

function hookRemovals(context: Context, dryRun: boolean): readonly Removal[] {
  const settings = hookedAgents.flatMap((agent) =>
    hookSettings(context, hookedAgent(agent)).map(({ path }) => ({ agent, path })),
  );
  return settings.flatMap(({ agent, path }) => {
    const { files, home } = context;
    const change = attempt(() => uninstallHooks(files, path, { agent, home, dryRun: true }));
    if (change.ok && change.value.before === change.value.after) return [];
    if (!change.ok) return [failure('hooks', path, 'hooks', change.error)];
    return [
      removal('hooks', path, 'hooks', dryRun, () =>
        uninstallHooks(files, path, { agent, home, dryRun: false }),
      ),
    ];
  });
}

async function scheduleRemovals(context: Context, dryRun: boolean): Promise<readonly Removal[]> {
  const removals: Removal[] = [];
  for (const scheduler of schedulersOf(context, undefined)) {
    const { files } = await scheduler.find();
    const ours = files.filter(isOurs).map(({ path }) => path);
    if (ours.length === 0) continue;
    const what = `schedule of ${scheduler.name}`;
    if (dryRun) removals.push(...ours.map((path) => removal('schedule', path, what, true, () => undefined)));
    else {
      const { removed, error } = await scheduler.remove();
      removals.push(...removed.map((path) => removal('schedule', path, what, false, () => undefined)));
      if (error !== undefined) removals.push(failure('schedule', ours[0] ?? '', what, error));
    }
  }
  return removals;
}

async function quietRemovals(context: Context, dryRun: boolean): Promise<readonly Removal[]> {
  const { changes, skipped } = await wakeNamed(context, undefined, { dryRun });
  return [
    ...changes.map(({ skill, agent, file }) =>
      removal('quiet', file, switchText(skill, agent), dryRun, () => undefined),
    ),
    // A switch that somebody changed since is theirs, and nothing that failed.
    ...skipped
      .filter(({ reason }) => reason === 'failed' || reason === 'unreadable')
      .map(({ skill, agent, message }): Removal => {
        const what = agent === null ? `switch of ${skill}` : switchText(skill, agent);
        return { part: 'quiet', path: '', what, state: 'failed', message };
      }),
  ];
}

function switchText(skill: string, agent: Parameters<typeof agentNamed>[0]): string {
  return `switch of ${skill} for ${agentNamed(agent).title}`;
}

function removal(
  part: Removal['part'],
  path: string,
  what: string,
  dryRun: boolean,
  remove: () => unknown,
): Removal {
  if (dryRun) return { part, path, what, state: 'would be removed', message: null };
  const outcome = attempt(remove);
  return outcome.ok
    ? { part, path, what, state: 'removed', message: null }
    : failure(part, path, what, outcome.error);
}

function failure(part: Removal['part'], path: string, what: string, { message }: CoppiceError): Removal {
  return { part, path, what, state: 'failed', message };
}

type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CoppiceError };

function attempt<Value>(act: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: act() };
  } catch (error) {
    if (error instanceof CoppiceError) return { ok: false, error };
    throw error;
  }
}

/** A part that cannot even be examined is reported, and the others go on. */
async function settled(
  part: Removal['part'],
  act: () => Promise<readonly Removal[]>,
): Promise<readonly Removal[]> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CoppiceError) return [failure(part, '', partNames[part], error)];
    throw error;
  }
}

const partNames: Readonly<Record<Removal['part'], string>> = {
  hooks: 'hooks',
  schedule: 'schedule',
  quiet: 'switches of quiet skills',
  link: 'links',
};

/** Everything that Coppice does not remove: it may be the only copy of something. */
function whatStays(context: Context, projects: readonly ProjectLinks[]): readonly Stay[] {
  const { files, home } = context;
  const library = wholeLibraryOf(context);
  const archived = unlessRefused(() => archivedSkills(library, library.roots)) ?? [];
  const { skills, hidden } = readCatalog(library);
  const own = [...skills, ...hidden.map(({ entry }) => entry)].filter(({ root }) => root.kind === 'home');
  const isThere = (path: string) => unlessRefused(() => files.stat(path)) !== undefined;
  const paths = homePaths(home);
  return [
    ...projects.map(({ project, links }) => ({
      what: `${counted(links.length, 'link')} to installed packages`,
      path: project,
      advice: `cd ${project} && coppice ensure --copy replaces them with files that need no Coppice`,
    })),
    ...(archived.length === 0
      ? []
      : [
          {
            what: counted(archived.length, 'archived skill'),
            path: [...new Set(archived.map(({ target }) => target.root.path))].join(', '),
            advice: 'coppice archived lists them, coppice restore NAME restores one; do that first',
          },
        ]),
    ...(own.length === 0
      ? []
      : [
          { what: `${counted(own.length, 'skill')} of yours`, path: paths.skills, advice: 'move them first' },
        ]),
    ...(isThere(paths.credentials)
      ? [{ what: 'credentials', path: paths.credentials, advice: 'coppice logout removes them' }]
      : []),
    ...(isThere(home)
      ? [
          {
            what: 'the home: ledger, usage, evidence, reports, installed packages',
            path: home,
            advice: `rm -r ${home} removes it, with the means to undo and restore`,
          },
        ]
      : []),
    {
      what: 'the program',
      path: context.program.script,
      advice:
        'npm uninstall -g coppice; also remove coppice mcp from the settings of agents, if you added it',
    },
  ];
}

function page(removals: readonly Removal[], stays: readonly Stay[]): string {
  const done = removals.map(({ state, what, path, message }) => {
    const where = path === '' ? '' : ` (${path})`;
    return `${state}: ${what}${where}${message === null ? '' : `: ${message}`}`;
  });
  const lines = [
    ...(done.length === 0 ? ['nothing of Coppice is outside its home'] : done),
    '',
    'stays:',
    ...stays.flatMap(({ what, path, advice }) => [`  ${what}: ${path}`, `    ${advice}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
