/*
 * Invents skills: a name, a description, and a procedure of a few lines up to a few pages, some with a script or a page
 * of reference beside it. No name occurs twice.
 */

import type { Random } from '../soak/random.js';
import { type Action, type Domain, domains, type Subject } from './domains.js';

export interface Procedure {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Files beside SKILL.md, by their path in the folder of the skill. */
  readonly beside: Readonly<Record<string, string>>;
  /** Commands that its procedure names, for the sessions in which it is used. */
  readonly commands: readonly string[];
}

export interface ProcedureOptions {
  /** Descriptions that fill the listing of an agent. */
  readonly hasLongDescriptions?: boolean;
}

/** So many different ones. */
export function inventProcedures(
  random: Random,
  count: number,
  options: ProcedureOptions = {},
): readonly Procedure[] {
  const topics = shuffled(random, everyTopic());
  return Array.from({ length: count }, (_, index) => {
    const topic = topics[index % topics.length];
    if (topic === undefined) throw new Error('there are no topics');
    const round = Math.floor(index / topics.length);
    return procedure(random.fork(), topic, round === 0 ? '' : `-${audiences[round - 1] ?? round}`, options);
  });
}

/** In an order that the seed decides. */
export function shuffled<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
  }
  return mixed;
}

/** The text of its SKILL.md. */
export function skillText({ name, description, body }: Procedure): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}

interface Topic {
  readonly domain: Domain;
  readonly action: Action;
  readonly subject: Subject;
}

function everyTopic(): readonly Topic[] {
  return domains.flatMap((domain) =>
    domain.actions.flatMap((action) => domain.subjects.map((subject) => ({ domain, action, subject }))),
  );
}

const audiences = ['for-europe', 'for-partners', 'at-night', 'for-newcomers'];

function procedure(random: Random, topic: Topic, suffix: string, options: ProcedureOptions): Procedure {
  const { domain, action, subject } = topic;
  const about = (text: string) => text.replaceAll('{it}', subject.words).replaceAll('{slug}', subject.slug);
  const name = `${action.verb}-${subject.slug}${suffix}`;
  const uses = `Use when ${about(action.when)}.`;
  const more = options.hasLongDescriptions === true ? ` ${domain.checks.map(about).join(' ')}` : '';
  const commands = shuffled(random, domain.commands).map(about);
  const hasScript = random.chance(0.2);
  const hasReference = random.chance(0.25);
  const parts = [
    `# ${capital(name.replaceAll('-', ' '))}\n\n${capital(action.does)} ${subject.words}. ${uses}\n`,
    section('Steps', numbered(some(random, domain.steps, 3).map(about))),
    random.chance(0.7) ? section('Commands', fenced(commands.slice(0, 1 + random.below(3)))) : '',
    random.chance(0.6) ? section('Checks', listed(some(random, domain.checks, 1).map(about))) : '',
    random.chance(0.5) ? section('When it goes wrong', listed(domain.troubles.map(about))) : '',
    random.chance(0.15) ? examples(random, domain, about) : '',
    hasReference ? section('More', 'references/background.md has the history and the exceptions.\n') : '',
    hasScript ? section('Script', 'Run `scripts/collect.sh FOLDER` to collect the files first.\n') : '',
  ];
  return {
    name,
    description: `${action.does} ${subject.words}. ${uses}${more}`,
    body: parts.filter((part) => part !== '').join('\n'),
    beside: {
      ...(hasScript ? { 'scripts/collect.sh': collectScript(subject) } : {}),
      ...(hasReference ? { 'references/background.md': background(random, domain, about) } : {}),
    },
    commands,
  };
}

/** Long skills show several cases, each with the steps that matter there. */
function examples(random: Random, domain: Domain, about: (text: string) => string): string {
  const cases = Array.from({ length: 3 + random.below(12) }, (_, index) => {
    const steps = numbered(some(random, domain.steps, 2).map(about));
    return `### Case ${index + 1}\n\n${steps}\nAfterwards: ${about(random.pick(first(domain.checks)))}\n`;
  });
  return section('Cases', cases.join('\n'));
}

function background(random: Random, domain: Domain, about: (text: string) => string): string {
  const lines = shuffled(random, [...domain.steps, ...domain.troubles]).map(about);
  return `# Background\n\n${lines.join('\n\n')}\n`;
}

function collectScript({ slug }: Subject): string {
  return `#!/bin/sh\nset -eu\nmkdir -p out/${slug}\nfind "$1" -name '*.md' -newer out/${slug} -print | sort\n`;
}

/** At least so many of them, in their order. */
function some(random: Random, items: readonly string[], least: number): readonly string[] {
  const count = least + random.below(items.length - least + 1);
  const chosen = new Set(shuffled(random, items).slice(0, count));
  return items.filter((item) => chosen.has(item));
}

function first<Item>(items: readonly Item[]): readonly [Item, ...Item[]] {
  const [one, ...others] = items;
  if (one === undefined) throw new Error('the list is empty');
  return [one, ...others];
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const section = (title: string, text: string) => `## ${title}\n\n${text}`;
const numbered = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}\n`).join('');
const listed = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');
const fenced = (lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;
