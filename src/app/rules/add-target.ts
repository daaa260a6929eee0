/*
 * What is to be added, as it was typed: an item of the registry, a folder, or a folder of a git repository. An address
 * that is copied from the browser, of a folder on GitHub, is understood too.
 */

import { isRange, isSlug, slugRule } from '../../client/rules/item-names.js';
import type { Wanted } from '../../client/rules/manifest.js';
import { isItemSlug, itemSlugRule, splitRange } from '../../registry/api/item-slug.js';
import { CoppiceError } from '../../text/errors.js';

export interface AddTarget {
  /** Of what comes from no registry only a guess, by the name of the folder. */
  readonly slug: string;
  readonly wanted: Wanted;
}

export interface NamedTarget {
  readonly target: string;
  /** The name that it is installed under, where another one was given. */
  readonly as?: string;
}

/** `TARGET as NAME` is one target. */
export function readTargets(typed: readonly string[]): readonly NamedTarget[] {
  const targets: NamedTarget[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const [target = '', word, as] = typed.slice(at);
    if (word !== 'as') {
      targets.push({ target });
      continue;
    }
    if (as === undefined || !isSlug(as))
      throw new CoppiceError('usage', `as needs the name to install ${target} under: ${slugRule}`, {
        hint: `coppice add ${target} as OTHER`,
      });
    targets.push({ target, as });
    at += 2;
  }
  return targets;
}

interface TargetFlags {
  readonly ref: string | undefined;
  /** The folder in a repository. */
  readonly path: string | undefined;
}

export function readAddTarget(typed: string, flags: TargetFlags): AddTarget {
  const repository = repositoryIn(typed);
  if (repository !== undefined) {
    const { url } = repository;
    const path = trimmed(flags.path ?? repository.path);
    const ref = flags.ref ?? repository.ref;
    return { slug: lastName(path) || lastName(url), wanted: { from: 'git', url, ref, path } };
  }
  for (const name of ['ref', 'path'] as const)
    if (flags[name] !== undefined)
      throw new CoppiceError('usage', `--${name} is for repositories, and ${typed} is not one`, {
        hint: 'coppice help add',
      });
  if (/^(?:\.{1,2}$|\.{0,2}[/\\]|[A-Za-z]:[/\\])/.test(typed))
    return { slug: lastName(typed), wanted: { from: 'path', path: typed } };
  return registryItem(typed);
}

interface Repository {
  readonly url: string;
  readonly ref?: string | undefined;
  readonly path: string;
}

function repositoryIn(typed: string): Repository | undefined {
  const [, url, ref, path = ''] =
    /^(https:\/\/github\.com\/[^/]+\/[^/]+)\/tree\/([^/]+)(?:\/(.*))?$/.exec(typed) ?? [];
  if (url !== undefined) return { url, ref, path };
  if (/^[a-z][a-z+]*:\/\//.test(typed) || /^[\w.-]+@[\w.-]+:/.test(typed)) return { url: typed, path: '' };
  const [, name, folder = ''] = /^([\w-][\w.-]*\/[\w.-]+)(?:\/(.*))?$/.exec(typed) ?? [];
  return name === undefined ? undefined : { url: `https://github.com/${name}`, path: folder };
}

function registryItem(typed: string): AddTarget {
  const { slug, range: given = '*' } = splitRange(typed);
  const range = given.trim();
  if (!isItemSlug(slug))
    throw new CoppiceError('bad-value', `${JSON.stringify(slug)} is not a slug: ${itemSlugRule}`, {
      hint: slug.startsWith('@')
        ? 'give an item of a namespace as @team/skill, both in lower case'
        : 'give a folder as ./folder, and a repository as owner/repo or by its URL',
    });
  if (isRange(range)) return { slug, wanted: { from: 'registry', range } };
  throw new CoppiceError('bad-value', `${JSON.stringify(range)} is not a version range`, {
    hint: `give one such as ${slug}@^1.2`,
  });
}

function trimmed(path: string): string {
  return path.replace(/^(?:\.?\/)+|\/+$/g, '');
}

function lastName(path: string): string {
  return /([^/\\:]*?)(?:\.git)?[/\\]*$/.exec(path)?.[1] ?? '';
}
