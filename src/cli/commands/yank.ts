/*
 * `coppice yank`: takes a version out of new resolutions. Locks that have it go on working.
 */

import { isVersion } from '../../client/rules/item-names.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { remoteOf } from '../project.js';
import { givenSlug, kindOf } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';

export async function runYank(context: Context, input: Input): Promise<Report> {
  const { slug, version } = targetIn(input.argument('version') ?? '');
  const reason = reasonIn(input);
  const remote = await remoteOf(context, input);
  const { kind, yanked } = await remote.setYanked({ kind: kindOf(input), slug }, version, reason);
  const title = `${kind} ${slug} ${version}`;
  return {
    document: { kind, slug, version, yanked },
    text: `${printable(yanked === null ? `${title} is back` : `${title} is yanked: ${yanked.reason}`)}\n`,
    ...(yanked !== null && { talk: `undo with: coppice yank ${slug}@${version} --undo\n` }),
  };
}

function targetIn(typed: string): { readonly slug: string; readonly version: string } {
  const [slug = '', version = ''] = typed.split(/@(.*)/);
  if (isVersion(version)) return { slug: givenSlug(slug, 'the slug of an item'), version };
  throw new CoppiceError('bad-value', `${typed} does not name a version`, {
    hint: 'give one such as release-notes@1.2.0',
  });
}

/** Undefined where the yank is taken back. */
function reasonIn(input: Input): string | undefined {
  if (!input.isOn('undo')) return needed(input, 'yank', 'reason');
  if (input.text('reason') === undefined) return undefined;
  throw new CoppiceError('usage', '--undo takes no --reason', { hint: 'coppice help yank' });
}
