/*
 * The tool that reads a skill, which counts as a view.
 */

import { decodeUtf8 } from '../../skill/text.js';
import { fetchFile } from '../catalog/fetch-bundle.js';
import { recordUse } from '../catalog/record-use.js';
import type { McpContext } from './context.js';
import { findWanted, type Wanted } from './find-wanted.js';

export async function getSkill(context: McpContext, wanted: Wanted): Promise<object> {
  const { found, item, version } = await findWanted(context, wanted);
  const { bytes } = await fetchFile(context.catalog, found, 'SKILL.md');
  recordUse(context.registry, context, 'view', found);
  const others = version.files.map(({ path }) => path).filter((path) => path !== 'SKILL.md');
  return {
    ...{ kind: found.kind, slug: found.slug, version: found.version, digest: found.digest },
    ...(item.version !== found.version && { latest: item.version }),
    ...(version.yanked && { yanked: version.yanked.reason }),
    ...(item.deprecated && { deprecated: item.deprecated }),
    ...(version.requires.length > 0 && { requires: version.requires }),
    ...(others.length > 0 && { files: others }),
    skill_md: decodeUtf8(bytes),
    hint:
      others.length + version.requires.length === 0
        ? 'This is all of it.'
        : 'install_skill gives its files, and list_dependencies what it requires.',
  };
}
