/*
 * `coppice view`: a whole skill, or one of its files. Whoever opens a skill has looked at it, which is counted; that
 * it could not be counted is no reason not to show it.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import {
  type FileView,
  type SkillView,
  viewSkill,
  viewSkillFile,
  withheldView,
} from '../../../library/read/view.js';
import { isWithheld, withheldBecause } from '../../../library/rules/verdict.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runView(context: Context, input: Input<'view'>): Report {
  const library = libraryOf(context);
  const name = input.argument('name');
  const file = input.argument('file');
  if (file !== undefined) {
    const view = viewSkillFile(library, name, file, { allowBlocked: input.isOn('allow-blocked') });
    library.usage.record(view.id, 'view');
    return { document: view, text: fileText(context, view), isContent: true };
  }
  const whole = viewSkill(library, name);
  const withheld = isWithheld(whole.scan) && !input.isOn('allow-blocked');
  // An agent may have started the command, so its text is shown only to whoever asks for it.
  const view = withheld ? withheldView(whole) : whole;
  library.usage.record(view.id, 'view');
  return {
    document: { ...view, withheld },
    text: skillText(context, view),
    notes: [...scanNotes(view, withheld), viewNotes(view)].join(''),
  };
}

function scanNotes({ id, scan }: SkillView, withheld: boolean): readonly string[] {
  const { verdict, accepted } = scan;
  if (verdict === 'pass' || verdict === 'review') return [];
  const lines = [
    `scan: ${verdict ?? 'not possible'}: ${withheldBecause(scan)}`,
    ...(accepted === null ? [] : [`accepted: ${accepted.reason}`]),
    ...(withheld
      ? [
          `Its text is not shown, and Coppice gives it to no agent. coppice view ${id} --allow-blocked shows it.`,
        ]
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`);
}

function skillText({ terminal: { stdout } }: Context, view: SkillView): string {
  const { id, description, path, state, pinned, provenance, files, body } = view;
  const { verdict, accepted } = view.scan;
  const scan = verdict === null ? 'not scanned' : accepted === null ? verdict : `${verdict} (accepted)`;
  const marks = scan === 'pass' || scan === 'review' ? [] : [scan];
  const facts = [state, ...(pinned ? ['pinned'] : []), ...marks, `by ${provenance}`, path];
  const paths = Object.values(files).flat();
  return [
    `${stdout.colours.bold(printable(id))}  ${printable(facts.join(', '))}`,
    ...(description === '' && body === ''
      ? []
      : [printable(description), '', printable(body, { multiline: true }).trim()]),
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
