/*
 * A team at its registry: somebody publishes, and two projects take what they want. A failure to reach the server is all
 * that may be reported; what was acknowledged must be there, in the registry, the manifest and the project.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.js';
import { skillText } from './skill-state.js';
import type { Outcome, World } from './world.js';

export const slugs = ['lib-0', 'lib-1', 'lib-2', 'app-0', 'app-1', 'app-2'] as const;

export interface Publisher {
  /** The digests that were acknowledged, by `slug@version`. */
  readonly acknowledged: ReadonlyMap<string, string>;
  publish(slug: (typeof slugs)[number], danger?: Random): Promise<void>;
}

export function newPublisher(world: World): Publisher {
  const acknowledged = new Map<string, string>();
  let number = 0;
  return {
    acknowledged,
    publish: async (slug, danger) => {
      number += 1;
      const folder = join(world.folder, 'published', `${number}`, slug);
      mkdirSync(folder, { recursive: true });
      const requires = slug.startsWith('app') ? `requires: [${slug.replace('app', 'lib')}@^1]\n` : '';
      const text = skillText(slug, `mark-${number}.`).replace('\n---\n\n', `\n${requires}---\n\n`);
      writeFileSync(join(folder, 'SKILL.md'), text);
      const version = `1.${number}.0`;
      const outcome = await world.run(['publish', folder, '--version', version], {
        ...(danger && { danger }),
      });
      checkReached(world, `publish ${slug}`, outcome);
      if (outcome.kind === 'done') acknowledged.set(`${slug}@${version}`, String(outcome.document['digest']));
    },
  };
}

export interface Project {
  readonly folder: string;
  /** Whether the manifest must name it; what is not here may be either. */
  readonly wanted: ReadonlyMap<string, boolean>;
  work(): Promise<void>;
}

export async function newProject(name: string, world: World, random: Random): Promise<Project> {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  const wanted = new Map<string, boolean>(slugs.map((slug) => [slug, false]));
  const made = await world.run(['init'], { workingFolder: folder });
  if (made.kind !== 'done') throw new Error(JSON.stringify(made));

  async function edit(verb: 'add' | 'remove', slug: string): Promise<Outcome> {
    const outcome = await world.run([verb, slug], { workingFolder: folder, danger: random });
    if (outcome.kind === 'done') wanted.set(slug, verb === 'add');
    if (outcome.kind === 'killed') wanted.delete(slug);
    return outcome;
  }

  return {
    folder,
    wanted,
    work: async () => {
      const slug = random.pick(slugs);
      const verb = random.pick(['edit', 'edit', 'ensure', 'update'] as const);
      const isThere = wanted.get(slug) ?? random.chance(0.5);
      const outcome =
        verb === 'edit'
          ? await edit(isThere ? 'remove' : 'add', slug)
          : await world.run([verb], { workingFolder: folder, danger: random });
      const isMissing =
        verb === 'edit' && !wanted.has(slug) && outcome.kind === 'refused' && outcome.code === 'not-found';
      if (!isMissing) checkReached(world, `${verb} of ${slug}`, outcome);
      if (outcome.kind !== 'done') return;
      const verified = await world.run(['verify'], { workingFolder: folder });
      world.journal.check('what is ensured verifies', verified.kind === 'done', () =>
        JSON.stringify(verified),
      );
    },
  };
}

function checkReached(world: World, what: string, outcome: Outcome): void {
  world.journal.check(
    'the team is only kept waiting by an outage',
    outcome.kind !== 'refused' || ['unavailable', 'lock-busy'].includes(outcome.code),
    () => `${what}: ${outcome.kind === 'refused' ? outcome.text : ''}`,
  );
}
