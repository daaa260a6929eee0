/*
 * `coppice deprecate`: marks an item as deprecated, with a replacement if there is one.
 */

import type { Context } from '../../../app/context.js';
import { remoteOf, warn } from '../../../app/project/project.js';
import type { Remote } from '../../../client/remote/remote.js';
import { isVersion } from '../../../client/rules/item-names.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import { splitRange } from '../../../registry/api/item-slug.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { confirmed } from '../../frame/confirm.js';
import { requireFlag } from '../../rules/flags.js';
import { itemOf, kindOf, parseItemSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { noItem } from './info.js';

export async function runDeprecate(context: Context, input: Input<'deprecate'>): Promise<Report> {
  const name = itemOf(input);
  const deprecation = deprecationIn(input);
  const remote = await remoteOf(context);
  const { item, warnings } = await orNearest(remote, name, () => remote.setDeprecated(name, deprecation));
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
      replacement: replacement === undefined ? null : parseItemSlug(replacement, 'the slug of a replacement'),
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
  const reason = reasonIn('yank', input);
  const remote = await remoteOf(context);
  const name = { kind: kindOf(input), slug };
  const change = { verb: 'yank', done: 'yanked', what: `${slug} ${version}` };
  const answer = await orNearest(remote, name, () =>
    unlessRequired(input, reason, change, (options) => remote.setYanked(name, version, reason, options)),
  );
  for (const warning of answer.warnings ?? []) warn(context, warning);
  const { kind, yanked } = answer;
  const title = `${kind} ${slug} ${version}`;
  const isOld = yanked !== null && reason !== undefined && yanked.reason !== reason;
  const old = isOld ? 'it was yanked before, and its reason stays; to change it, undo the yank first\n' : '';
  return {
    document: { kind, slug, version, yanked },
    text: `${printable(yanked === null ? `${title} is no longer yanked` : `${title} is yanked: ${yanked.reason}`)}\n`,
    ...(yanked !== null && { notes: `${old}undo with: coppice yank ${slug}@${version} --undo\n` }),
  };
}

/*
 * `coppice registry archive`: removes an item from the catalog and from new installs, for everybody; it can be restored.
 */

export async function runArchiveItem(context: Context, input: Input<'registry archive'>): Promise<Report> {
  const name = itemOf(input);
  const reason = reasonIn('registry archive', input);
  const remote = await remoteOf(context);
  const change = { verb: 'archive', done: 'archived', what: name.slug };
  const { item, warnings } = await orNearest(remote, name, () =>
    unlessRequired(input, reason, change, (options) => remote.setArchived(name, reason, options)),
  );
  for (const warning of warnings) warn(context, warning);
  const { kind, slug, state, state_reason: stateReason } = item;
  const isArchived = state === 'archived';
  const done = isArchived ? `is archived: ${stateReason ?? 'no reason was given'}` : `is ${state}`;
  return {
    document: { kind, slug, state, stateReason },
    text: `${printable(`${kind} ${slug} ${done}`)}\n`,
    ...(isArchived && {
      notes: `restore it with: coppice registry archive ${slug}${kindFlag(kind)} --undo\n`,
    }),
  };
}

function kindFlag(kind: ItemName['kind']): string {
  return kind === 'skill' ? '' : ` --kind ${kind}`;
}

interface DangerousChange {
  readonly verb: string;
  readonly done: string;
  readonly what: string;
}

/** Asks before items are left without what they require; `--yes` answers. `reason` is undefined for an undo. */
async function unlessRequired<T>(
  input: { isOn(flag: 'yes'): boolean },
  reason: string | undefined,
  { verb, done, what }: DangerousChange,
  change: (options: { readonly ifUnrequired: boolean }) => Promise<T>,
): Promise<T> {
  const ifUnrequired = reason !== undefined && !input.isOn('yes');
  try {
    return await change({ ifUnrequired });
  } catch (error) {
    const dependents = hasCode(error, 'conflict') ? error.data?.['dependents'] : undefined;
    if (!ifUnrequired || !(error instanceof CoppiceError) || !Array.isArray(dependents)) throw error;
    const required = error.message.replace(/; without if_unrequired.*$/s, '');
    const question = `${required}. New installs of ${dependents.length === 1 ? 'it' : 'them'} will fail. ${capitalised(verb)} it anyway?`;
    const hint = `${required}; --yes ${verb}s it anyway`;
    if (await confirmed(input, { question, hint })) return await change({ ifUnrequired: false });
    throw new CoppiceError('conflict', `${what} was not ${done}`);
  }
}

/** The registry only says that there is no such item; a mistyped name has near ones. */
async function orNearest<T>(remote: Remote, name: ItemName, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!hasCode(error, 'not-found') || (await remote.item(name)) !== undefined) throw error;
    throw await noItem(remote, name);
  }
}

function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function targetIn(typed: string): { readonly slug: string; readonly version: string } {
  const { slug, range: version = '' } = splitRange(typed);
  if (isVersion(version)) return { slug: parseItemSlug(slug, 'the slug of an item'), version };
  throw new CoppiceError('bad-value', `${typed} does not name a version`, {
    hint: 'give one such as release-notes@1.2.0',
  });
}

/** Undefined where the change is undone. */
function reasonIn(
  verb: string,
  input: { text(flag: 'reason'): string | undefined; isOn(flag: 'undo'): boolean },
): string | undefined {
  const reason = input.text('reason');
  if (!input.isOn('undo')) return requireFlag(verb, 'reason', reason);
  if (reason === undefined) return undefined;
  throw new CoppiceError('usage', '--undo takes no --reason', { hint: `coppice help ${verb}` });
}
