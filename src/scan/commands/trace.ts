/*
 * Follows data through shell text: what is downloaded, decoded or private, and by which pipe, variable, substitution
 * or file it reaches another command. Files are remembered for the whole package, so that one script may fetch what
 * another runs. Every command is handed to the visitor as a step.
 */

import { addressesIn } from './hosts.js';
import { privatePlaceIn } from './places.js';
import type { ShellCommand, ShellPipeline } from './shell.js';
import { parseShell } from './shell.js';
import type { Origin, Step } from './step.js';

export interface Memory {
  /** By the last part of their path, as the folder is often another one by then. */
  readonly files: Map<string, readonly Origin[]>;
}

interface Visitor {
  step(step: Step, line: number): void;
  /** Of `python -c` and `node -e`. */
  code(text: string, language: 'python' | 'javascript', line: number): void;
  /** Whether text inside text may be read too: what refers to itself would grow without end. */
  affords(length: number): boolean;
}

interface Scope {
  readonly memory: Memory;
  readonly variables: Map<string, Variable>;
  readonly visitor: Visitor;
  readonly setting: Step['setting'];
  readonly depth: number;
  /** Of text inside text; undefined where lines count. */
  readonly line?: number;
}

interface Variable {
  readonly text: string;
  readonly origins: readonly Origin[];
}

/** Bounds on what one command may gather, so that the whole takes linear time. */
const maxOrigins = 6;
const maxValueLength = 400;
const maxExpandedLength = 2_000;
const maxNesting = 3;

export function traceShell(text: string, memory: Memory, setting: Step['setting'], visitor: Visitor): void {
  traceText(text, { memory, variables: new Map(), visitor, setting, depth: 0 });
}

function traceText(text: string, scope: Scope): readonly Origin[] {
  if (scope.depth > maxNesting || (scope.depth > 0 && !scope.visitor.affords(text.length))) return [];
  return union(parseShell(text).map((pipeline) => tracePipeline(pipeline, scope)));
}

function tracePipeline({ commands }: ShellPipeline, scope: Scope): readonly Origin[] {
  let flowing: readonly Origin[] = [];
  for (const command of commands) flowing = traceCommand(command, flowing, scope);
  return flowing;
}

function traceCommand(command: ShellCommand, flowing: readonly Origin[], scope: Scope): readonly Origin[] {
  const line = scope.line ?? command.line;
  const substituted = union(command.inner.map((inner) => tracePipeline(inner, scope)));
  const { words: bare, names } = withoutPrefix(command.words);
  const fromVariables = originsOfVariables(command.words, scope);
  const words = bare.map((word) => expand(word, scope));
  for (const name of names) {
    const [, key = '', value = ''] = /^([^=]+?)\+?=(.*)$/s.exec(name) ?? [];
    scope.variables.set(key, {
      text: expand(value, scope).slice(0, maxValueLength),
      origins: union([substituted, fromVariables]),
    });
  }
  const [first = '', ...args] = words;
  const program = programName(first);
  const redirects = command.redirects.map(({ kind, target }) => ({
    kind,
    target: kind === 'text' ? target : expand(target, scope),
  }));
  const writes = writtenFiles({ program, args, redirects });
  const readFiles = redirects.filter(({ kind }) => kind === 'read').map(({ target }) => target);
  const fromTexts = redirects.some(({ kind }) => kind === 'text') ? union([substituted, fromVariables]) : [];
  const byNames = command.words.includes('xargs') ? flowing : [];
  const step: Step = {
    program,
    args,
    called: first,
    piped: union([flowing, fromTexts, ...readFiles.map((file) => originsOfFile(file, scope.memory))]),
    carried: union([
      substituted,
      fromVariables,
      byNames,
      ...args.map((word) => originsOfFile(word, scope.memory)),
    ]),
    redirects,
    writes,
    hasFileSubstitution: command.inner.some(({ asFile }) => asFile),
    isKnownVariable: (name) => scope.variables.has(name),
    originsOf: (word) => originsOfFile(word, scope.memory),
    setting: scope.setting,
  };
  if (program !== '' || redirects.length > 0) scope.visitor.step(step, line);
  remember(step, scope);
  const inside = traceInside(step, scope, line);
  const output = union([inside, outputOf(step)]);
  for (const file of writes) addOrigins(scope.memory, file, output);
  return output;
}

/** Variables that are set by a command rather than by an assignment. */
function remember({ program, args, piped, carried }: Step, { variables }: Scope): void {
  if (program === 'read') {
    for (const name of args.filter((word) => /^\w+$/.test(word)))
      variables.set(name, { text: `$${name}`, origins: piped });
  }
  if (program === 'for') {
    const text = args.slice(2).join(' ').slice(0, maxValueLength);
    const place = privatePlaceIn(text);
    const own: readonly Origin[] = place ? [{ kind: 'private', place }] : [];
    variables.set(args[0] ?? '', { text, origins: union([carried, own]) });
  }
}

/** Of text that a command is given to run. */
function traceInside(step: Step, scope: Scope, line: number): readonly Origin[] {
  const { program, args, redirects } = step;
  const nested = (text: string) => traceText(text, { ...scope, depth: scope.depth + 1, line });
  const option = args.findIndex((word) => /^(?:-[a-z]*[ce]|--command|--eval)$/.test(word));
  const given = option === -1 ? undefined : args[option + 1];
  const texts = redirects.filter(({ kind }) => kind === 'text').map(({ target }) => target);
  if (/^(?:ba|z|da|k)?sh$/.test(program)) return union([...texts, given ?? ''].map(nested));
  if (program === 'eval') return nested(args.join(' '));
  if (program === 'find') {
    const start = args.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word));
    return start === -1 ? [] : nested(args.slice(start + 1).join(' '));
  }
  const language = /^python/.test(program)
    ? 'python'
    : /^(?:node|bun|deno)$/.test(program)
      ? 'javascript'
      : undefined;
  if (language !== undefined) {
    for (const text of [...texts, given ?? '']) if (text !== '') scope.visitor.code(text, language, line);
    return [];
  }
  // A script that is written by a script is read as what it will be.
  if (step.writes.some((file) => /\.(?:sh|bash|command)$/.test(file))) for (const text of texts) nested(text);
  return [];
}

/** The words after `sudo`, `env`, `then` and the like, and the assignments before them. */
function withoutPrefix(words: readonly string[]): { words: readonly string[]; names: readonly string[] } {
  const names: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (/^[A-Za-z_]\w*\+?=/s.test(word)) names.push(word);
    else if (/^(?:export|local|declare|readonly|typeset)$/.test(word)) {
      while (words[at + 1]?.startsWith('-')) at += 1;
    } else if (
      /^(?:sudo|doas|env|nohup|time|exec|command|builtin|nice|timeout|setsid|stdbuf|xargs|parallel)$/.test(
        word,
      )
    ) {
      if (at === words.length - 1) break;
      while (/^-|^\d+[smh]?$/.test(words[at + 1] ?? ''))
        at += /^-[uInPLgC]$/.test(words[at + 1] ?? '') ? 2 : 1;
    } else if (!/^(?:then|do|else|elif|if|while|until|!|@)$/.test(word)) break;
    at += 1;
  }
  return { words: words.slice(at), names };
}

function programName(word: string): string {
  if (/\s/.test(word)) return word;
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

function originsOfVariables(words: readonly string[], { variables }: Scope): readonly Origin[] {
  if (variables.size === 0) return [];
  return union(words.flatMap(namesIn).map((name) => variables.get(name)?.origins ?? []));
}

function namesIn(word: string): readonly string[] {
  if (!word.includes('$')) return [];
  return [...word.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

function expand(word: string, { variables }: Scope): string {
  if (!word.includes('$') || word.length > maxExpandedLength) return word;
  return word.replace(
    /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[-=]([^}]*))?\})/g,
    (whole, plain, braced, otherwise) => {
      const known = variables.get(plain ?? braced)?.text ?? otherwise;
      return known === undefined ? whole : String(known).slice(0, maxValueLength);
    },
  );
}

const decoders = /^(?:base64|gbase64|base32|xxd|uudecode|openssl|gpg|rev|tr)$/;
const readers =
  /^(?:cat|bat|less|more|head|tail|grep|egrep|rg|awk|sed|cut|cp|mv|tar|zip|7z|gzip|base64|xxd|hexdump|od|jq|find|sqlite3|strings|openssl|dd|rsync|tee|sort|mapfile|get-content|type|install|plutil)$/;

function isDecoding({ program, args }: Step): boolean {
  if (!decoders.test(program)) return false;
  if (program === 'rev') return true;
  if (program === 'tr') return /a-zA?-?Z?/i.test(args[0] ?? '') && /n-z/i.test(args[1] ?? '');
  return (
    args.some((word) => /^(?:-d|-D|--decode|-r|-di|-p?r-?p?|-a?d|-d?a)$/.test(word)) || program === 'uudecode'
  );
}

/** What of private places a command reads by itself. */
export function privateReads({ program, args, redirects }: Step): readonly Origin[] {
  const paths = redirects.filter(({ kind }) => kind === 'read').map(({ target }) => target);
  if (readers.test(program)) paths.push(...args);
  const found = paths.flatMap((path) => privatePlaceIn(path) ?? []);
  const isKeychain =
    program === 'security' && /^(?:find-\w+-password|dump-keychain|export)$/.test(args[0] ?? '');
  if (isKeychain) found.push({ what: 'the keychain', isOrdinary: false });
  if (/^(?:env|printenv|set)$/.test(program) && args.length === 0)
    found.push({ what: 'the environment', isOrdinary: false });
  return found.map((place) => ({ kind: 'private', place }));
}

const swallowing = /^(?:sha\d*sum|md5sum|md5|shasum|wc|test|\[|ls|mkdir|chmod|echo)$/;

function outputOf(step: Step): readonly Origin[] {
  const { program, args, piped, carried } = step;
  if (isDownload(step)) {
    const addresses = addressesIn(args.join(' '));
    const address = addresses[0] ?? args.find((word) => /^[$\w.-]+(?:\.\w+|:\d+)\/|^\$/.test(word)) ?? '';
    return [{ kind: 'download', address }];
  }
  const own: Origin[] = [...privateReads(step)];
  if (isDecoding(step)) own.push({ kind: 'decoded' });
  const passed = swallowing.test(program) ? (program === 'echo' ? carried : []) : [...piped, ...carried];
  return union([own, passed]);
}

export function isDownload({ program }: Pick<Step, 'program'>): boolean {
  return /^(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|aria2c|fetch|http|https|xh)$/.test(
    program,
  );
}

function writtenFiles(step: Pick<Step, 'program' | 'args' | 'redirects'>): readonly string[] {
  const { program, args, redirects } = step;
  const files = redirects
    .filter(({ kind }) => kind === 'write' || kind === 'append')
    .map(({ target }) => target);
  if (isDownload(step)) {
    const at = args.findIndex((word) =>
      /^(?:-[a-zA-Z]*[oO]|--output|--output-document|-OutFile)$/i.test(word),
    );
    const named = at === -1 ? undefined : args[at + 1];
    const joined = args.flatMap(
      (word) => /^(?:--output(?:-document)?=|-o(?=[./\w]{3}))(.+)$/.exec(word)?.[1] ?? [],
    );
    const isByAddress =
      program === 'wget'
        ? named === undefined
        : args.some((word) => /^-[a-zA-Z]*O[a-zA-Z]*$|^--remote-name$/.test(word));
    const address = addressesIn(args.join(' '))[0];
    if (named !== undefined && !/^-$|^https?:/.test(named)) files.push(named);
    files.push(...joined);
    if (isByAddress && address !== undefined) files.push(address);
  }
  if (program === 'tee') files.push(...args.filter((word) => !word.startsWith('-')));
  if (/^(?:cp|mv|install)$/.test(program) && args.length > 1) files.push(args.at(-1) ?? '');
  if (/^(?:tar|zip|7z)$/.test(program))
    files.push(args.find((word) => /\.(?:tar|tgz|gz|zip|7z)\w*$/.test(word)) ?? '');
  return files.filter((file) => file !== '' && file !== '/dev/null');
}

function originsOfFile(word: string, { files }: Memory): readonly Origin[] {
  return files.size === 0 ? [] : (files.get(lastPart(word)) ?? []);
}

function addOrigins({ files }: Memory, file: string, origins: readonly Origin[]): void {
  const key = lastPart(file);
  if (origins.length > 0 && /\w/.test(key)) files.set(key, union([files.get(key) ?? [], origins]));
}

function lastPart(path: string): string {
  const name = path
    .slice(-200)
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  let start = name.length;
  while (start > 0 && !'/@=<\\'.includes(name.charAt(start - 1))) start -= 1;
  return name.slice(start);
}

function union(sets: readonly (readonly Origin[])[]): readonly Origin[] {
  const filled = sets.filter((set) => set.length > 0);
  return filled.length < 2 ? (filled[0] ?? []) : [...new Set(filled.flat())].slice(0, maxOrigins);
}
