/*
 * Problems between the skills and the clients: names that two skills share, skills in a client's folders that the
 * client does not see, and listings that are full. Each problem is reported once for all the clients it concerns.
 */

import { agents } from '../../../agents/index.js';
import { listUpTo } from '../../../text/plural.js';
import type { FoundRoot } from '../found-skill.js';
import type { ClientView, UnseenReason, UnseenSkill } from './client-view.js';
import { type Problem, problem } from './doctor-problem.js';

/** `managed`: the folders that other programs write; skills in them are not reported as duplicates. */
export function clientProblems(
  views: readonly ClientView[],
  found: ReadonlyMap<string, FoundRoot>,
  managed: readonly string[],
): readonly Problem[] {
  const used = views.filter(({ present }) => present);
  const isManaged = (path: string | null) =>
    path !== null && managed.some((folder) => path.startsWith(`${folder}/`));
  const unseen = used
    .flatMap(unseenBy)
    .filter(({ path, instead }) => instead === null || !(isManaged(path) || isManaged(instead)));
  return [
    ...nameProblems(unseen, found),
    ...unseenProblems(unseen),
    ...used.flatMap(listingProblems),
    ...used.flatMap((view) => folderProblems(view, found)),
  ];
}

/** A skill that a client does not see. */
interface Unseen extends UnseenSkill {
  readonly client: string;
  /** The client's root that contains it. */
  readonly root: string;
}

function unseenBy({ name, roots, hidden }: ClientView): readonly Unseen[] {
  return hidden.map((skill) => {
    const root = roots.find(({ path }) => skill.path.startsWith(`${path}/`));
    return { ...skill, client: name, root: root?.path ?? skill.path };
  });
}

function nameProblems(unseen: readonly Unseen[], found: ReadonlyMap<string, FoundRoot>): readonly Problem[] {
  const texts = new Map(
    [...found.values()].flatMap(({ skills }) => skills.map(({ path, sha256 }) => [path, sha256] as const)),
  );
  const pairs = unseen.flatMap((skill) =>
    skill.instead === null ? [] : { ...skill, instead: skill.instead },
  );
  return groupsOf(pairs, ({ path, instead }) => `${path}\n${instead}`).map((group) => {
    const { path, name, instead } = group[0];
    const who = group.map(({ client }) => client + (isUnstable(client) ? ' (sometimes)' : ''));
    const loads = `which ${listOf(who)} ${who.length === 1 ? 'loads' : 'load'} instead`;
    if (texts.get(path) !== texts.get(instead)) {
      const message = `"${name}" is also the name of ${instead}, ${loads}.`;
      return problem('same-name', path, message, 'rename or archive one of the two');
    }
    const message = `This is a copy of ${instead}, ${loads}.`;
    return problem(
      'copy',
      path,
      message,
      'keep one copy, and replace the folder of the other with a link to it',
    );
  });
}

function isUnstable(client: string): boolean {
  return agents.some(({ title, skills }) => title === client && skills.sameName === 'unstable');
}

/** One problem per root, reason and clients, so that a whole library nested too deeply is reported once. */
function unseenProblems(unseen: readonly Unseen[]): readonly Problem[] {
  const skills = groupsOf(
    unseen.filter(({ reason }) => Object.hasOwn(fixes, reason)),
    ({ path, message }) => `${path}\n${message}`,
  ).map((group) => ({
    ...group[0],
    by: listOf(group.map(({ client }) => client)),
    alone: group.length === 1,
  }));
  return groupsOf(skills, ({ root, message, by }) => `${root}\n${message}\n${by}`).map((group) => {
    const { path, root, reason, message, by, alone } = group[0];
    const names = someOf(group.map(({ name }) => name));
    return problem(
      'not-seen',
      group.length === 1 ? path : root,
      `${by} ${alone ? 'does' : 'do'} not see ${names}: ${message}.`,
      fixes[reason] ?? null,
    );
  });
}

/** Other reasons were the user's choice, or are reported as a problem of their own. */
const fixes: Readonly<Partial<Record<UnseenReason, string>>> = {
  'too-deep': 'link each skill folder directly into the root',
  'no-folder': 'move it into a folder of its own',
  'hidden-folder': 'rename the folder',
  'file-name-case': 'rename the file to SKILL.md',
  'linked-file': 'replace the link with the file, or link the whole folder instead',
  refused: 'run coppice validate to see what to correct',
};

function listingProblems({ name, sees, listing, roots }: ClientView): readonly Problem[] {
  const path = roots.find(({ exists }) => exists)?.path ?? '';
  const cut = sees.filter((skill) => skill.cut);
  const names = someOf(cut.map((skill) => skill.name));
  const over = listing === null ? 0 : listing.characters - listing.limit;
  if (listing !== null && over > 0) {
    const message = `The skill listing of ${name} needs ${listing.characters} characters, ${over} more than its limit of ${listing.limit}. ${cutText(name)}: ${names}.`;
    return [
      problem(
        'listing-full',
        path,
        message,
        'shorten descriptions, or make unused skills quiet (coppice cost lists them)',
      ),
    ];
  }
  const [first] = cut;
  if (first === undefined) return [];
  const shows = `${name} shows only part of`;
  return cut.length === 1
    ? [problem('description-cut', first.path, `${shows} the description.`, 'shorten the description')]
    : [
        problem(
          'description-cut',
          path,
          `${shows} the descriptions of ${names}.`,
          'shorten the descriptions',
        ),
      ];
}

function cutText(client: string): string {
  const cut = agents.find(({ title }) => title === client)?.listing?.cut;
  return cut === 'least-used-first'
    ? 'The least used skills lose their descriptions first'
    : 'These descriptions are shortened';
}

function folderProblems(
  { name, roots }: ClientView,
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const limit = agents.find(({ title }) => title === name)?.skills.maxFolders ?? Number.POSITIVE_INFINITY;
  return roots
    .filter(({ path }) => (found.get(path)?.folders ?? 0) > limit)
    .map(({ path }) =>
      problem(
        'folder-limit',
        path,
        `${name} searches at most ${limit} folders of a root, and this root has more, so it may miss some skills.`,
        'archive unused skills, or split the root',
      ),
    );
}

function someOf(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return names.length > maxNames ? listUpTo(maxNames, quoted) : listOf(quoted);
}

const maxNames = 5;

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Items with the same key, grouped in the order in which the keys first occur. */
function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
