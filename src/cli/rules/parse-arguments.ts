/*
 * From words to a verb and its input, by the verb records alone. Every mistake is one CoppiceError with the code
 * `usage` (or `bad-value` for a value outside its choices) and a hint that suggests the closest name.
 */

import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import { ParsedInput } from './input.js';
import { type Argument, type Flag, globalFlags, topicOf, type Verb } from './verb.js';

type Parsed =
  | { readonly kind: 'run'; readonly verb: Verb; readonly input: ParsedInput }
  | { readonly kind: 'help'; readonly verb: Verb | undefined }
  /** The verbs that begin with the same words, such as `registry admin`. */
  | { readonly kind: 'group-help'; readonly name: string; readonly verbs: readonly Verb[] }
  | { readonly kind: 'version' };

export function parseArguments(words: readonly string[], verbs: readonly Verb[]): Parsed {
  const leading = globalsAtStart(words);
  const before = words.slice(0, leading);
  const after = words.slice(leading);
  const wantsHelp = before.some(isHelp);
  const [first] = after;

  if (first === undefined) return withoutVerb(before, verbs);
  if (first === '--version' || first === '-V') return { kind: 'version' };
  if (first === 'help') return helpFor(after.slice(1), verbs);
  if (first.startsWith('-') && first !== '-') throw unknownFlag(first, globalFlags, 'coppice');

  const plain = after.filter((word) => !isHelp(word));
  if (wantsHelp || plain.length < after.length) {
    const group = groupNamed(plain, verbs);
    if (group !== undefined) return group;
  }
  const { verb, rest } = findVerb(after, verbs);
  const { flags, positional, help } = readFlags([...before, ...rest], verb);
  if (wantsHelp || help) return { kind: 'help', verb };
  const given = readArguments(positional, verb, verbs);
  requireFlags(verb, flags);
  return { kind: 'run', verb, input: new ParsedInput(verb, given, flags) };
}

/** Without a verb, shows the status where there is a verb for it. */
function withoutVerb(words: readonly string[], verbs: readonly Verb[]): Parsed {
  const verb = words.some(isHelp) ? undefined : verbs.find(({ name }) => name === 'status');
  if (verb === undefined) return { kind: 'help', verb };
  return { kind: 'run', verb, input: new ParsedInput(verb, new Map(), readFlags(words, verb).flags) };
}

function helpFor(words: readonly string[], verbs: readonly Verb[]): Parsed {
  if (words.length === 0) return { kind: 'help', verb: undefined };
  return (
    topicNamed(words, verbs) ??
    groupNamed(words, verbs) ?? { kind: 'help', verb: findVerb(words, verbs).verb }
  );
}

/** Undefined where the words are a verb themselves, or name no topic. */
function topicNamed(words: readonly string[], verbs: readonly Verb[]): Parsed | undefined {
  const name = words.join(' ');
  const members = verbs.filter(({ group }) => topicOf(group) === name);
  if (members.length === 0 || verbs.some((verb) => verb.name === name)) return undefined;
  return { kind: 'group-help', name, verbs: members };
}

/** Undefined where the words are a verb themselves, or begin none. */
function groupNamed(words: readonly string[], verbs: readonly Verb[]): Parsed | undefined {
  const name = words.join(' ');
  const members = verbs.filter((verb) => verb.name.startsWith(`${name} `));
  if (members.length === 0 || verbs.some((verb) => verb.name === name)) return undefined;
  return { kind: 'group-help', name, verbs: members };
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** The number of leading words that are global flags and their values. */
function globalsAtStart(words: readonly string[]): number {
  let at = 0;
  for (;;) {
    const [name, value] = (words[at] ?? '').split('=', 2);
    const flag: Flag | undefined = globalFlags.find((known) => name === `--${known.name}`);
    if (!flag && name !== '-h') return Math.min(at, words.length);
    at += flag?.value === undefined || value !== undefined ? 1 : 2;
  }
}

/** The verb with the longest name that the words begin with. */
function findVerb(words: readonly string[], verbs: readonly Verb[]): { verb: Verb; rest: readonly string[] } {
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    const verb = verbs.find((candidate) => candidate.name === name);
    if (verb) return { verb, rest: words.slice(length) };
  }
  const names = verbs.map((verb) => verb.name);
  const isBeginning = (beginning: string) => names.some((name) => name.startsWith(`${beginning} `));
  let known = 0;
  while (known < words.length && isBeginning(words.slice(0, known + 1).join(' '))) known += 1;
  const group = words.slice(0, known).join(' ');
  const next = words[known];
  if (group !== '' && (next === undefined || next.startsWith('-'))) {
    const under = names.filter((name) => name.startsWith(`${group} `));
    throw new CoppiceError(
      'usage',
      `${group} needs one of: ${under.map((name) => name.slice(group.length + 1)).join(', ')}`,
      { hint: `coppice help ${group}` },
    );
  }
  const typed = words.slice(0, known + 1).join(' ');
  const near = nearVerb(words, known, names);
  const help = group === '' ? 'coppice --help lists the verbs' : `coppice help ${group}`;
  throw new CoppiceError('usage', `unknown verb: ${typed}`, {
    hint: near === undefined ? help : `did you mean: coppice ${near}`,
  });
}

/**
 * The verb that was probably meant, where the word at `known` is wrong: another word at this level, with what was typed
 * after it if that makes a verb; or a verb further below that ends with what was typed.
 */
function nearVerb(words: readonly string[], known: number, names: readonly string[]): string | undefined {
  const before = words.slice(0, known);
  const typed = words[known] ?? '';
  const below = names
    .map((name) => name.split(' '))
    .filter((name) => before.every((word, at) => word === name[at]));
  const level = new Set(below.flatMap((name) => name[known] ?? []));
  const [near] = closest(typed, level);
  if (near !== undefined) {
    const whole = [...before, near, ...words.slice(known + 1)].join(' ');
    const verb = names.find((name) => whole === name || whole.startsWith(`${name} `));
    return verb ?? [...before, near].join(' ');
  }
  return (
    below.find((name) => name.at(-1) === typed)?.join(' ') ?? closest([...before, typed].join(' '), names)[0]
  );
}

interface FlagsRead {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly positional: readonly string[];
  readonly help: boolean;
}

function readFlags(words: readonly string[], verb: Verb): FlagsRead {
  const known: readonly Flag[] = [...verb.flags, ...globalFlags];
  const flags = new Map<string, string[]>();
  const positional: string[] = [];
  let help = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      positional.push(...words.slice(at + 1));
      break;
    }
    if (isHelp(word)) help = true;
    else if (!/^--|^-[A-Za-z]/.test(word)) positional.push(word);
    else {
      const equals = word.indexOf('=');
      const typed = word.slice(0, equals === -1 ? undefined : equals);
      const flag = known.find((one) => typed === `--${one.name}` || (one.short && typed === `-${one.short}`));
      if (!flag) throw unknownFlag(word, known, verb.name);
      const { name } = flag;
      let value = equals === -1 ? undefined : word.slice(equals + 1);
      if (flag.value !== undefined && value === undefined) {
        at += 1;
        value = words[at];
      }
      flags.set(name, [...(flags.get(name) ?? []), checkedValue(flag, value, verb)]);
    }
  }
  return { flags, positional, help };
}

function checkedValue(flag: Flag, value: string | undefined, verb: Verb): string {
  if (flag.value === undefined) {
    if (value === undefined) return '';
    throw new CoppiceError('usage', `--${flag.name} takes no value`, { hint: `coppice help ${verb.name}` });
  }
  if (value === undefined) {
    throw new CoppiceError('usage', `--${flag.name} needs a value: ${flag.value}`, {
      hint: `coppice help ${verb.name}`,
    });
  }
  return checkedChoice(`--${flag.name}`, value, flag.choices);
}

function readArguments(
  words: readonly string[],
  verb: Verb,
  verbs: readonly Verb[],
): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  let at = 0;
  for (const argument of verb.arguments) {
    const taken = argument.repeat ? words.slice(at) : words.slice(at, at + 1);
    if (taken.length === 0 && !argument.optional) {
      const what = argument.summary.charAt(0).toLowerCase() + argument.summary.slice(1);
      throw new CoppiceError('usage', `${verb.name} needs ${placeholder(argument)}: ${what}`, {
        hint: `coppice help ${verb.name}`,
      });
    }
    given.set(
      argument.name,
      taken.map((word) => checkedChoice(placeholder(argument), word, argument.choices)),
    );
    at += taken.length;
  }
  const extra = words[at];
  if (extra === undefined) return given;
  const below = verbs.map(({ name }) => name).filter((name) => name.startsWith(`${verb.name} `));
  const [near] = closest(`${verb.name} ${extra}`, below);
  throw new CoppiceError('usage', `${verb.name} takes no further argument: ${extra}`, {
    hint: near === undefined ? `coppice help ${verb.name}` : `did you mean: coppice ${near}`,
  });
}

function requireFlags(verb: Verb, given: ReadonlyMap<string, unknown>): void {
  const missing = verb.flags.find(({ name, required }) => required && !given.has(name));
  if (missing === undefined) return;
  throw new CoppiceError('usage', `${verb.name} needs --${missing.name}`, {
    hint: `coppice help ${verb.name}`,
  });
}

function checkedChoice(what: string, value: string, choices: readonly string[] | undefined): string {
  if (!choices || choices.includes(value)) return value;
  throw new CoppiceError('bad-value', `${what} cannot be ${value === '' ? 'empty' : value}`, {
    hint: `use one of: ${choices.join(', ')}`,
  });
}

/** How an argument is written in help: `NAME`, `[NAME]`, `NAME...`. */
export function placeholder(argument: Argument): string {
  const name = argument.name.toUpperCase();
  const repeated = argument.repeat ? `${name}...` : name;
  return argument.optional ? `[${repeated}]` : repeated;
}

function unknownFlag(word: string, known: readonly Flag[], verb: string): CoppiceError {
  const name = word.split('=')[0] ?? word;
  const [near] = closest(
    name.replace(/^-+/, ''),
    known.map((flag) => flag.name),
  );
  return new CoppiceError('usage', `unknown flag: ${name}`, {
    hint:
      near === undefined
        ? `coppice help ${verb === 'coppice' ? '' : verb}`.trimEnd()
        : `did you mean: --${near}`,
  });
}
