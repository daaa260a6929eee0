/*
 * `coppice tree`: what the project asks for, and what that requires.
 */

import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import { lockOf, projectOf } from '../project.js';
import type { Report } from '../verb.js';
import { dependencyTree, treeLines } from './tree-branches.js';

export function runTree(context: Context): Report {
  const project = projectOf(context);
  const items = dependencyTree(project.manifest, lockOf(context, project));
  return {
    document: { registry: project.manifest.registry ?? null, items },
    text: () =>
      treeLines(items, context.terminal.unicode)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    ...(items.length === 0 && { talk: 'the manifest asks for nothing; coppice add SLUG adds something\n' }),
  };
}
