/*
 * The origin rule: which packages, images, hosts, remotes and outside scripts a command brings in. A name that only the
 * output of a tool mentioned was chosen by whoever wrote that output. Widely known names are nobody's choice.
 */

import type { Command } from '../../attempts/attempt.js';
import { inlinePackages, isInlineInstall, stepKindOf } from '../steps/step-kind.js';
import { mentions } from '../work/operands.js';
import { type Ecosystem, isWellKnown } from './well-known.js';

/** The names that the command brings in and that are not widely known; with `failed` only those that it did not have. */
export function foreignNames(command: Command, failed: Command | undefined): readonly string[] {
  const own = new Set(failed === undefined ? [] : [failed.spelling, ...failed.words, ...failed.launcher]);
  const names = [
    ...packages(command),
    ...launchedPackages(command),
    ...images(command),
    ...addresses(command),
    ...outsideScripts(command),
  ];
  return [...new Set(names)].filter((name) => !own.has(name));
}

/** An install of plain names from the packages of an operating system, which others than their authors review. */
export function isDistribution(command: Command): boolean {
  return (
    ecosystemOf(command.program) === 'system' &&
    stepKindOf(command) === 'install' &&
    command.words.every((word) =>
      /^(?:-y|--yes|-q|--quiet|--no-install-recommends|[a-z\d][a-z\d+.@-]{1,60})$/.test(word),
    )
  );
}

/** In any case, and only as a whole word. */
export function isNamedIn(text: string, name: string): boolean {
  return mentions(text.slice(0, maxText).toLowerCase(), name.toLowerCase());
}

const maxText = 200_000;

function packages(command: Command): readonly string[] {
  const { program, subcommand, words } = command;
  if (isInlineInstall(command))
    return words.flatMap((word) => inlinePackages(word) ?? []).filter((name) => !isWellKnown('inline', name));
  const ecosystem = ecosystemOf(program);
  const kind = stepKindOf(command);
  if (ecosystem === undefined || (kind !== 'install' && !isExtension(subcommand))) return [];
  const operands = words.filter(
    (word, index) => !word.startsWith('-') && !valueFlags.has(words[index - 1] ?? ''),
  );
  const named = words.flatMap((word) => /^--(?:with|package|from)=(.{1,200})$/.exec(word)?.[1] ?? []);
  return [...operands, ...named]
    .filter(isPackage)
    .map(packageName)
    .filter((name) => !isWellKnown(ecosystem, name));
}

function isExtension(subcommand: readonly string[]): boolean {
  return /(?:extension|plugin|tap|krew)/.test(subcommand.join(' '));
}

/** Flags of installers that are followed by a value which is no package. */
const valueFlags: ReadonlySet<string> = new Set([
  '-r',
  '--requirement',
  '-c',
  '--constraint',
  '-t',
  '--target',
  '--prefix',
  '-C',
  '--dir',
  '-w',
  '--workspace',
  '--filter',
  '-F',
  '--features',
  '--python',
  '-p',
  '--group',
  '-G',
  '--extra',
  '--version',
  '-v',
  '-n',
  '--name',
  '-e',
  '--editable',
  '--cwd',
  '--path',
  '--manifest-path',
  '--platform',
  '-i',
  '--index-url',
  '--extra-index-url',
  '--find-links',
  '--registry',
  '--source',
  '--with',
  '--without',
  '--only',
  '--only-binary',
  '--no-binary',
  '-E',
  '--extras',
  '--channel',
]);

/** Not a path, a file of requirements, or the project itself. */
function isPackage(word: string): boolean {
  return !/^(?:\.|\/|~|\$)|\.(?:txt|toml|ya?ml|lock|json|whl)$/.test(word) && /[a-z]/i.test(word);
}

function packageName(word: string): string {
  const plain = word.replace(/^['"]|['"]$/g, '').replace(/^(?:npm:|pypi:|pkg:)/, '');
  const bare = plain.replace(/\[.{0,100}$/, '').replace(/[=<>~!^]=?[\d*].{0,100}$/, '');
  const at = bare.lastIndexOf('@');
  return at > 0 ? bare.slice(0, at) : bare;
}

function ecosystemOf(program: string): Ecosystem | undefined {
  return ecosystems.get(program);
}

const ecosystems: ReadonlyMap<string, Ecosystem> = new Map<string, Ecosystem>([
  ...['npm', 'pnpm', 'yarn', 'bun', 'corepack', 'volta'].map((name) => [name, 'npm'] as const),
  ...['pip', 'pipx', 'uv', 'poetry', 'pdm', 'pipenv', 'hatch', 'rye', 'pixi'].map(
    (name) => [name, 'pypi'] as const,
  ),
  ...['conda', 'mamba', 'micromamba'].map((name) => [name, 'pypi'] as const),
  ...['apt', 'dnf', 'yum', 'apk', 'pacman', 'zypper', 'snap', 'port', 'brew', 'choco', 'winget', 'scoop'].map(
    (name) => [name, 'system'] as const,
  ),
  ['cargo', 'crates'],
  ['gem', 'gems'],
  ['bundle', 'gems'],
  ['go', 'go'],
  ['composer', 'php'],
  ['dotnet', 'nuget'],
  ['tlmgr', 'tex'],
  ['opam', 'other'],
  ['luarocks', 'other'],
  ['vcpkg', 'system'],
  ['conan', 'system'],
  ['gh', 'other'],
  ['helm', 'other'],
  ['kubectl', 'other'],
  ['ansible-galaxy', 'other'],
  ['forge', 'other'],
]);

/** A launcher such as `npx` installs the program that it runs. */
function launchedPackages({ launcher, spelling }: Command): readonly string[] {
  const name = launcher.join(' ');
  const ecosystem = /\b(?:npx|pnpx|bunx|dlx)\b|^npm (?:exec|x)/.test(name)
    ? 'npm'
    : /^(?:uvx|uv|pipx)\b/.test(name)
      ? 'pypi'
      : undefined;
  if (ecosystem === undefined) return [];
  const given = launcher.filter((_, index) =>
    /^(?:-p|--package|--with|--from)$/.test(launcher[index - 1] ?? ''),
  );
  const own = given.length > 0 || /^uv run/.test(name) ? [] : [spelling];
  return [...given, ...own]
    .filter(isPackage)
    .map(packageName)
    .filter((found) => !isWellKnown(ecosystem, found));
}

function images({ program, subcommand, words }: Command): readonly string[] {
  const verbs = subcommand.join(' ');
  const isImage =
    (/^(?:docker|podman|nerdctl)$/.test(program) &&
      /^(?:pull|run|create|image pull|container run)$/.test(verbs)) ||
    (program === 'ollama' && /^(?:pull|run)$/.test(verbs));
  if (!isImage) return [];
  const found = words.filter(
    (word, index) =>
      /^[a-z0-9][\w./-]{0,200}(?::[\w.-]{1,80})?(?:@sha256:[a-f\d]{0,64})?$/.test(word) &&
      !/^\d{1,5}(?::\d{1,5})?$/.test(word) &&
      !/^(?:-p|-v|-e|-w|--name|--network|--volume|--publish|--env|--env-file|--workdir|--platform|--restart|-u|--user|--mount|--label|-l)$/.test(
        words[index - 1] ?? '',
      ),
  );
  // Behind the image are the arguments of the program in it.
  const image = verbs.endsWith('pull') ? found : found.slice(0, 1);
  return image
    .map((word) => word.replace(/(?::[\w.-]{1,80})?(?:@sha256:.{0,64})?$/, ''))
    .filter((name) => !isWellKnown('images', name));
}

/** Hosts of addresses and remotes; this machine is no foreign one. */
function addresses({ text, program, subcommand, words, environment }: Command): readonly string[] {
  const found = [
    ...`${text} ${environment.join(' ')}`
      .slice(0, 4_000)
      .matchAll(/\b[a-z][a-z+.-]{1,20}:\/\/([^\s/'"?#]{1,200})/gi),
  ].map(([, host = '']) => host);
  const logins = words.flatMap(
    (word) => /^[\w.-]{1,60}@([\w.-]{1,120}\.[a-z]{2,10})(?::|$)/.exec(word)?.[1] ?? [],
  );
  const isRemote = program === 'git' && /^(?:clone|remote (?:add|set-url))$/.test(subcommand.join(' '));
  const isTap = program === 'brew' && subcommand[0] === 'tap';
  const remotes = isRemote || isTap ? words.filter((word) => !word.startsWith('-')).slice(-1) : [];
  const bare = words.flatMap((word) =>
    namesModule.test(word) || (program === 'gcloud' && subcommand[0] === 'services')
      ? []
      : (/^(?:--?[\w-]{1,40}=)?((?:[\w-]{1,60}\.){1,5}(?:com|net|org|io|dev|sh|app|cn|ru|co|ai|xyz|cloud|example|test|site|info|me))(?::\d{1,5})?(?:\/.{0,200})?$/i.exec(
          word,
        )?.[1] ?? []),
  );
  return [...found, ...logins, ...bare]
    .map((host) =>
      host
        .replace(/^.{0,100}@/, '')
        .replace(/:\d{1,5}$/, '')
        .toLowerCase(),
    )
    .filter((host) => !isLocalHost(host) && !isWellKnown('hosts', host))
    .concat(remotes);
}

/** The name of a module or class, whose last part may look like that of a host: `--settings=shop.settings.test`. */
const namesModule = /^--?(?:settings|module|class|main-class|package|app|tests?|suite)=/;

function isLocalHost(host: string): boolean {
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1?\]?|host\.docker\.internal|[\w-]{1,40})$/.test(
    host,
  );
}

/** A program or script that is run from outside the project. */
function outsideScripts({ spelling, program, words }: Command): readonly string[] {
  const script = /^(?:bash|sh|zsh|python|node|ruby|perl|source)$/.test(program)
    ? words.find((word) => !word.startsWith('-'))
    : undefined;
  return [spelling, script ?? ''].filter(
    (path) =>
      /^(?:\/|~\/|\$HOME|\.\.\/\.\.\/)/.test(path) && !/^\/(?:usr|opt|bin|sbin)\/[\w./-]{1,100}$/.test(path),
  );
}
