/*
 * `coppice create`: a new skill, with its author declared. One that resembles another is created all the same, and the
 * other is named.
 */

import { basename, dirname } from 'node:path';
import type { Context } from '../../../app/context.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { homePaths } from '../../../system/home.js';
import { randomIds } from '../../../system/ids.js';
import { editInteractively } from '../../../system/process/editor.js';
import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';
import { printable } from '../../../text/printable.js';
import { changeOptions, contentOf, fileOrInput, writtenReport } from '../../frame/written-content.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runCreate(context: Context, input: Input<'create'>): Promise<Report> {
  const body = contentOf(context, input, 'body', 'body-file');
  const request = {
    name: input.argument('name'),
    description: input.text('description'),
    body: body && new TextDecoder().decode(body),
    category: input.text('category'),
  };
  const created = await skillLibraryOf(context).create(request, changeOptions(input));
  const report = writtenReport('created', created);
  if (created.similar.length === 0) return report;
  const named = created.similar
    .map(({ id, score }) => `${id} (${Math.round(score * 100)} % similar)`)
    .join(', ');
  const advice = 'is similar; consider patching it instead';
  return { ...report, notes: `${report.notes ?? ''}warning: ${printable(named)} ${advice}\n` };
}

/*
 * `coppice edit`: replaces the whole SKILL.md, from a file or from the user's editor.
 */

export async function runEdit(context: Context, input: Input<'edit'>): Promise<Report> {
  const library = skillLibraryOf(context);
  const name = input.argument('name');
  const file = input.text('content-file');
  if (file !== undefined) {
    const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
    return writtenReport('edited', await library.edit(name, fileOrInput(context, file), options));
  }
  const editor = editorOf(context);
  const { id, path } = findSkillToChange(library.reading, name);
  const before = context.files.read(path);
  if (before === undefined) throw new CoppiceError('not-found', `${path} no longer exists`);
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
      hint: `your text is in ${kept}; fix it there, then: coppice edit ${id} --content-file ${kept}`,
      cause: error,
    });
  }
}

/** A refused text is kept, so that nothing the user typed is lost. */
function keep({ files }: Context, home: string, text: Uint8Array): string {
  const path = homePaths(home).temporary(`edit-${randomIds.next()}.md`);
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

/*
 * `coppice patch`: replaces an exact piece of text in a skill.
 */

export async function runPatch(context: Context, input: Input<'patch'>): Promise<Report> {
  const patch = {
    find: input.text('find'),
    replace: input.text('replace'),
    all: input.isOn('all'),
    file: input.text('file'),
  };
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const name = input.argument('name');
  return writtenReport('patched', await skillLibraryOf(context).patch(name, patch, options));
}

/*
 * `coppice write-file`: a support file of a skill, new or replaced.
 */

export async function runWriteFile(context: Context, input: Input<'write-file'>): Promise<Report> {
  const content = contentOf(context, input, 'content', 'content-file');
  if (content === undefined) {
    const hint = 'coppice help write-file';
    throw new CoppiceError('usage', 'write-file needs --content or --content-file', { hint });
  }
  const [name, path] = [input.argument('name'), input.argument('path')];
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const written = await skillLibraryOf(context).writeFile(name, path, content, options);
  return writtenReport('wrote a file to', written);
}

/*
 * `coppice remove-file`: removes a support file of a skill; the ledger keeps its content.
 */

export async function runRemoveFile(context: Context, input: Input<'remove-file'>): Promise<Report> {
  const [name, path] = [input.argument('name'), input.argument('path')];
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const written = await skillLibraryOf(context).removeFile(name, path, options);
  return writtenReport('removed a file from', written);
}

/*
 * `coppice rename`: renames a skill: its frontmatter, its folder and its usage.
 */

export async function runRename(context: Context, input: Input<'rename'>): Promise<Report> {
  const [name, newName] = [input.argument('name'), input.argument('new-name') ?? ''];
  const written = await skillLibraryOf(context).rename(name, newName, changeOptions(input));
  return writtenReport('renamed', written);
}
