/*
 * Globs of cases over paths of files: `*` within a folder, `**` through folders, `?` for one character. Matched without a
 * regular expression, in steps that grow with glob times path.
 */

export function matchesGlob(glob: string, path: string): boolean {
  const parts = glob.replace(/^\.\//, '').split('/');
  const names = path.split('/');
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === '**') for (let skip = at; skip <= names.length; skip += 1) next.add(skip);
      else if (at < names.length && matchesName(part, names[at] ?? '')) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(names.length);
}

function matchesName(glob: string, name: string): boolean {
  let reached = new Set([0]);
  for (const character of glob) {
    const next = new Set<number>();
    for (const at of reached) {
      if (character === '*') for (let skip = at; skip <= name.length; skip += 1) next.add(skip);
      else if (at < name.length && (character === '?' || character === name[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(name.length);
}
