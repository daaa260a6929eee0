/*
 * Remembers below the home which newer versions were found for a project, so that the status can name them without a
 * request. Nothing depends on it: what cannot be written is found again by the next question.
 */

import { lockIn } from '../../client/ensure/project-files.js';
import { projectHash } from '../../client/link/project-view.js';
import {
  type KnownUpdates,
  knownUpdates,
  type NewerItem,
  parseLastAnswer,
} from '../../client/rules/known-updates.js';
import { unseal, writeSealedCache } from '../../system/cache-file.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { type Context, libraryOptions } from '../context.js';

/** All that is newer in the project; nothing where it is up to date. */
export function rememberUpdates(context: Context, project: string, items: readonly NewerItem[]): void {
  const answer = {
    at: context.clock.now(),
    items: items.map(({ kind, slug, current, wanted }) => ({ kind, slug, current, wanted })),
  };
  writeSealedCache(context.files, pathFor(context, project), `${JSON.stringify(answer)}\n`);
}

/** Null where nothing newer is known, or the project is updated by now. */
export function rememberedUpdates(context: Context, project: string): KnownUpdates | null {
  const lock = unlessRefused(() => lockIn(context.files, project));
  const bytes = unlessRefused(() => context.files.read(pathFor(context, project)))?.bytes;
  const text = bytes && unseal(bytes);
  if (lock === undefined || text === undefined) return null;
  return knownUpdates(parseLastAnswer(parseJson(text)), lock);
}

function pathFor(context: Context, project: string): string {
  const real = unlessRefused(() => context.files.realPath(project)) ?? project;
  return homePaths(libraryOptions(context).home).updatesCache(projectHash(real));
}
