/*
 * `coppice init`: a manifest for this folder.
 */

import { join } from 'node:path';
import type { Context } from '../../../app/context.js';
import { libraryOptions } from '../../../app/context.js';
import { credentialOptions, projectOf } from '../../../app/project/project.js';
import { rewriteManifest } from '../../../client/ensure/edit-project.js';
import { mergeByUnion } from '../../../client/ensure/git-attributes.js';
import { listLogins } from '../../../client/remote/credentials.js';
import { upgradeManifest } from '../../../client/rules/edit-manifest.js';
import { environmentRegistry } from '../../../client/rules/environment-registry.js';
import type { RegistryAddress } from '../../../client/rules/manifest.js';
import { manifestName, newManifest } from '../../../client/rules/manifest.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { parseRegistry, parseRegistryUrl } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runInit(context: Context, input: Input<'init'>): Report {
  const { files, workingFolder, userHome } = context;
  if (files.realPath(workingFolder) === files.realPath(userHome))
    throw new CoppiceError('bad-value', 'your home cannot be a project', {
      hint: 'change to the folder of a project first',
    });
  const registry = addressOf(context, input);
  const path = join(workingFolder, manifestName);
  if (!files.create(path, new TextEncoder().encode(newManifest(registry)), { mode: 0o644 }))
    throw new CoppiceError('already-exists', `${path} already exists, and was not changed`, {
      hint: 'add to it with: coppice add SLUG',
    });
  const attributes = mergeByUnion(files, workingFolder);
  const registryText = registry === undefined ? 'no registry yet' : `${registry.url} (${registry.tenant})`;
  return {
    document: { path, registry: registry ?? null, gitAttributes: attributes ?? null },
    text: `${printable(`created ${path} with ${registryText}`)}\n${attributesText(attributes)}`,
    notes:
      registry === undefined
        ? 'hint: name a registry in it, or add skills from git repositories and folders\n'
        : 'hint: coppice search --registry TEXT finds items, coppice add SLUG adds one\n',
  };
}

function attributesText(path: string | undefined): string {
  return path === undefined
    ? ''
    : `${printable(`wrote ${path}, so that branches that each add an item merge`)}\n`;
}

/** The registry of the flags, or else the one that the environment names, or else that of the last login. */
function addressOf(context: Context, input: Input<'init'>): RegistryAddress | undefined {
  const logins = listLogins(credentialOptions(context));
  const [given, tenant] = [input.text('registry'), input.text('tenant')];
  const url = given === undefined ? undefined : parseRegistryUrl(given);
  const isSelected = (one: RegistryAddress) =>
    (url ?? one.url) === one.url && (tenant ?? one.tenant) === one.tenant;
  const named = environmentRegistry(context.environment);
  const known = (named !== undefined && isSelected(named) ? named : undefined) ?? logins.findLast(isSelected);
  if (known !== undefined || (given === undefined && tenant === undefined)) return known;
  if (given !== undefined && tenant !== undefined) return parseRegistry(given, tenant);
  const missing = given === undefined ? 'registry' : 'tenant';
  throw new CoppiceError('usage', `init needs --${missing}, because there is no login`, {
    hint: 'coppice help init',
  });
}

/*
 * `coppice manifest upgrade`: one line for each item, in a manifest that has blocks.
 */

export async function runManifestUpgrade(
  context: Context,
  input: Input<'manifest upgrade'>,
): Promise<Report> {
  const { folder, manifest } = projectOf(context);
  const path = join(folder, manifestName);
  const dryRun = input.isOn('dry-run');
  let text: string | undefined;
  const { home } = libraryOptions(context);
  const upgraded = await rewriteManifest({ files: context.files, home }, folder, (before) => {
    text = upgradeManifest(before);
    return dryRun ? undefined : text;
  });
  const attributes = dryRun ? undefined : mergeByUnion(context.files, folder);
  const isOld = text !== undefined;
  const done = upgraded
    ? `${path} has one line for each of its ${counted(manifest.items.length, 'item')} now`
    : `${path} has one line for each item already`;
  return {
    document: {
      path,
      upgraded,
      gitAttributes: attributes ?? null,
      ...(dryRun && { dryRun, text: text ?? null }),
    },
    text: dryRun && isOld ? (text ?? '') : `${printable(done)}\n${attributesText(attributes)}`,
  };
}
