/*
 * What is wrong between the skills and the clients: names that are taken twice, skills that lie where a client looks
 * and are not seen by it, listings that are full. One problem for all the clients it concerns.
 */

import type { ClientView, UnseenReason, UnseenSkill } from './client-view.js';
import { clients } from './clients.js';
import type { FoundRoot, FoundSkill } from './doctor-find.js';
import { type Problem, problem } from './doctor-problem.js';

export function clientProblems(
  views: readonly ClientView[],
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const used = views.filter(({ present }) => present);
  return [
    ...nameProblems(used, found),
    ...unseenProblems(used),
    ...used.flatMap(listingProblems),
    ...used.flatMap((view) => folderProblems(view, found)),
  ];
}

function nameProblems(
  views: readonly ClientView[],
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const byPath = new Map<string, FoundSkill>();
  for (const { skills } of found.values()) for (const skill of skills) byPath.set(skill.path, skill);
  const hidden = views.flatMap((view) => view.hidden.map((skill) => ({ ...skill, client: view.name })));
  const shadowed = hidden.filter(({ instead }) => instead !== null);
  return groupsOf(shadowed, ({ path, instead }) => `${path}\n${instead}`).flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.instead === null) return [];
    const { path, name, instead } = first;
    const isCopy = byPath.get(path)?.sha256 === byPath.get(instead)?.sha256;
    const who = group.map(({ client }) => client + (isUnstable(client) ? ' (not always)' : ''));
    const takes = `which ${listOf(who)} ${who.length === 1 ? 'takes' : 'take'} instead`;
    return isCopy
      ? problem(
          'copy',
          path,
          `It is a copy of ${instead}, ${takes}.`,
          'keep one, and link its folder to the other place',
        )
      : problem(
          'same-name',
          path,
          `"${name}" is also ${instead}, ${takes}.`,
          'rename or archive one of the two',
        );
  });
}

function isUnstable(client: string): boolean {
  return clients.some(({ name, sameName }) => name === client && sameName === 'unstable');
}

/** Reasons that somebody chose, or that are a problem of their own, are none here. */
const unremarkable: readonly UnseenReason[] = ['shadowed', 'untrusted', 'platform', 'disabled', 'conditions'];

/** One per root, reason and clients: where a whole library lies too deep, the same is not said a hundred times. */
function unseenProblems(views: readonly ClientView[]): readonly Problem[] {
  const unseen = new Map<
    string,
    { readonly skill: UnseenSkill; readonly root: string; readonly by: string[] }
  >();
  for (const { name, roots, hidden } of views) {
    for (const skill of hidden.filter(({ reason }) => !unremarkable.includes(reason))) {
      const key = `${skill.path}\n${skill.message}`;
      const root = roots.find(({ path }) => skill.path.startsWith(`${path}/`))?.path ?? '';
      const known = unseen.get(key) ?? { skill, root, by: [] };
      unseen.set(key, known);
      known.by.push(name);
    }
  }
  const groups = groupsOf(unseen.values(), ({ skill, root, by }) => [root, skill.message, ...by].join('\n'));
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { skill, root, by } = first;
    const names = group.map((each) => each.skill.name);
    const path = group.length === 1 ? skill.path : root;
    const message = `${listOf(by)} ${by.length === 1 ? 'does' : 'do'} not see ${someOf(names)}: ${skill.message}.`;
    return problem('not-seen', path, message, fixes[skill.reason] ?? null);
  });
}

const fixes: Readonly<Partial<Record<UnseenReason, string>>> = {
  'too-deep': 'link the folders of these skills directly into the root',
  'file-name-case': 'rename the file to SKILL.md',
  'linked-file': 'put the file itself there, or make the whole folder the link',
  refused: 'coppice validate says what to correct',
};

function listingProblems({ name, sees, listing, roots }: ClientView): readonly Problem[] {
  if (listing === null) return [];
  const path = roots.find(({ exists }) => exists)?.path ?? '';
  const cut = sees.filter((skill) => skill.cut);
  const over = listing.characters - listing.limit;
  if (over > 0) {
    const message = `The listing of ${name} has room for ${listing.limit} characters, and the descriptions take ${listing.characters}, ${over} too many; in the order of their names, these are cut: ${someOf(cut.map((skill) => skill.name))}.`;
    return [problem('listing-full', path, message, 'shorten descriptions, or archive what is not used')];
  }
  return cut.map((skill) =>
    problem(
      'description-cut',
      skill.path,
      `The listing of ${name} cuts the description.`,
      'shorten the description',
    ),
  );
}

function folderProblems(
  { name, roots }: ClientView,
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const limit = clients.find((client) => client.name === name)?.folders ?? Number.POSITIVE_INFINITY;
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
  const shown = names.slice(0, 5).map((name) => `"${name}"`);
  return names.length > shown.length
    ? `${shown.join(', ')} and ${names.length - shown.length} more`
    : listOf(shown);
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Those with the same key together, in the order of their first. */
function groupsOf<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return [...groups.values()];
}
