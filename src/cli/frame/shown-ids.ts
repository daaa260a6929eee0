/*
 * The one name of a project's skill in what people read: `project:pdf`, which every verb takes, instead of the id, whose
 * label has the hash of the project's path. Documents for programs have the id. Skills of other projects keep theirs, and
 * so do two of this project that have one name.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { unlessRefused } from '../../text/errors.js';

const projectId = /(?<![\w@-])([a-z][\w-]*@[0-9a-f]{8}):([^\s,;()'"]+)/g;

export function withShownIds(context: Context, text: string): string {
  // What cannot be read is no reason to print nothing.
  const roots = unlessRefused(() => libraryOf(context).roots.filter(({ kind }) => kind === 'project')) ?? [];
  const labels = new Set(roots.map(({ label }) => label));
  const isShared = (name: string) =>
    roots.filter(({ path }) => unlessRefused(() => context.files.stat(`${path}/${name}`)) !== undefined)
      .length > 1;
  return text.replace(projectId, (id, label: string, name: string) =>
    labels.has(label) && !isShared(name) ? `project:${name}` : id,
  );
}
