/*
 * `coppice edit`: the whole SKILL.md anew, from a file or from the person's editor.
 */

import { basename, dirname, join } from 'node:path';
import { findSkillToChange } from '../../library/read/resolve.js';
import { randomIds } from '../../system/ids.js';
import { editInteractively } from '../../system/process/editor.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Context } from '../context.js';
import { changeOptions, fileOrInput, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runEdit(context: Context, input: Input): Promise<Report> {
  const library = skillLibraryOf(context, input);
  const name = input.argument('name') ?? '';
  const file = input.text('content-file');
  if (file !== undefined) {
    const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
    return writtenReport('edited', await library.edit(name, fileOrInput(context, file), options));
  }
  const editor = editorOf(context);
  const { id, path } = findSkillToChange(library.reading, name);
  const before = context.files.read(path);
  if (before === undefined) throw new CoppiceError('not-found', `${path} is gone`);
  const sha256 = sha256Hex(before.bytes);
  const after = editInteractively(editor, basename(path), before.bytes);
  if (sha256Hex(after) === sha256) {
    return { document: { id, path, entry: null, sha256 }, text: 'nothing was changed\n' };
  }
  try {
    const options = { ...changeOptions(input), expectedSha256: sha256 };
    return writtenReport('edited', await library.edit(id, after, options));
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const kept = keep(context, library.reading.home, after);
    throw new CoppiceError(error.code, error.message, {
      hint: `what you wrote is in ${kept}; mend it there, then: coppice edit ${id} --content-file ${kept}`,
      cause: error,
    });
  }
}

/** What somebody has typed is not thrown away because it is refused. */
function keep({ files }: Context, home: string, text: Uint8Array): string {
  const path = join(home, 'tmp', `edit-${randomIds.next()}.md`);
  files.makeFolder(dirname(path));
  files.create(path, text);
  return path;
}

function editorOf({ environment, terminal }: Context): string {
  const editor = environment['VISUAL'] || environment['EDITOR'];
  if (editor && terminal.stdout.isTerminal) return editor;
  throw new CoppiceError('usage', editor ? 'an editor needs a terminal' : 'no editor is set', {
    hint: editor ? 'give --content-file' : 'set EDITOR, or give --content-file',
  });
}
