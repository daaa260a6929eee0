/*
 * `coppice publish`: a folder becomes a version in the registry. Problems that can be found on this machine are found
 * before it is sent.
 */

import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { catalogPage, remoteOf, warn } from '../../../app/project.js';
import { type PackedSkill, packFolder } from '../../../client/publish/pack-folder.js';
import { sourceCommit } from '../../../client/publish/source-commit.js';
import type { Remote } from '../../../client/remote/remote.js';
import { isVersion, nextVersion } from '../../../client/rules/item-names.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { requireFlag } from '../../rules/flags.js';
import { itemOf, kindOf, parseSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runPublish(context: Context, input: Input<'publish'>): Promise<Report> {
  const given = versionFlag(input);
  const [kind, allowSecret] = [kindOf(input), input.isOn('allow-secret')];
  const folder = resolve(context.workingFolder, input.argument('dir') ?? '.');
  const packed = await packFolder(context.files, folder, { kind, allowSecret });
  for (const warning of packed.warnings) warn(context, warning);
  const remote = await remoteOf(context);
  const name = { kind, slug: packed.slug };
  const version = given ?? (await versionOf(input, remote, name, packed));
  const url = catalogPage(remote.place, name);
  const title = `${kind} ${packed.slug} ${version}`;
  const source = await sourceCommit(folder, context.environment);
  if (input.isOn('dry-run')) {
    const { digest, contentDigest, sizeBytes, files, requires, verdict } = packed;
    return {
      document: {
        ...name,
        version,
        digest,
        contentDigest,
        url,
        dryRun: true,
        sizeBytes,
        files,
        requires,
        verdict,
        source: source ?? null,
      },
      text: lines(
        `would publish ${title} with ${sizeBytes} bytes`,
        ...files.map((path) => `  ${path}`),
        ...(source === undefined ? [] : [`from ${source.repo} at ${source.commit}`]),
      ),
      notes: `${source === undefined ? `${noSource}\n` : ''}nothing was sent\n`,
    };
  }

  const { outcome, version: published } = await remote.publish(
    { ...name, version, tags: [...input.texts('tag')], allow_secret: allowSecret, ...(source && { source }) },
    packed.bundle,
  );
  for (const warning of published.warnings ?? []) warn(context, warning);
  const { digest, content_digest: contentDigest, source: recorded } = published;
  return {
    document: { ...name, version, digest, contentDigest, url, outcome, source: recorded },
    text: lines(
      outcome === 'published' ? `published ${title}` : `${title} is already published, with the same content`,
      url,
    ),
  };
}

const noSource =
  'no source repository is recorded: the folder is not in a clone of one, or has changes that are not committed';

/** Undefined where --bump or the frontmatter decides. */
function versionFlag(input: Input<'publish'>): string | undefined {
  const given = input.text('version');
  if (given === undefined || isVersion(given)) {
    if (given === undefined || input.text('bump') === undefined) return given;
    throw new CoppiceError('usage', 'use either --version or --bump');
  }
  throw new CoppiceError('bad-value', `--version cannot be ${given === '' ? 'empty' : given}`, {
    hint: 'give one such as 1.2.0',
  });
}

async function versionOf(
  input: Input<'publish'>,
  remote: Remote,
  name: ItemName,
  { version }: PackedSkill,
): Promise<string> {
  const bump = input.text('bump');
  if (bump !== undefined) {
    const published = (await remote.versions(name)) ?? [];
    return nextVersion(
      published.map((one) => one.version),
      bump,
    );
  }
  if (version !== undefined && isVersion(version)) return version;
  const reason =
    version === undefined ? 'the frontmatter has none' : `${version} in the frontmatter is not one`;
  throw new CoppiceError('usage', `publish needs a version, and ${reason}`, {
    hint: 'give --version 1.0.0, or --bump patch for the next one',
  });
}

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${printable(text)}\n`).join('');
}

/*
 * `coppice deprecate`: marks an item as deprecated, with a replacement if there is one.
 */

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
  const { kind, yanked } = await remote.setYanked({ kind: kindOf(input), slug }, version, reason);
  const title = `${kind} ${slug} ${version}`;
  return {
    document: { kind, slug, version, yanked },
    text: `${printable(yanked === null ? `${title} is no longer yanked` : `${title} is yanked: ${yanked.reason}`)}\n`,
    ...(yanked !== null && { notes: `undo with: coppice yank ${slug}@${version} --undo\n` }),
  };
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
