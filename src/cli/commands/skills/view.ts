/*
 * `coppice view`: a whole skill, or one of its files. Whoever opens a skill has looked at it, which is counted; that
 * it could not be counted is no reason not to show it.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { type FileView, type SkillView, viewSkill, viewSkillFile } from '../../../library/read/view.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runView(context: Context, input: Input<'view'>): Report {
  const library = libraryOf(context);
  const name = input.argument('name');
  const file = input.argument('file');
  if (file !== undefined) {
    const view = viewSkillFile(library, name, file);
    library.usage.record(view.id, 'view');
    return { document: view, text: fileText(context, view) };
  }
  const view = viewSkill(library, name);
  library.usage.record(view.id, 'view');
  return { document: view, text: skillText(context, view), notes: viewNotes(view) };
}

function skillText({ terminal: { stdout } }: Context, view: SkillView): string {
  const { id, description, path, state, pinned, provenance, files, body } = view;
  const facts = [state, ...(pinned ? ['pinned'] : []), `by ${provenance}`, path];
  const paths = Object.values(files).flat();
  return [
    `${stdout.colours.bold(printable(id))}  ${printable(facts.join(', '))}`,
    printable(description),
    '',
    printable(body, { multiline: true }).trim(),
    ...(paths.length > 0 ? ['', 'files', ...paths.map((file) => `  ${printable(file)}`)] : []),
    '',
  ].join('\n');
}

function viewNotes({
  readiness: { missingEnvironment, missingCommands },
  diagnostics,
  files,
  hint,
}: SkillView): string {
  const lines = [
    ...missingEnvironment.map(({ name, help }) => `not set: ${name}${help === null ? '' : ` (${help})`}`),
    ...missingCommands.map((command) => `not installed: ${command}`),
    ...diagnostics.map(
      ({ severity, path, line, message }) => `${severity}: ${path}${line > 0 ? `:${line}` : ''}: ${message}`,
    ),
    ...(Object.values(files).flat().length > 0 ? [`hint: coppice ${hint}`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** A pipe gets the exact text, since a program may read it. */
function fileText({ terminal: { stdout } }: Context, view: FileView): string {
  if ('binary' in view) return `${printable(view.file)} is not text; it has ${view.bytes} bytes\n`;
  return stdout.isTerminal ? printable(view.content, { multiline: true }) : view.content;
}
