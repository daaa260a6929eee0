/*
 * `coppice publish`: a folder becomes a version in the registry. What can be found wrong here is found before it is sent.
 */

import { resolve } from 'node:path';
import { type PackedSkill, packFolder } from '../../client/publish/pack-folder.js';
import { sourceCommit } from '../../client/publish/source-commit.js';
import type { Remote } from '../../client/remote/remote.js';
import { isVersion, nextVersion } from '../../client/rules/item-names.js';
import type { ItemName } from '../../client/rules/manifest.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { pageOf, remoteOf, warn } from '../project.js';
import { bumps } from '../rules/defaults.js';
import { kindOf } from '../rules/item-flags.js';
import type { Report } from '../verb.js';

export async function runPublish(context: Context, input: Input): Promise<Report> {
  const given = givenVersion(input);
  const [kind, allowSecret] = [kindOf(input), input.isOn('allow-secret')];
  const folder = resolve(context.workingFolder, input.argument('dir') ?? '.');
  const packed = await packFolder(context.files, folder, { kind, allowSecret });
  for (const warning of packed.warnings) warn(context, warning);
  const remote = await remoteOf(context, input);
  const name = { kind, slug: packed.slug };
  const version = given ?? (await versionOf(input, remote, name, packed));
  const url = pageOf(remote.place, name);
  const title = `${kind} ${packed.slug} ${version}`;
  const source = await sourceCommit(folder, context.environment);
  if (input.isOn('dry-run')) {
    const { digest, contentDigest, sizeBytes, files, requires, verdict } = packed;
    return {
      document: {
        ...{ ...name, version, digest, contentDigest, url, dryRun: true },
        ...{ sizeBytes, files, requires, verdict, source: source ?? null },
      },
      text: lines(
        `would publish ${title} with ${sizeBytes} bytes`,
        ...files.map((path) => `  ${path}`),
        ...(source === undefined ? [] : [`from ${source.repo} at ${source.commit}`]),
      ),
      talk: `${source === undefined ? `${noSource}\n` : ''}nothing was sent\n`,
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
      outcome === 'published' ? `published ${title}` : `${title} is published already, with the same content`,
      url,
    ),
  };
}

const noSource =
  'no repository is recorded with it: it is in none that was cloned from somewhere, or not all of it is committed';

/** Undefined where it is to be found out. */
function givenVersion(input: Input): string | undefined {
  const given = input.text('version');
  if (given === undefined || isVersion(given)) {
    if (given === undefined || input.text('bump') === undefined) return given;
    throw new CoppiceError('usage', '--version and --bump exclude each other', { hint: 'give one of them' });
  }
  throw new CoppiceError('bad-value', `--version cannot be ${given === '' ? 'empty' : given}`, {
    hint: 'give one such as 1.2.0',
  });
}

async function versionOf(
  input: Input,
  remote: Remote,
  name: ItemName,
  { version }: PackedSkill,
): Promise<string> {
  const bump = bumps.find((one) => one === input.text('bump'));
  if (bump !== undefined) {
    const published = (await remote.versions(name)) ?? [];
    return nextVersion(
      published.map((one) => one.version),
      bump,
    );
  }
  if (version !== undefined && isVersion(version)) return version;
  const told = version === undefined ? 'the frontmatter has none' : `${version} in the frontmatter is none`;
  throw new CoppiceError('usage', `publish needs a version, and ${told}`, {
    hint: 'give --version 1.0.0, or --bump patch for the next one',
  });
}

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${printable(text)}\n`).join('');
}
