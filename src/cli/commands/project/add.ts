/*
 * `coppice add`: adds an item to the manifest, and installs it.
 */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Context } from '../../../app/context.js';
import { ensureEdited, openSources } from '../../../app/project/ensure.js';
import { projectOf } from '../../../app/project/project.js';
import { sendTelemetryAfter } from '../../../app/project/telemetry.js';
import { readAddTarget } from '../../../app/rules/add-target.js';
import { addOrUpdateItem, removeItem } from '../../../client/rules/edit-manifest.js';
import { isSameItem, isSlug } from '../../../client/rules/item-names.js';
import { type ManifestItem, manifestName } from '../../../client/rules/manifest.js';
import type { SourceItem } from '../../../client/source/source-packages.js';
import { parseSkill } from '../../../skill/parse.js';
import { CoppiceError } from '../../../text/errors.js';
import { findNamedItem, kindOf } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { ensureReport } from './ensure-report.js';

export async function runAdd(context: Context, input: Input<'add'>): Promise<Report> {
  const { folder } = projectOf(context);
  const item = await itemFrom(context, input, folder);
  const dryRun = input.isOn('dry-run');
  const { kind, slug } = item;
  const options = {
    project: folder,
    required: { kind, slug },
    dryRun,
    ...(input.isOn('copy') && { copy: true }),
  };
  const done = await ensureEdited(context, options, (text, manifest) =>
    addOrUpdateItem(text, manifest, item),
  );
  const { wanted, ...name } = item;
  const report = ensureReport(done, { dryRun, about: { item: { ...name, ...wanted } } });
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

async function itemFrom(context: Context, input: Input<'add'>, project: string): Promise<ManifestItem> {
  const kind = kindOf(input);
  const target = readAddTarget(input.argument('target'), {
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
 * `coppice remove`: removes an item from the manifest and the project. Its files stay in the store, for other projects.
 */

export async function runRemove(context: Context, input: Input<'remove'>): Promise<Report> {
  const { folder, manifest } = projectOf(context);
  const { kind, slug } = findNamedItem(
    manifest.items,
    { slug: input.argument('slug'), kind: input.text('kind') },
    manifestName,
  );
  const dryRun = input.isOn('dry-run');
  const done = await ensureEdited(context, { project: folder, dryRun }, (text) =>
    removeItem(text, { kind, slug }),
  );
  const report = ensureReport(done, { dryRun, about: { item: { kind, slug } } });
  const isStillThere = [...done.installed, ...done.repaired, ...done.unchanged].some((item) =>
    isSameItem(item, { kind, slug }),
  );
  const hint = `hint: something else requires it, so it stays installed; see coppice why ${slug}\n`;
  return { ...report, notes: `${report.notes ?? ''}${isStillThere ? hint : ''}` };
}
