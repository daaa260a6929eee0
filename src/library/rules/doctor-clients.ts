/*
 * What is wrong between the skills and the clients: names that are taken twice, skills that lie where a client looks
 * and are not seen by it, listings that are full. One problem for all the clients it concerns.
 */

import { agents } from '../../agents/index.js';
import { listUpTo } from '../../text/plural.js';
import type { ClientView, UnseenReason, UnseenSkill } from './client-view.js';
import { type Problem, problem } from './doctor-problem.js';
import type { FoundRoot } from './found-skill.js';

/** `managed`: the folders that other programs write; what is in them is no duplicate. */
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
  /** The root of the client that it lies in. */
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
    const who = group.map(({ client }) => client + (isUnstable(client) ? ' (not always)' : ''));
    const takes = `which ${listOf(who)} ${who.length === 1 ? 'takes' : 'take'} instead`;
    if (texts.get(path) !== texts.get(instead)) {
      const message = `"${name}" is also ${instead}, ${takes}.`;
      return problem('same-name', path, message, 'rename or archive one of the two');
    }
    const message = `It is a copy of ${instead}, ${takes}.`;
    return problem('copy', path, message, 'keep one, and link its folder to the other place');
  });
}

function isUnstable(client: string): boolean {
  return agents.some(({ title, skills }) => title === client && skills.sameName === 'unstable');
}

/** One per root, reason and clients: where a whole library lies too deep, the same is not said a hundred times. */
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

/** The other reasons were somebody's choice, or are a problem of their own. */
const fixes: Readonly<Partial<Record<UnseenReason, string>>> = {
  'too-deep': 'link the folders of these skills directly into the root',
  'no-folder': 'move it into a folder of its own',
  'hidden-folder': 'rename the folder',
  'file-name-case': 'rename the file to SKILL.md',
  'linked-file': 'put the file itself there, or make the whole folder the link',
  refused: 'coppice validate says what to correct',
};

function listingProblems({ name, sees, listing, roots }: ClientView): readonly Problem[] {
  const path = roots.find(({ exists }) => exists)?.path ?? '';
  const cut = sees.filter((skill) => skill.cut);
  const names = someOf(cut.map((skill) => skill.name));
  const over = listing === null ? 0 : listing.characters - listing.limit;
  if (listing !== null && over > 0) {
    const message = `The listing of ${name} has room for ${listing.limit} characters, and the entries take ${listing.characters}, ${over} too many; ${cutText(name)}: ${names}.`;
    return [problem('listing-full', path, message, 'shorten descriptions, or archive what is not used')];
  }
  const [first] = cut;
  if (first === undefined) return [];
  const [place, what] =
    cut.length === 1 ? [first.path, 'the description'] : [path, `the descriptions of ${names}`];
  const message = `The listing of ${name} cuts ${what}.`;
  return [problem('description-cut', place, message, 'shorten the description')];
}

function cutText(client: string): string {
  const cut = agents.find(({ title }) => title === client)?.listing?.cut;
  return cut === 'least-used-first'
    ? 'the least used lose their descriptions first'
    : 'these descriptions are shortened';
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
        `${name} looks through ${limit} folders of a root, and this one has more, so it may miss some skills.`,
        'archive what is not used, or split the root',
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

/** Those with the same key together, in the order of their first. */
function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
