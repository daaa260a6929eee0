/*
 * `coppice deprecate`: marks an item as deprecated, with a replacement if there is one.
 */

import type { Context } from '../../../app/context.js';
import { remoteOf, warn } from '../../../app/project.js';
import type { Remote } from '../../../client/remote/remote.js';
import { isVersion } from '../../../client/rules/item-names.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import type { VersionAnswer } from '../../../registry/api/item.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { confirmed } from '../../frame/confirm.js';
import { requireFlag } from '../../rules/flags.js';
import { itemOf, kindOf, parseSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runDeprecate(context: Context, input: Input<'deprecate'>): Promise<Report> {
  const name = itemOf(input);
  const deprecation = deprecationIn(input);
  const { item, warnings } = await (await remoteOf(context)).setDeprecated(name, deprecation);
  for (const warning of warnings) warn(context, warning);
  const { kind, slug, deprecated } = item;
  const done = deprecated === null ? 'is no longer deprecated' : `is deprecated: ${deprecated.message}`;
  const undo = deprecated === null ? {} : { notes: `undo with: coppice deprecate ${slug} --undo\n` };
  return {
    document: { kind, slug, deprecated },
    text: `${printable(`${kind} ${slug} ${done}`)}\n`,
    ...undo,
  };
}

function deprecationIn(input: Input<'deprecate'>) {
  const [message, replacement] = [input.text('message'), input.text('replacement')];
  if (!input.isOn('undo'))
    return {
      message: requireFlag('deprecate', 'message', message),
      replacement: replacement === undefined ? null : parseSlug(replacement, 'the slug of a replacement'),
    };
  if (message === undefined && replacement === undefined) return undefined;
  throw new CoppiceError('usage', '--undo takes neither --message nor --replacement', {
    hint: 'coppice help deprecate',
  });
}

/*
 * `coppice yank`: excludes a version from new installs. Locks that have it keep working.
 */

export async function runYank(context: Context, input: Input<'yank'>): Promise<Report> {
  const { slug, version } = targetIn(input.argument('version'));
  const reason = reasonIn(input);
  const remote = await remoteOf(context);
  const name = { kind: kindOf(input), slug };
  const answer = await yankAsking(remote, input, name, version, reason);
  for (const warning of answer.warnings ?? []) warn(context, warning);
  const { kind, yanked } = answer;
  const title = `${kind} ${slug} ${version}`;
  return {
    document: { kind, slug, version, yanked },
    text: `${printable(yanked === null ? `${title} is no longer yanked` : `${title} is yanked: ${yanked.reason}`)}\n`,
    ...(yanked !== null && { notes: `undo with: coppice yank ${slug}@${version} --undo\n` }),
  };
}

/** Asks before items are left without a version that they require; `--yes` answers. */
async function yankAsking(
  remote: Remote,
  input: Input<'yank'>,
  name: ItemName,
  version: string,
  reason: string | undefined,
): Promise<VersionAnswer> {
  const ifUnrequired = reason !== undefined && !input.isOn('yes');
  try {
    return await remote.setYanked(name, version, reason, { ifUnrequired });
  } catch (error) {
    const dependents = hasCode(error, 'conflict') ? error.data?.['dependents'] : undefined;
    if (!ifUnrequired || !(error instanceof CoppiceError) || !Array.isArray(dependents)) throw error;
    const required = error.message.replace(/; without if_unrequired.*$/s, '');
    const question = `${required}. New installs of ${dependents.length === 1 ? 'it' : 'them'} will fail. Yank it anyway?`;
    const hint = `${required}; --yes yanks it anyway`;
    if (await confirmed(input, { question, hint })) return await remote.setYanked(name, version, reason);
    throw new CoppiceError('conflict', `${name.slug} ${version} was not yanked`);
  }
}

function targetIn(typed: string): { readonly slug: string; readonly version: string } {
  const [slug = '', version = ''] = typed.split(/@(.*)/);
  if (isVersion(version)) return { slug: parseSlug(slug, 'the slug of an item'), version };
  throw new CoppiceError('bad-value', `${typed} does not name a version`, {
    hint: 'give one such as release-notes@1.2.0',
  });
}

/** Undefined where the yank is undone. */
function reasonIn(input: Input<'yank'>): string | undefined {
  const reason = input.text('reason');
  if (!input.isOn('undo')) return requireFlag('yank', 'reason', reason);
  if (reason === undefined) return undefined;
  throw new CoppiceError('usage', '--undo takes no --reason', { hint: 'coppice help yank' });
}
