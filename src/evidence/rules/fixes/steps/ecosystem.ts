/*
 * The ecosystem of a command: the tools of one language or system that belong together. A step of another ecosystem than
 * the failed command is rather part of other work, unless the error or the command names it.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import { mentions } from '../work/operands.js';

/** Whether the step may be for the failed command, by what both belong to. */
export function belongsTogether(failed: Attempt, step: Command): boolean {
  if (isTool(step) || isTool(failed.command)) return serverOf(step) === serverOf(failed.command);
  const wanted = ecosystemOf(failed.command);
  const given = ecosystemOf(step);
  if (given === undefined || given === wanted) return true;
  if (given === 'database') return aboutData.test(textOf(failed)) || namesStep(failed, step);
  if (wanted === undefined) return true;
  if (markers[given]?.test(textOf(failed))) return true;
  if (given === 'system') return !ownModule.test(failed.cause?.line ?? '') || namesStep(failed, step);
  return namesStep(failed, step);
}

/** Files and folders by which an error names an ecosystem: Gradle may miss `node_modules`. */
const markers: Readonly<Record<string, RegExp>> = {
  node: /node_modules|node modules|package(?:-lock)?\.json|pnpm-lock|yarn\.lock/i,
  python: /site-packages|requirements[\w-]{0,20}\.txt|pyproject\.toml|\.venv/i,
  rust: /Cargo\.(?:toml|lock)|\bcrate\b/,
  go: /\bgo\.(?:mod|sum)\b/,
  ruby: /\bGemfile/,
  php: /composer\.(?:json|lock)|vendor\/autoload/i,
  swift: /\bPodfile|\bPods\//,
};

/** A tool of an MCP server, as opposed to a shell command. */
function isTool({ program }: Command): boolean {
  return program.startsWith('mcp__');
}

/** The server of an MCP tool; the tools of one server belong together. */
export function serverOf({ program }: Command): string {
  return /^mcp__[^_]{1,60}(?:_[^_]{1,60}){0,5}__/.exec(program)?.[0] ?? program;
}

const aboutData =
  /database|\brole\b|relation|\btable\b|schema|postgres|psql|\bpg_|mysql|mariadb|\bsql|\bdb\b|migrat|prisma|django/i;

/** A module of the language itself is not in a package of the system. */
const ownModule =
  /cannot find (?:module|package)|no module named|modulenotfound|unresolved import|no required module/i;

/** Whether the failed call names the program, its subcommand or an operand of the step. */
export function namesStep(failed: Attempt, { program, subcommand, words }: Command): boolean {
  const text = textOf(failed).toLowerCase();
  return [program, ...subcommand.slice(0, 2), ...words]
    .slice(0, 20)
    .flatMap((word) => [word.toLowerCase(), ...word.toLowerCase().split(/[^a-z\d]+/)])
    .some((word) => word.length >= 4 && !common.has(word) && mentions(text, word));
}

const common: ReadonlySet<string> = new Set([
  'install',
  'build',
  'start',
  'init',
  'test',
  'main',
  'create',
  'update',
  'true',
]);

function textOf({ command, cause, output }: Attempt): string {
  return `${cause?.line ?? ''}\n${command.text}\n${output}`.slice(0, 6_000);
}

function ecosystemOf({ program, launcher }: Command): string | undefined {
  return byProgram.get(program) ?? byProgram.get(launcher[0] ?? '');
}

const ecosystems: Readonly<Record<string, string>> = {
  node: `npm pnpm yarn bun npx node tsx ts-node tsc vite next nuxt astro webpack rollup esbuild jest vitest mocha eslint
    prettier playwright cypress expo eas turbo nx lerna nest prisma drizzle-kit knex typeorm sequelize corepack volta nvm fnm
    storybook wrangler vercel netlify`,
  python: `python pip pipx uv uvx poetry pdm pipenv hatch rye pixi conda mamba pytest tox nox mypy ruff black flake8 pyright
    alembic flask django celery gunicorn uvicorn jupyter mkdocs sphinx-build pyenv venv virtualenv dbt airflow ipykernel`,
  rust: 'cargo rustc rustup sqlx diesel wasm-pack trunk',
  go: 'go gofmt golangci-lint goose mockgen',
  java: 'mvn gradle java javac sbt lein kotlinc sdk jenv',
  ruby: 'ruby bundle gem rails rake rspec rubocop jekyll rbenv',
  php: 'php composer phpunit artisan phpstan',
  dotnet: 'dotnet nuget',
  dart: 'flutter dart',
  elixir: 'mix elixir iex',
  swift: 'swift xcodebuild pod carthage xcrun fastlane xcodegen',
  terraform: 'terraform tofu terragrunt tflint',
  ansible: 'ansible ansible-playbook ansible-galaxy',
  database:
    'createdb createuser dropdb initdb psql mysql mariadb pg_ctl pg_restore pg_dump sqlite3 mongosh redis-cli',
  system: 'brew apt dnf yum apk pacman zypper snap port choco winget scoop',
};

const byProgram: ReadonlyMap<string, string> = new Map(
  Object.entries(ecosystems).flatMap(([name, programs]) =>
    programs.split(/\s+/).map((program) => [program, name] as const),
  ),
);
