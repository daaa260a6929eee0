/*
 * `coppice deprecate`: says that an item should not be used for new work, and what instead.
 */

import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { remoteOf, warn } from '../project.js';
import { givenSlug, itemOf } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';

export async function runDeprecate(context: Context, input: Input): Promise<Report> {
  const name = itemOf(input);
  const deprecation = deprecationIn(input);
  const { item, warnings } = await (await remoteOf(context, input)).setDeprecated(name, deprecation);
  for (const warning of warnings) warn(context, warning);
  const { kind, slug, deprecated } = item;
  const done = deprecated === null ? 'is no longer deprecated' : `is deprecated: ${deprecated.message}`;
  const undo = deprecated === null ? {} : { talk: `undo with: coppice deprecate ${slug} --undo\n` };
  return {
    document: { kind, slug, deprecated },
    text: `${printable(`${kind} ${slug} ${done}`)}\n`,
    ...undo,
  };
}

function deprecationIn(input: Input) {
  const [message, replacement] = [input.text('message'), input.text('replacement')];
  if (!input.isOn('undo'))
    return {
      message: needed(input, 'deprecate', 'message'),
      replacement: replacement === undefined ? null : givenSlug(replacement, 'the slug of a replacement'),
    };
  if (message === undefined && replacement === undefined) return undefined;
  throw new CoppiceError('usage', '--undo takes neither --message nor --replacement', {
    hint: 'coppice help deprecate',
  });
}
