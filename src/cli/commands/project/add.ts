/*
 * `coppice add`: adds items to the manifest, and installs them: all of them, or none.
 */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Context } from '../../../app/context.js';
import { ensureEdited, openSources } from '../../../app/project/ensure.js';
import { projectOf } from '../../../app/project/project.js';
import { sendTelemetryAfter } from '../../../app/project/telemetry.js';
import { readAddTarget, readTargets } from '../../../app/rules/add-target.js';
import { addOrUpdateItem, removeItem } from '../../../client/rules/edit-manifest.js';
import { isSameItem, isSlug, itemTitle } from '../../../client/rules/item-names.js';
import { type ManifestItem, manifestName, readManifest } from '../../../client/rules/manifest.js';
import type { SourceItem } from '../../../client/source/source-packages.js';
import { parseSkill } from '../../../skill/parse.js';
import { CoppiceError } from '../../../text/errors.js';
import { findNamedItem, kindOf } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { ensureReport } from './ensure-report.js';

export async function runAdd(context: Context, input: Input<'add'>): Promise<Report> {
  const { folder } = projectOf(context);
  const items: ManifestItem[] = [];
  for (const { target, ...name } of readTargets(input.argumentList('target')))
    items.push({ ...(await itemFrom(context, input, { target, project: folder })), ...name });
  refuseTwice(items);
  const dryRun = input.isOn('dry-run');
  const options = {
    project: folder,
    required: items.map(({ kind, slug }) => ({ kind, slug })),
    dryRun,
    ...(input.isOn('copy') && { copy: true }),
  };
  const done = await ensureEdited(context, options, (text) =>
    items.reduce((edited, item) => addOrUpdateItem(edited, readManifest(edited), item), text),
  );
  const added = items.map(({ wanted, ...name }) => ({ ...name, ...wanted }));
  const report = ensureReport(done, { dryRun, about: aboutItems(added) });
  return {
    ...report,
    ...(!dryRun &&
      sendTelemetryAfter(context, {
        project: folder,
        installed: done.installed,
        isFlagOff: input.isOn('no-telemetry'),
      })),
  };
}

/** One item has the key that it always had. */
function aboutItems<Item>(
  items: readonly Item[],
): { readonly item: Item | undefined } | { readonly items: readonly Item[] } {
  return items.length === 1 ? { item: items[0] } : { items };
}

function refuseTwice(items: readonly ManifestItem[]): void {
  const twice = items.find((item, at) =>
    items.some((other, before) => before < at && isSameItem(other, item)),
  );
  if (twice)
    throw new CoppiceError('bad-value', `${itemTitle(twice)} is named twice`, {
      hint: 'name it once, with one range',
    });
}

interface AddTarget {
  readonly target: string;
  readonly project: string;
}

async function itemFrom(
  context: Context,
  input: Input<'add'>,
  { target: given, project }: AddTarget,
): Promise<ManifestItem> {
  const kind = kindOf(input);
  const target = readAddTarget(given, {
    ref: input.text('ref'),
    path: input.text('path'),
  });
  if (target.wanted.from === 'registry') return { kind, slug: target.slug, wanted: target.wanted };
  const wanted =
    target.wanted.from === 'path'
      ? { ...target.wanted, path: pathInProject(context, project, target.wanted.path) }
      : target.wanted;
  return await namedByItself(context, project, { kind, slug: target.slug, wanted });
}

/** As it is written to the manifest: relative to the project if it was given relative to the working folder. */
function pathInProject({ workingFolder }: Context, project: string, given: string): string {
  if (isAbsolute(given)) return given;
  const path = relative(project, resolve(workingFolder, given)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** A package from outside the registry has the name in its SKILL.md, or else that of its folder. */
async function namedByItself(context: Context, project: string, item: SourceItem): Promise<ManifestItem> {
  const { files } = await (await openSources(context, project)).resolve(item);
  const text = files.find(({ path }) => path === 'SKILL.md')?.bytes;
  const name = text && parseSkill(text).fields.name;
  const slug = [name, item.slug].find((one) => one !== undefined && isSlug(one));
  if (slug !== undefined) return { ...item, slug };
  throw new CoppiceError('bad-name', `neither its name nor its folder is a slug: ${name ?? item.slug}`, {
    hint: 'its frontmatter needs a name of lower-case letters, digits and hyphens',
  });
}

/*
 * `coppice remove`: removes items from the manifest and the project. Their files stay in the store, for other projects.
 */

export async function runRemove(context: Context, input: Input<'remove'>): Promise<Report> {
  const { folder, manifest } = projectOf(context);
  const kind = input.text('kind');
  const named = input
    .argumentList('slug')
    .map((slug) => findNamedItem(manifest.items, { slug, kind }, manifestName))
    .map(({ kind, slug }) => ({ kind, slug }));
  const items = named.filter((item, at) => named.findIndex((other) => isSameItem(other, item)) === at);
  const dryRun = input.isOn('dry-run');
  const done = await ensureEdited(context, { project: folder, dryRun }, (text) =>
    items.reduce(removeItem, text),
  );
  const report = ensureReport(done, { dryRun, about: aboutItems(items) });
  const present = [...done.installed, ...done.repaired, ...done.unchanged];
  const hints = items
    .filter((item) => present.some((other) => isSameItem(other, item)))
    .map(
      ({ slug }) => `hint: something else requires ${slug}, so it stays installed; see coppice why ${slug}\n`,
    );
  return { ...report, notes: `${report.notes ?? ''}${hints.join('')}` };
}
