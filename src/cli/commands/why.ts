/*
 * `coppice why`: how the manifest leads to an item.
 */

import { lockName } from '../../client/rules/lock.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { lockOf, projectOf } from '../project.js';
import { namedAmong } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { type PathStep, shortestPaths } from './why-paths.js';

export function runWhy(context: Context, input: Input): Report {
  const project = projectOf(context);
  const lock = lockOf(context, project);
  const { kind, slug } = namedAmong([...lock.nodes, ...lock.unresolved], input, lockName);
  const { paths, more } = shortestPaths(project.manifest, lock, { kind, slug });
  return {
    document: { kind, slug, paths, more },
    text: paths.map((path) => `${printable(path.map(stepText).join(' -> '))}\n`).join(''),
    ...(more && { talk: `only the first ${paths.length} ways are shown\n` }),
    ...(paths.length === 0 && { talk: 'nothing leads to it; coppice ensure takes it out of the lock\n' }),
  };
}

/** `lib ^1 (1.2.0)` */
function stepText({ slug, kind, range, version }: PathStep): string {
  const title = kind === 'skill' ? slug : `${kind} ${slug}`;
  const wanted = range === null || range === '*' ? '' : ` ${range}`;
  return `${title}${wanted}${version === null ? '' : ` (${version})`}`;
}
