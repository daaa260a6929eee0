/*
 * Help as text, made from the verb records.
 */

import { placeholder } from './parse-arguments.js';
import type { Flag, Verb, VerbGroup } from './verb.js';
import { globalFlags, verbGroups } from './verb.js';

export function overview(verbs: readonly Verb[]): string {
  const width = Math.max(...verbs.map((verb) => verb.name.length));
  const groups = groupsOf(verbs).map(
    ({ heading, members }) =>
      `${heading}\n${members.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`).join('\n')}\n`,
  );
  return [
    'coppice keeps the skills of AI agents alive: nothing is ever deleted, every change can be undone.',
    '',
    'usage: coppice VERB [ARGUMENTS] [FLAGS]',
    '',
    groups.join('\n'),
    'coppice help VERB shows arguments, flags and examples; --json works with every verb; coppice --version.',
    '',
  ].join('\n');
}

/** Verbs in the order of the groups, and of the table within a group. */
export function groupsOf(verbs: readonly Verb[]): readonly { heading: string; members: readonly Verb[] }[] {
  return (Object.keys(verbGroups) as VerbGroup[])
    .map((group) => ({ heading: verbGroups[group], members: verbs.filter((verb) => verb.group === group) }))
    .filter(({ members }) => members.length > 0);
}

export function verbHelp(verb: Verb): string {
  const parts = [`usage: ${usageLine(verb)}`, '', `${verb.summary}.`];
  if (verb.description.length > 0)
    parts.push('', ...verb.description.map((paragraph) => wrap(paragraph, 100)));
  const named = verb.arguments.map((argument) => [placeholder(argument), argument.summary] as const);
  if (named.length > 0) parts.push('', 'arguments', ...columns(named));
  parts.push(
    '',
    'flags',
    ...columns([...verb.flags, ...globalFlags].map((flag) => [flagForm(flag), flagSummary(flag)])),
  );
  if (verb.examples.length > 0) {
    parts.push(
      '',
      'examples',
      ...verb.examples.flatMap((example) => [`  ${example.command}`, `      ${example.says}`]),
    );
  }
  return `${parts.join('\n')}\n`;
}

export function usageLine(verb: Verb): string {
  return [
    'coppice',
    verb.name,
    ...verb.arguments.map(placeholder),
    ...verb.flags.map((flag) => `[${flagForm(flag)}]`),
  ].join(' ');
}

export function flagForm(flag: Flag): string {
  const value = flag.choices ? flag.choices.join('|') : flag.value;
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}--${flag.name}${value === undefined ? '' : ` ${value}`}`;
}

export function flagSummary(flag: Flag): string {
  return [
    flag.summary,
    flag.repeat ? '(may be repeated)' : '',
    flag.fallback === undefined ? '' : `(default ${flag.fallback})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function wrap(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
