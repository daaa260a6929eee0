/*
 * Which skills cannot be moved to the archive, known before anything is planned: a run would otherwise stop at the same
 * one every time. Their folder is a root, has another skill inside, or is there only by a link.
 */

import type { SkillEntry } from '../library/read/entry.js';
import type { Files } from '../system/files.js';

type PlacedSkill = Pick<SkillEntry, 'id' | 'root' | 'folder' | 'path'>;

export function immovableIds(
  files: Pick<Files, 'realPath'>,
  entries: readonly PlacedSkill[],
): ReadonlySet<string> {
  const holders = new Set<string>();
  for (const { root, folder } of entries) {
    for (let end = folder.lastIndexOf('/'); end > root.path.length; end = folder.lastIndexOf('/', end - 1))
      holders.add(folder.slice(0, end));
  }
  const realRoots = new Map(
    [...new Set(entries.map(({ root }) => root))].map((root) => [root, files.realPath(root.path)]),
  );
  const isMovable = ({ root, folder, path }: PlacedSkill) =>
    folder !== root.path &&
    !holders.has(folder) &&
    files.realPath(path) === `${realRoots.get(root)}${path.slice(root.path.length)}`;
  return new Set(entries.filter((entry) => !isMovable(entry)).map(({ id }) => id));
}
