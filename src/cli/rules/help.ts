/*
 * Help as text, made from the verb records.
 */

import { counted } from '../../text/plural.js';
import { placeholder } from './parse-arguments.js';
import type { Argument, Flag, Verb } from './verb.js';
import { dailyVerbs, globalFlags, topicOf, verbGroups } from './verb.js';

/** The verbs of every day, and the topics of all. */
export function overview(verbs: readonly Verb[]): string {
  const daily = Object.entries(dailyVerbs).map(([heading, names]) => ({
    heading,
    members: names.flatMap((name) => verbs.find((verb) => verb.name === name) ?? []),
  }));
  const width = Math.max(...daily.flatMap(({ members }) => members.map(({ name }) => name.length)));
  const groups = daily.map(
    ({ heading, members }) =>
      `${heading}\n${members.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`).join('\n')}\n`,
  );
  const topics = groupsOf(verbs).map(
    ({ topic, heading, members }) =>
      `  ${topic.padEnd(width)}  ${heading} (${counted(members.length, 'verb')})`,
  );
  return [
    'coppice looks after the skills of AI agents: no skill is ever deleted, and changes to skills can be undone.',
    '',
    'usage: coppice [VERB] [ARGUMENTS] [FLAGS]',
    '',
    groups.join('\n'),
    'All verbs, by topic: coppice help TOPIC',
    ...topics,
    '',
    'coppice alone shows what matters now and what to do next; coppice help VERB shows arguments, flags and',
    'examples; --json works with every verb except mcp; coppice --version prints the version.',
    '',
  ].join('\n');
}

/** The verbs of a topic, or those that begin with the same words. */
export function groupHelp(name: string, verbs: readonly Verb[]): string {
  const width = Math.max(...verbs.map((verb) => verb.name.length));
  const isNoun = verbs.every((verb) => verb.name.startsWith(`${name} `));
  return [
    `usage: coppice ${isNoun ? `${name} ` : ''}VERB [ARGUMENTS] [FLAGS]`,
    '',
    ...verbs.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`),
    '',
    `coppice help ${isNoun ? `${name} ` : ''}VERB shows arguments, flags and examples.`,
    '',
  ].join('\n');
}

interface VerbGroup {
  readonly topic: string;
  readonly heading: string;
  readonly members: readonly Verb[];
}

/** Verbs in the order of the groups, and of the table within a group. */
export function groupsOf(verbs: readonly Verb[]): readonly VerbGroup[] {
  return Object.entries(verbGroups)
    .map(([group, heading]) => ({
      topic: topicOf(group as keyof typeof verbGroups),
      heading,
      members: verbs.filter((verb) => verb.group === group),
    }))
    .filter(({ members }) => members.length > 0);
}

/** `verbs`: all of them, to name those below this one. */
export function verbHelp(verb: Verb, verbs: readonly Verb[] = []): string {
  const parts = [
    ...wrap([`coppice ${verb.name}`, '-', `${verb.summary}.`], 4),
    '',
    'usage',
    ...wrap([' ', ...usageParts(verb)], 8),
  ];
  for (const paragraph of verb.description) parts.push('', ...wrap(paragraph.split(' ')));
  const named = verb.arguments.map((argument) => [placeholder(argument), argumentSummary(argument)] as const);
  if (named.length > 0) parts.push('', 'arguments', ...columns(named));
  const flagRows = (flags: readonly Flag[]) =>
    columns(flags.map((flag) => [flagForm(flag), flagSummary(flag)]));
  if (verb.flags.length > 0) parts.push('', 'flags', ...flagRows(verb.flags));
  parts.push('', 'flags of every verb', ...flagRows(globalFlags));
  if (verb.examples.length > 0) {
    parts.push(
      '',
      'examples',
      ...verb.examples.flatMap((example) => [`  ${example.command}`, `      ${example.says}`]),
    );
  }
  const below = verbs.filter(({ name }) => name.startsWith(`${verb.name} `));
  if (below.length > 0)
    parts.push('', 'verbs below it', ...columns(below.map(({ name, summary }) => [name, summary])));
  return `${parts.join('\n')}\n`;
}

export function usageLine(verb: Verb): string {
  return usageParts(verb).join(' ');
}

function usageParts(verb: Verb): readonly string[] {
  return [
    `coppice ${verb.name}`,
    ...verb.arguments.map(placeholder),
    ...verb.flags.map((flag) => (flag.required ? flagForm(flag) : `[${flagForm(flag)}]`)),
  ];
}

export function flagForm(flag: Flag): string {
  const value = flag.choices ? flag.choices.join('|') : flag.value;
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}--${flag.name}${value === undefined ? '' : ` ${value}`}`;
}

export function argumentSummary({ summary, choices }: Argument): string {
  return choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;
}

export function flagSummary(flag: Flag): string {
  return [
    flag.summary,
    flag.required ? '(required)' : '',
    flag.repeat ? '(may be repeated)' : '',
    flag.fallback === undefined ? '' : `(default ${flag.fallback})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(...rows.map(([left]) => left.length));
  // A flag that is much longer than the others does not widen the column.
  const room = Math.min(widest, 32);
  return rows.flatMap(([left, right]) => {
    const beginning = `  ${left.padEnd(room)} `;
    return wrap([beginning, ...right.split(' ')], room + 4);
  });
}

const pageWidth = 100;

/** Lines of these words; those after the first are indented. */
function wrap(words: readonly string[], indent = 0): readonly string[] {
  const lines: string[] = [];
  let line = words[0] ?? '';
  for (const word of words.slice(1)) {
    if (line.length + 1 + word.length > pageWidth) {
      lines.push(line);
      line = `${' '.repeat(indent)}${word}`;
    } else line = `${line} ${word}`;
  }
  return [...lines, line];
}
