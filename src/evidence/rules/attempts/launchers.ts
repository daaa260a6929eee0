/*
 * Removes what stands before the program of a command: environment, wrappers such as `time` and `timeout 60`, `sudo`, and
 * launchers such as `npx` and `uv run`. A launcher is kept apart, because it may be what makes a command work.
 */

export interface Launched {
  /** The position of the program. */
  readonly start: number;
  /** With its flags, such as `['uv', 'run', '--with', 'httpx']`. */
  readonly launcher: readonly string[];
  /** `NAME=value`, in order. */
  readonly environment: readonly string[];
  readonly isElevated: boolean;
  /** The shell text that the command runs, as in `bash -c '...'`. */
  readonly shellText: string | undefined;
}

export function launched(words: readonly string[]): Launched {
  const environment: string[] = [];
  const launcher: string[] = [];
  let isElevated = false;
  let start = 0;
  for (let layers = 0; ; layers += 1) {
    while (isAssignment(words[start])) {
      environment.push(words[start] ?? '');
      start += 1;
    }
    const shellText = shellTextIn(words, start);
    const isPrefixed = shellText === undefined && layers < maxLayers;
    const prefix = isPrefixed ? prefixAt(words, start) : undefined;
    if (prefix === undefined) return { start, launcher, environment, isElevated, shellText };
    if (prefix.kind === 'launcher') launcher.push(...words.slice(start, prefix.end));
    if (prefix.kind === 'elevator') isElevated = true;
    start = prefix.end;
  }
}

/** Wrappers and launchers around each other; more are read as the program. */
const maxLayers = 20;

/** Without folders, `.exe` and a version: `/usr/bin/node`, `tool@latest`. */
export function baseName(word: string): string {
  const name = /[^/\\]*$/.exec(word.slice(-maxNameCharacters))?.[0] ?? '';
  const bare = /^@?[^@]{0,100}/.exec(name.replace(/\.(?:exe|cmd|bat)$/i, ''))?.[0] ?? '';
  return bare === '' ? name : bare;
}

const maxNameCharacters = 100;

export function isAssignment(word: string | undefined): boolean {
  return word !== undefined && /^[A-Za-z_]\w{0,100}\+?=/.test(word);
}

type PrefixKind = 'wrapper' | 'elevator' | 'launcher';

interface Prefix {
  readonly kind: PrefixKind;
  /** The word behind the name, if there is one; several are alternatives. */
  readonly verbs?: readonly string[];
  /** Flags that are followed by a value. */
  readonly valueFlags?: readonly string[];
  /** Operands before the command, such as the seconds of `timeout`. */
  readonly operands?: number;
}

interface FoundPrefix {
  readonly kind: PrefixKind;
  /** The position behind it. */
  readonly end: number;
}

function prefixAt(words: readonly string[], start: number): FoundPrefix | undefined {
  const name = baseName(words[start] ?? '');
  const prefix = prefixes.get(name);
  if (prefix === undefined) return undefined;
  const valueFlags = prefix.valueFlags ?? [];
  let at = skipFlags(words, start + 1, valueFlags);
  if (name === 'command' && /^-[vV]/.test(words[start + 1] ?? '')) return undefined;
  if (prefix.verbs !== undefined) {
    if (!prefix.verbs.includes(words[at] ?? '')) return undefined;
    at = skipFlags(words, at + 1, valueFlags);
  }
  at += prefix.operands ?? 0;
  if (words[at] === '--') at += 1;
  // Without a command behind it, it is the program itself; so it is if it runs a script of the project by its name.
  if (at >= words.length || scriptNames.has(words[at] ?? '')) return undefined;
  return { kind: prefix.kind, end: at };
}

function skipFlags(words: readonly string[], start: number, valueFlags: readonly string[]): number {
  let at = start;
  while (/^-./.test(words[at] ?? '') && words[at] !== '--') {
    // `python -m` and `nix develop -c` end with a flag.
    if (valueFlags.includes('=m') && words[at] === '-m') break;
    at += valueFlags.includes(words[at] ?? '') ? 2 : 1;
  }
  return at;
}

/** `pixi run test` runs a script, not the program `test`. */
const scriptNames: ReadonlySet<string> = new Set([
  'test',
  'lint',
  'build',
  'check',
  'format',
  'fmt',
  'dev',
  'start',
]);

const python: Prefix = { kind: 'launcher', verbs: ['-m'], valueFlags: ['=m', '-W', '-X'] };
const uvFlags = [
  '--with',
  '--python',
  '-p',
  '--extra',
  '--group',
  '--env-file',
  '--project',
  '--directory',
  '--from',
];
const sudoFlags = ['-u', '--user', '-g', '--group', '-h', '--host', '-p', '--prompt', '-C', '-D', '-R', '-T'];
const packageFlags = [
  '--filter',
  '-F',
  '-C',
  '--dir',
  '--cwd',
  '--prefix',
  '-w',
  '--workspace',
  '-p',
  '--package',
];
const run: Prefix = { kind: 'launcher', verbs: ['run'] };
const wrapper: Prefix = { kind: 'wrapper' };

const prefixes: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
  ...[
    'time',
    'nohup',
    'command',
    'exec',
    'builtin',
    'unbuffer',
    'caffeinate',
    'setsid',
    'chronic',
    'winpty',
  ].map((name) => [name, wrapper] as const),
  ['nice', { kind: 'wrapper', valueFlags: ['-n'] }],
  ['ionice', { kind: 'wrapper', valueFlags: ['-c', '-n'] }],
  ['stdbuf', { kind: 'wrapper', valueFlags: ['-i', '-o', '-e'] }],
  ['xvfb-run', { kind: 'launcher', valueFlags: ['-n', '-s', '--server-args', '--server-num'] }],
  ['timeout', { kind: 'wrapper', valueFlags: ['-k', '--kill-after', '-s', '--signal'], operands: 1 }],
  ['gtimeout', { kind: 'wrapper', valueFlags: ['-k', '-s'], operands: 1 }],
  ['env', { kind: 'wrapper', valueFlags: ['-u', '--unset', '-C', '--chdir'] }],
  ['cross-env', wrapper],
  ['sudo', { kind: 'elevator', valueFlags: sudoFlags }],
  ['doas', { kind: 'elevator', valueFlags: ['-u', '-C'] }],
  ['pkexec', { kind: 'elevator', valueFlags: ['--user'] }],
  ['npx', { kind: 'launcher', valueFlags: packageFlags }],
  ['pnpx', { kind: 'launcher', valueFlags: packageFlags }],
  ['bunx', { kind: 'launcher', valueFlags: packageFlags }],
  ['uvx', { kind: 'launcher', valueFlags: uvFlags }],
  ['npm', { kind: 'launcher', verbs: ['exec', 'x'], valueFlags: packageFlags }],
  ['pnpm', { kind: 'launcher', verbs: ['exec', 'dlx'], valueFlags: packageFlags }],
  ['yarn', { kind: 'launcher', verbs: ['exec', 'dlx'], valueFlags: packageFlags }],
  ['bun', { kind: 'launcher', verbs: ['x'], valueFlags: packageFlags }],
  ['uv', { kind: 'launcher', verbs: ['run'], valueFlags: uvFlags }],
  ['poetry', { kind: 'launcher', verbs: ['run'], valueFlags: ['-C', '-P', '--directory', '--project'] }],
  ...['pipenv', 'pdm', 'hatch', 'rye', 'pixi', 'pipx', 'devbox', 'doppler', 'dotenvx', 'infisical'].map(
    (name) => [name, run] as const,
  ),
  ['op', { kind: 'launcher', verbs: ['run'], valueFlags: ['--env-file', '--account'] }],
  ['conda', { kind: 'launcher', verbs: ['run'], valueFlags: ['-n', '--name', '-p', '--prefix'] }],
  ['mamba', { kind: 'launcher', verbs: ['run'], valueFlags: ['-n', '--name', '-p', '--prefix'] }],
  ['micromamba', { kind: 'launcher', verbs: ['run'], valueFlags: ['-n', '--name', '-p', '--prefix'] }],
  ['bundle', { kind: 'launcher', verbs: ['exec'] }],
  ['mise', { kind: 'launcher', verbs: ['exec', 'x'] }],
  ['direnv', { kind: 'launcher', verbs: ['exec'], operands: 1 }],
  ['aws-vault', { kind: 'launcher', verbs: ['exec'], operands: 1 }],
  ['dotenv', { kind: 'launcher', valueFlags: ['-e', '-f', '-c', '-v'] }],
  ['nix', { kind: 'launcher', verbs: ['develop'] }],
  ['python', python],
  ['python3', python],
  ['py', python],
]);

const shells: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'fish', 'ksh', 'ash']);

/** The text behind `bash -c`, `eval`, `nix-shell --run`, `powershell -Command` and `cmd /c`. */
function shellTextIn(words: readonly string[], start: number): string | undefined {
  const name = baseName(words[start] ?? '');
  if (!/^(?:eval|nix-shell|script|powershell|pwsh|cmd)$/i.test(name) && !shells.has(name)) return undefined;
  const rest = words.slice(start + 1);
  if (name === 'eval') return rest.length === 0 ? undefined : rest.join(' ');
  if (name === 'nix-shell') return textBehind(rest, (word) => word === '--run' || word === '--command');
  if (name === 'script') return textBehind(rest, (word) => /^-[a-z]{0,4}c$/.test(word));
  if (/^(?:powershell|pwsh)$/i.test(name)) return textBehind(rest, (word) => /^-c(?:ommand)?$/i.test(word));
  if (name === 'cmd') return textBehind(rest, (word) => /^\/c$/i.test(word));
  // The text is the first operand behind the flags, of which one contains `c`.
  return textBehind(rest, (word) => /^-[a-z]{0,6}c[a-z]{0,4}$/.test(word));
}

function textBehind(words: readonly string[], isFlag: (word: string) => boolean): string | undefined {
  let at = 0;
  while (/^[-+/]./.test(words[at] ?? '') && !isFlag(words[at] ?? ''))
    at += /^[-+][a-z]{0,6}o$/.test(words[at] ?? '') ? 2 : 1;
  return at < words.length && isFlag(words[at] ?? '') ? words[at + 1] : undefined;
}
