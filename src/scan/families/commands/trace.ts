/*
 * Follows data through shell text: what is downloaded, decoded or private, and by which pipe, variable, substitution
 * or file it reaches another command. Files are remembered for the whole package, because one script may fetch what
 * another runs. The visitor gets every command as a step.
 */

import type { ProgramLanguage } from '../../code/syntax.js';
import { addressesIn } from '../../package/hosts.js';
import { checksumCheckIn } from './checksum.js';
import type { FileOrigins } from './file-origins.js';
import { unionOfOrigins } from './file-origins.js';
import { isSecretVariable } from './flow/sources.js';
import { privateLocationIn } from './locations.js';
import { keychain } from './sending.js';
import type { ShellCommand, ShellPipeline, ShellRedirect } from './shell.js';
import { readShell } from './shell.js';
import { addFunctions, inPlainForms } from './shell-functions.js';
import type { Origin, Step } from './step.js';
import { programs } from './step.js';

interface Visitor {
  step(step: Step, line: number): void;
  /** The code of `python -c` and `node -e`. */
  code(text: string, language: ProgramLanguage, line: number): void;
  /** Whether the budget allows reading nested text, which could otherwise refer to itself endlessly. */
  affords(length: number): boolean;
}

interface Scope {
  readonly memory: FileOrigins;
  readonly variables: Map<string, Variable>;
  readonly visitor: Visitor;
  readonly setting: Step['setting'];
  readonly depth: number;
  /** The line of the command that contains nested text; undefined at the top level. */
  readonly line?: number;
  /** What arrives at the commands of a function by a pipe. */
  readonly given?: readonly Origin[];
}

interface Variable {
  readonly text: string;
  readonly origins: readonly Origin[];
}

/** Limits per command, so that the whole scan takes linear time. */
const maxValueLength = 400;
const maxExpandedLength = 2_000;
const maxNesting = 3;

/** `given` are the origins of variables that the text gets from a program around it. */
export function traceShell(
  text: string,
  memory: FileOrigins,
  setting: Step['setting'],
  visitor: Visitor,
  given: readonly Origin[] = [],
): void {
  const variables = new Map<string, Variable>();
  if (given.length > 0)
    for (const [, name = ''] of text.matchAll(/\$\{(\w+)\}/g))
      variables.set(name, { text: `$${name}`, origins: given });
  traceText(text, { memory, variables, visitor, setting, depth: 0 });
}

function traceText(text: string, scope: Scope): readonly Origin[] {
  if (scope.depth > maxNesting || (scope.depth > 0 && !scope.visitor.affords(text.length))) return [];
  let origins: readonly Origin[] = [];
  if (scope.depth === 0) addFunctions(text, scope.memory.functions);
  readShell(inPlainForms(text), (pipeline) => {
    origins = unionOfOrigins([origins, tracePipeline(pipeline, scope)]);
  });
  return origins;
}

function tracePipeline({ commands }: ShellPipeline, scope: Scope): readonly Origin[] {
  let flowing: readonly Origin[] = scope.given ?? [];
  let before: ShellCommand | undefined;
  for (const command of commands) {
    flowing = traceCommand(command, { flowing, before }, scope);
    before = command;
  }
  const check = checksumCheckIn(commands, (word) => expand(word, scope));
  if (check !== undefined)
    scope.memory.check(check.files, check.isWrittenDown ? 'by-package' : 'by-download');
  return flowing;
}

/** What a command gets from the one before it in the pipeline. */
interface FromPipe {
  readonly flowing: readonly Origin[];
  readonly before: ShellCommand | undefined;
}

/** The text that `echo` or `printf` writes. */
function echoedText(command: ShellCommand | undefined): readonly string[] {
  const [program] = command?.words ?? [];
  if (command === undefined || (program !== 'echo' && program !== 'printf')) return [];
  return [command.words.join(' ').slice(0, maxExpandedLength)];
}

function traceCommand(command: ShellCommand, { flowing, before }: FromPipe, scope: Scope): readonly Origin[] {
  scope.memory.advance();
  const line = scope.line ?? command.line;
  const inner = command.inner.map((pipeline) => tracePipeline(pipeline, scope));
  const substituted = unionOfOrigins(inner);
  const { start, names } = prefixOf(command.words);
  const given = unionOfOrigins([substituted, originsOfVariables(command.words, scope)]);
  for (const name of names) {
    const [, key = '', value = ''] = /^([^=]+?)\+?=(.*)$/s.exec(name) ?? [];
    scope.variables.set(key, { text: expand(value, scope).slice(0, maxValueLength), origins: given });
  }
  const called = expand(command.words[start] ?? '', scope);
  const args = command.words.slice(start + 1).map((word) => expand(word, scope));
  const program = programName(called);
  const redirects = command.redirects.map(({ kind, target }) => ({
    kind,
    target: kind === 'text' ? target : expand(target, scope),
  }));
  const writes = writtenFiles({ program, args, redirects });
  const texts = targetsOf(redirects, 'text');
  const fromTexts = texts.length > 0 ? unionOfOrigins([given, originsInTexts(texts, program, scope)]) : [];
  const byNames = command.words.includes('xargs') ? flowing : [];
  const ownWords = command.words.slice(start + 1);
  const byWord = given.length === 0 ? [] : originsByWord(ownWords, inner, scope);
  const step: Step = {
    program,
    args,
    called,
    piped: unionOfOrigins([flowing, fromTexts, scope.memory.originsOf(targetsOf(redirects, 'read'))]),
    carried: unionOfOrigins([given, byNames, scope.memory.originsOf(args)]),
    wordOrigins: byNames.length === 0 ? byWord : withNames(command.words, ownWords, byWord, byNames),
    redirects,
    input: [...texts, ...echoedText(before)].join('\n'),
    writes,
    hasFileSubstitution: command.inner.some(({ asFile }) => asFile),
    isKnownVariable: (name) => scope.variables.has(name),
    originsOf: (word) => scope.memory.originsOf([word]),
    setting: scope.setting,
  };
  if (program !== '' || redirects.length > 0) scope.visitor.step(step, line);
  trackVariables(step, scope);
  const inside = traceInside(step, scope, line);
  const returned = traceFunction(step, scope, line);
  const output = unionOfOrigins([inside, returned, outputOf(step)]);
  for (const file of writes) scope.memory.add(file, output);
  return output;
}

function targetsOf(redirects: readonly ShellRedirect[], kind: ShellRedirect['kind']): readonly string[] {
  if (redirects.length === 0) return [];
  return redirects.filter((redirect) => redirect.kind === kind).map(({ target }) => target);
}

/** Tracks variables that a command sets, rather than an assignment. */
function trackVariables({ program, args, piped, carried }: Step, { variables }: Scope): void {
  if (program === 'read') {
    for (const name of args.filter((word) => /^\w+$/.test(word)))
      variables.set(name, { text: `$${name}`, origins: piped });
  }
  if (program === 'for') {
    const text = args.slice(2).join(' ').slice(0, maxValueLength);
    const location = privateLocationIn(text);
    const own: readonly Origin[] = location ? [{ kind: 'private', location }] : [];
    variables.set(args[0] ?? '', { text, origins: unionOfOrigins([carried, own]) });
  }
}

/** Follows a call of a function of the package into its body, with the origins of its arguments. */
function traceFunction(step: Step, scope: Scope, line: number): readonly Origin[] {
  const called = scope.memory.functions.get(step.program);
  if (called === undefined || scope.depth >= maxNesting) return [];
  const variables = new Map(scope.variables);
  const words = step.args.map((text, at): Variable => {
    const own = step.wordOrigins[at] ?? [];
    return { text: text.slice(0, maxValueLength), origins: own };
  });
  const all: Variable = { text: step.args.join(' ').slice(0, maxValueLength), origins: step.carried };
  for (const name of ['@', '*']) variables.set(name, all);
  for (const [at, word] of words.entries()) variables.set(String(at + 1), word);
  for (const [at, name] of called.parameters.entries()) {
    const option = step.args.findIndex((word) => word.toLowerCase() === `-${name.toLowerCase()}`);
    const value = option === -1 ? words[at] : words[option + 1];
    if (value !== undefined) variables.set(name, value);
  }
  return traceText(called.body, { ...scope, variables, depth: scope.depth + 1, line, given: step.piped });
}

/** What variables and substitutions bring into a here-document that is sent. */
function originsInTexts(texts: readonly string[], program: string, scope: Scope): readonly Origin[] {
  if (!isDownload({ program }) && !listeners.has(program) && !mailers.has(program)) return [];
  const read = texts.map((text) => text.slice(0, 4_000));
  const inner = read
    .flatMap((text) => [...text.matchAll(/\$\(([^()]{1,400})\)|`([^`]{1,400})`/g)])
    .slice(0, 20);
  const nested = { ...scope, depth: scope.depth + 1 };
  return unionOfOrigins([
    originsOfVariables(read, scope),
    ...inner.map(([, one, other]) => traceText(one ?? other ?? '', nested)),
  ]);
}

const mailers = programs('mail sendmail mutt');

/** `xargs` puts what it reads where its placeholder is, or at the end. */
function withNames(
  words: readonly string[],
  own: readonly string[],
  byWord: readonly (readonly Origin[])[],
  flowing: readonly Origin[],
): readonly (readonly Origin[])[] {
  const at = words.findIndex((word) => /^-[IiJ]/.test(word));
  const placeholder = at === -1 ? undefined : (words[at] ?? '').slice(2) || words[at + 1];
  return own.map((word, index) => {
    const isThere = placeholder === undefined ? index === own.length - 1 : word.includes(placeholder);
    return unionOfOrigins([byWord[index] ?? [], isThere ? flowing : []]);
  });
}

const runsText = programs('sh bash zsh dash ksh eval find node bun deno');

/** The origins in text that a command runs. */
function traceInside(step: Step, scope: Scope, line: number): readonly Origin[] {
  const { program, args, redirects } = step;
  if (!runsText.has(program) && !program.startsWith('python') && redirects.length === 0) return [];
  const nested = (text: string) => traceText(text, { ...scope, depth: scope.depth + 1, line });
  const option = args.findIndex((word) => /^(?:-[a-z]*[ce]|--command|--eval)$/.test(word));
  const given = option === -1 ? undefined : args[option + 1];
  const texts = targetsOf(redirects, 'text');
  if (/^(?:ba|z|da|k)?sh$/.test(program)) return unionOfOrigins([...texts, given ?? ''].map(nested));
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
  // Text that is written to a script file is read as a script.
  if (step.writes.some((file) => /\.(?:sh|bash|command)$/.test(file))) for (const text of texts) nested(text);
  return [];
}

/** The start of the command after `sudo`, `env`, `then` and the like, and the assignments before it. */
function prefixOf(words: readonly string[]): { start: number; names: readonly string[] } {
  const names: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (assignment.test(word)) names.push(word);
    else if (declarations.has(word)) {
      while (words[at + 1]?.startsWith('-')) at += 1;
    } else if (wrappers.has(word)) {
      if (at === words.length - 1) break;
      while (/^-|^\d+[smh]?$/.test(words[at + 1] ?? ''))
        at += /^-[uInPLgC]$/.test(words[at + 1] ?? '') ? 2 : 1;
    } else if (!keywords.has(word)) break;
    at += 1;
  }
  return { start: at, names };
}

const assignment = /^[A-Za-z_]\w*\+?=/;
const declarations = programs('export local declare readonly typeset');
const wrappers = programs(
  'sudo doas env nohup time exec command builtin nice timeout setsid stdbuf xargs parallel',
);
const keywords = programs('then do else elif if while until ! @');

function programName(word: string): string {
  if (/\s/.test(word)) return word;
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

function originsOfVariables(words: readonly string[], { variables }: Scope): readonly Origin[] {
  let found: readonly Origin[] = [];
  for (const word of words) {
    if (!word.includes('$')) continue;
    variableName.lastIndex = 0;
    for (let named = variableName.exec(word); named !== null; named = variableName.exec(word)) {
      const [, indirect, name = ''] = named;
      const known = variables.get(name);
      // `${!name}` is the variable that another names.
      const own =
        indirect === undefined
          ? (known?.origins ?? environmentOrigin(name))
          : (known?.text ?? '').split(/\s+/).slice(0, 20).flatMap(environmentOrigin);
      found = unionOfOrigins([found, own]);
    }
  }
  return found;
}

const variableName = /\$\{?(!)?([A-Za-z_]\w*|[1-9@*])/g;

/** What each word brings. Substitutions belong to words in order, unless one of them contains several pipelines. */
function originsByWord(
  words: readonly string[],
  inner: readonly (readonly Origin[])[],
  scope: Scope,
): readonly (readonly Origin[])[] {
  const counts = words.map((word) => (inner.length === 0 ? 0 : word.split('$()').length - 1));
  const isInOrder = counts.reduce((sum, count) => sum + count, 0) === inner.length;
  const ofAny = isInOrder ? [] : unionOfOrigins(inner);
  let next = 0;
  return words.map((word, index) => {
    const own = originsOfVariables([word], scope);
    const count = counts[index] ?? 0;
    if (count === 0) return own;
    const from = isInOrder ? unionOfOrigins(inner.slice(next, next + count)) : ofAny;
    next += count;
    return unionOfOrigins([own, from]);
  });
}

/** A variable that the script does not set comes from the environment. */
function environmentOrigin(name: string): readonly Origin[] {
  return /^[A-Z][A-Z\d_]*$/.test(name) && isSecretVariable(name) ? [{ kind: 'secret', name }] : [];
}

function expand(word: string, { variables }: Scope): string {
  if (!word.includes('$') || word.length > maxExpandedLength) return word;
  let affordable = maxExpandedLength;
  return word.replace(
    /\$(?:([A-Za-z_]\w*|[1-9@*])|\{([A-Za-z_]\w*|[1-9@*])(?::?[-=]([^}]*))?\})/g,
    (whole, plain, braced, otherwise) => {
      const known: string | undefined = variables.get(plain ?? braced)?.text ?? otherwise;
      if (known === undefined || affordable < 0) return whole;
      const value = known.slice(0, maxValueLength);
      affordable -= value.length;
      return value;
    },
  );
}

const decoders = programs('base64 gbase64 base32 xxd uudecode openssl gpg rev tr');
const readers = programs(
  'cat bat less more head tail grep egrep rg awk sed cut cp mv tar zip 7z gzip base64 xxd hexdump od jq find sqlite3 strings openssl dd rsync tee sort mapfile get-content type install plutil',
);

function isDecoding({ program, args }: Step): boolean {
  if (!decoders.has(program)) return false;
  if (program === 'rev') return true;
  if (program === 'tr') return /a-zA?-?Z?/i.test(args[0] ?? '') && /n-z/i.test(args[1] ?? '');
  return (
    args.some((word) => /^(?:-d|-D|--decode|-r|-di|-p?r-?p?|-a?d|-d?a)$/.test(word)) || program === 'uudecode'
  );
}

/** The private data that a command reads itself. */
export function privateReads({ program, args, redirects }: Step): readonly Origin[] {
  const read = targetsOf(redirects, 'read');
  const paths = readers.has(program) ? [...read, ...args] : read;
  const found = paths.length === 0 ? [] : paths.flatMap((path) => privateLocationIn(path) ?? []);
  const words = sourcePrograms.has(program) ? [program, ...args].join(' ').slice(0, 200) : '';
  const source = words === '' ? undefined : sourceCommands.find(([pattern]) => pattern.test(words));
  if (source !== undefined) found.push({ what: source[1], isOrdinary: false });
  const origins = found.map((location): Origin => ({ kind: 'private', location }));
  const token = words === '' ? undefined : tokenCommands.find(([pattern]) => pattern.test(words));
  if (token !== undefined) origins.push({ kind: 'secret', name: token[1] });
  if (program === 'printenv') for (const name of args) origins.push(...environmentOrigin(name));
  return origins;
}

const sourcePrograms = programs(
  'security secret-tool kwallet-query pass pbpaste xclip xsel wl-paste get-clipboard env printenv set export declare gh gcloud aws az npm vault kubectl op bw doppler',
);
const sourceCommands: readonly (readonly [RegExp, string])[] = [
  [/^security (?:dump-keychain|export)\b/, keychain],
  [/^(?:pbpaste|wl-paste|get-clipboard)\b|^(?:xclip|xsel) .*-(?:o|b|-output)/, 'the clipboard'],
  [/^(?:env|printenv|set|export -p|declare -x|declare -p)$/, 'the environment'],
  [/^kubectl .*\bget secrets?\b/, 'the secrets of a cluster'],
  [/^doppler secrets (?:download|get)/, 'stored secrets'],
];
/** Commands that print a token of the user. */
const tokenCommands: readonly (readonly [RegExp, string])[] = [
  [
    /^security find-\w+-password\b|^secret-tool lookup|^kwallet-query|^(?:pass show|op (?:read|item get)|bw get) /,
    keychain,
  ],
  [/^gh auth token\b/, 'GITHUB_TOKEN'],
  [/^gcloud (?:auth (?:application-default )?print-|secrets versions access)/, 'GOOGLE_TOKEN'],
  [
    /^aws (?:configure (?:get|export-credentials)|secretsmanager get-secret-value|sts get-session-token)/,
    'AWS_SECRET_ACCESS_KEY',
  ],
  [/^az account get-access-token\b/, 'AZURE_TOKEN'],
  [/^npm (?:token list|config get .*_authToken)/, 'NPM_TOKEN'],
  [/^vault (?:read|kv get)\b/, 'VAULT_TOKEN'],
];

const withoutContent = programs('md5 wc test [ ls mkdir chmod');

function outputOf(step: Step): readonly Origin[] {
  const { program, args, piped, carried } = step;
  if (isDownload(step)) {
    const addresses = addressesIn(args.join(' '));
    const address = addresses[0] ?? args.find((word) => /^[$\w.-]+(?:\.\w+|:\d+)\/|^\$/.test(word)) ?? '';
    return [{ kind: 'download', address }];
  }
  // `$(TOKEN)` is how makefiles and templates write `$TOKEN`.
  if (args.length === 0 && piped.length === 0 && /^[A-Z][A-Z\d_]+$/.test(step.called)) {
    const secret = environmentOrigin(step.called);
    if (secret.length > 0) return secret;
  }
  if (listeners.has(program) && !args.some((word) => /^-[a-z]*[ec]$/.test(word)))
    return unionOfOrigins([[{ kind: 'download', address: addressOfSocket(args) }], piped]);
  const decoded: readonly Origin[] = isDecoding(step) ? [{ kind: 'decoded' }] : [];
  const passed =
    program === 'echo'
      ? [carried]
      : withoutContent.has(program) || /^(?:sha\d*|md5)sum$/.test(program)
        ? []
        : [piped, carried];
  const output = unionOfOrigins([privateReads(step), decoded, ...passed]);
  return encoders.has(program) && !isDecoding(step) ? output.map(encoded) : output;
}

const encoders = programs(
  'base64 gbase64 base32 xxd od hexdump gzip bzip2 xz zstd openssl gpg rev tr uuencode',
);

function encoded(origin: Origin): Origin {
  return origin.kind === 'secret' ? { ...origin, isEncoded: true } : origin;
}

/** What they print comes from the network. */
const listeners = programs('nc ncat netcat socat telnet');

function addressOfSocket(args: readonly string[]): string {
  const operands = args.filter((word) => !word.startsWith('-'));
  return /^\d+$/.test(operands[0] ?? '') ? '' : operands.slice(0, 2).join(':');
}

export function isDownload({ program }: Pick<Step, 'program'>): boolean {
  return downloaders.has(program);
}

const downloaders = programs(
  'curl wget iwr irm invoke-webrequest invoke-restmethod aria2c fetch http https xh',
);

function writtenFiles(step: Pick<Step, 'program' | 'args' | 'redirects'>): readonly string[] {
  const { program, args, redirects } = step;
  const named = namedFiles(program, args);
  if (redirects.length === 0 && named.length === 0) return [];
  const files = [...targetsOf(redirects, 'write'), ...targetsOf(redirects, 'append'), ...named];
  return files.filter((file) => file !== '' && file !== '/dev/null');
}

/** Files to write that the words of a command name. */
function namedFiles(program: string, args: readonly string[]): readonly string[] {
  if (downloaders.has(program)) return downloadedFiles(program, args);
  if (program === 'tee') return args.filter((word) => !word.startsWith('-'));
  if (copiers.has(program)) return args.length > 1 ? args.slice(-1) : [];
  if (packers.has(program))
    return args.filter((word) => /\.(?:tar|tgz|gz|zip|7z)\w*$/.test(word)).slice(0, 1);
  return [];
}

const copiers = programs('cp mv install');
const packers = programs('tar zip 7z');

function downloadedFiles(program: string, args: readonly string[]): readonly string[] {
  const at = args.findIndex((word) => /^(?:-[a-zA-Z]*[oO]|--output|--output-document|-OutFile)$/i.test(word));
  const named = at === -1 ? undefined : args[at + 1];
  const joined = args.flatMap(
    (word) => /^(?:--output(?:-document)?=|-o(?=[./\w]{3}))(.+)$/.exec(word)?.[1] ?? [],
  );
  const isByAddress =
    program === 'wget'
      ? named === undefined
      : args.some((word) => /^-[a-zA-Z]*O[a-zA-Z]*$|^--remote-name$/.test(word));
  const byAddress = isByAddress ? addressesIn(args.join(' ')).slice(0, 1) : [];
  return [...(named === undefined || /^-$|^https?:/.test(named) ? [] : [named]), ...joined, ...byAddress];
}
