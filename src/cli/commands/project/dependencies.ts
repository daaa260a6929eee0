/*
 * `coppice tree`: the items of the project and their dependencies.
 */

import type { Context } from '../../../app/context.js';
import { lockOf, projectOf } from '../../../app/project/project.js';
import { dependencyTree, type PathStep, shortestPaths, treeLines } from '../../../app/rules/dependencies.js';
import { lockName } from '../../../client/rules/lock.js';
import { printable } from '../../../text/printable.js';
import { findNamedItem } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runTree(context: Context): Report {
  const project = projectOf(context);
  const items = dependencyTree(project.manifest, lockOf(context, project));
  return {
    document: { registry: project.manifest.registry ?? null, items },
    text: () =>
      treeLines(items, context.terminal.unicode)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    ...(items.length === 0 && { notes: 'the manifest is empty; add an item with: coppice add SLUG\n' }),
  };
}

/*
 * `coppice why`: why an item is installed.
 */

export function runWhy(context: Context, input: Input<'why'>): Report {
  const project = projectOf(context);
  const lock = lockOf(context, project);
  const wanted = { slug: input.argument('slug'), kind: input.text('kind') };
  const { kind, slug } = findNamedItem([...lock.nodes, ...lock.unresolved], wanted, lockName);
  const { paths, more } = shortestPaths(project.manifest, lock, { kind, slug });
  return {
    document: { kind, slug, paths, more },
    text: paths.map((path) => `${printable(path.map(stepText).join(' -> '))}\n`).join(''),
    ...(more && { notes: `only the first ${paths.length} paths are shown\n` }),
    ...(paths.length === 0 && { notes: 'nothing requires it; coppice ensure removes it from the lock\n' }),
  };
}

/** `lib ^1 (1.2.0)` */
function stepText({ slug, kind, range, version }: PathStep): string {
  const title = kind === 'skill' ? slug : `${kind} ${slug}`;
  const wanted = range === null || range === '*' ? '' : ` ${range}`;
  return `${title}${wanted}${version === null ? '' : ` (${version})`}`;
}
