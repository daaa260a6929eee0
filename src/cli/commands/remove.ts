/*
 * `coppice remove`: one item fewer, in the manifest and in place. Its files stay in the store, for other projects.
 */

import { removeItem } from '../../client/rules/edit-manifest.js';
import { isSameItem } from '../../client/rules/item-names.js';
import { manifestName } from '../../client/rules/manifest.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { projectOf } from '../project.js';
import { namedAmong } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { ensureEdited } from './ensure-edited.js';
import { ensureReport } from './ensure-report.js';

export async function runRemove(context: Context, input: Input): Promise<Report> {
  const { folder, manifest } = projectOf(context);
  const { kind, slug } = namedAmong(manifest.items, input, manifestName);
  const dryRun = input.isOn('dry-run');
  const done = await ensureEdited(context, input, { project: folder, dryRun }, (text) =>
    removeItem(text, { kind, slug }),
  );
  const report = ensureReport(done, { dryRun, about: { item: { kind, slug } } });
  const isStillThere = [...done.installed, ...done.repaired, ...done.unchanged].some((item) =>
    isSameItem(item, { kind, slug }),
  );
  const hint = `hint: something else requires it, so it stays installed; see \`coppice why ${slug}\`\n`;
  return { ...report, talk: `${report.talk ?? ''}${isStillThere ? hint : ''}` };
}
