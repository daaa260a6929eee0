/*
 * Kinds of commands: which ones only read, filter, check or search, and which ones change state. What is in no list may
 * change state.
 */

import type { Command } from './attempt.js';

/** A test, a linter, a type check or a formatter. `rest` are all words behind the program. */
export function isVerifying(
  program: string,
  subcommand: readonly string[],
  rest: readonly string[],
): boolean {
  if (verifiers.has(program)) return true;
  const [verb = '', second = ''] = subcommand;
  if (program === 'node') return rest.includes('--test');
  if (program === 'git' || program === 'kubectl' || program === 'nginx') return false;
  if (/^(?:run|task|exec|manage\.py|artisan|console)$/.test(verb)) return verifyWord.test(second);
  if (program === 'xcodebuild') return rest.includes('test');
  return verifyWord.test(verb) && !/^(?:gh|glab|aws|az|gcloud|docker|brew|npm-check)$/.test(program);
}

/** A run of tests, as opposed to a linter, a type check or a formatter. */
export function isTestRun({
  program,
  subcommand,
  words,
}: Pick<Command, 'program' | 'subcommand' | 'words'>): boolean {
  if (testers.has(program) || (program === 'node' && words.includes('--test'))) return true;
  const [verb = '', second = ''] = subcommand;
  const name = /^(?:run|task|exec|manage\.py|artisan|console)$/.test(verb) ? second : verb;
  if (/^(?:check|verify)$/.test(name))
    return /^(?:make|gmake|gradle|mvn|just|task|meson|ninja)$/.test(program);
  return /^(?:tests?|spec|e2e|unit|nextest|coverage)(?:[:._-]|$)/.test(name) || words.includes('test');
}

/** Prints what it gets, in part or in another form. */
export function isFilter(program: string): boolean {
  return filters.has(program);
}

/** Whether a filter shows the end of what it gets, where a program reports its failure. */
export function showsEnd({ program }: Pick<Command, 'program'>): boolean {
  return /^(?:tail|tee|cat|less|more|nl|column|fold)$/.test(program);
}

/** Shows local files, folders or the state of the shell; never the main command of a call. */
export function isLocalReader({ program, words }: Pick<Command, 'program' | 'words'>): boolean {
  if (program === 'sed') return !words.some((word) => /^(?:-[a-zA-Z]{0,4}i|--in-place)/.test(word));
  if (program === 'find') return !words.some((word) => /^-(?:delete|exec|execdir|ok|okdir)$/.test(word));
  return readers.has(program);
}

/** An exit code of 1 says that nothing was found, or that things differ. */
export function isSearch({
  program,
  subcommand,
  words,
}: Pick<Command, 'program' | 'subcommand' | 'words'>): boolean {
  const [verb = ''] = subcommand;
  if (program === 'git')
    return (
      gitSearches.has(verb) &&
      (verb !== 'diff' || words.some((word) => /^--(?:quiet|exit-code|no-index|check)$/.test(word)))
    );
  if (program === 'kill') return words.includes('-0');
  if (program === 'systemctl') return /^is-/.test(verb);
  if (program === 'command') return words.some((word) => /^-[vV]$/.test(word));
  if (program === 'npm' || program === 'pnpm' || program === 'yarn') return /^(?:outdated|audit)$/.test(verb);
  if (program === 'jq') return words.some((word) => /^(?:-[a-z]{0,4}e|--exit-status)$/.test(word));
  if (program === 'xargs') return searches.has(words.find((word) => !word.startsWith('-')) ?? '');
  return searches.has(program);
}

/** Whether its output is content that was asked for, so that the words in it are not about the call. */
export function isContentCommand(command: Pick<Command, 'program' | 'subcommand' | 'words'>): boolean {
  const { program, subcommand } = command;
  const [verb = '', second = ''] = subcommand;
  if (isLocalReader(command)) return true;
  if (program === 'git' && setsUpstream(command)) return false;
  if (program === 'git') return gitReads.has(verb) || (verb === 'stash' && /^(?:list|show)$/.test(second));
  if (/^(?:logs|logging|log|events)$/.test(verb) || second === 'logs') return true;
  if (/^(?:kubectl|oc|docker|podman)$/.test(program)) return /^(?:describe|inspect)$/.test(verb);
  if (program === 'gh' || program === 'glab') return /^(?:view|list|diff)$/.test(second) || verb === 'search';
  return program === 'journalctl' || program === 'man' || program === 'stern' || isQuery(command);
}

/** A question to a database: its rows are content, whatever they say. */
function isQuery({ program, words }: Pick<Command, 'program' | 'words'>): boolean {
  if (!databases.has(program)) return false;
  return words.some((word) => asks.test(word)) && !words.some((word) => writes.test(word));
}

/** Whether a command of this program may be one, judged before it is parsed. */
export function mayQuery(program: string): boolean {
  return databases.has(program);
}

const asks =
  /^(?:--?[\w-]{1,20}=|-[a-z]{0,4}?)?\s{0,20}(?:(?:select|with|show|describe|desc|explain|values|pragma|match|from)\s|\\d|\\l|\.(?:schema|tables|dump)\b|db\.\w{1,60}\.(?:find|count|aggregate|distinct)|(?:get|mget|hget|hgetall|lrange|smembers|keys|scan|ttl)$)/i;
const writes =
  /\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|(?:create|alter|drop|truncate)\s+(?:table|index|database|schema|view|role|user)|into\s+outfile|pragma\s+\w{1,40}\s*=)|explain\s+analy[sz]e\s+(?:insert|update|delete)/i;

/** Whether it changes state. Reads, listings and checks do not. */
export function changesState(command: Command, writesTo: readonly string[]): boolean {
  const { program, subcommand, words, isVerify, signature } = command;
  if (writesTo.length > 0) return true;
  if (isLocalReader(command) || program === '' || stateless.has(program)) return false;
  // `-h` names a host unless it is the last word.
  if (words.some((word) => inert.has(word) || /^--(?:list|show)-/.test(word)) || words.at(-1) === '-h')
    return false;
  if (program === 'brew' && subcommand.length === 0) return false;
  if ((program === 'psql' && words.includes('-l')) || isQuery(command)) return false;
  if (isVerify) return false;
  if (isFetch(program)) return program === 'wget' || savesOrSends(words);
  if (/^(?:go get|flutter pub get|dart pub get|mix deps\.get)$/.test(signature)) return true;
  if (program === 'git' && setsUpstream({ subcommand, words })) return true;
  const verb = subcommand.at(-1) ?? '';
  return !(readVerbs.has(verb) || /^(?:list|get|describe|show)-|^show[a-z]/.test(verb));
}

/** `git branch` lists, unless a flag says which branch another one follows. */
export function setsUpstream({ subcommand, words }: Pick<Command, 'subcommand' | 'words'>): boolean {
  return subcommand[0] === 'branch' && words.some((word) => /^(?:-u|--set-upstream-to(?:=|$))/.test(word));
}

/** Whether a request writes a file or changes something on the server. */
export function savesOrSends(words: readonly string[]): boolean {
  return words.some((word) => sendsOrSaves.test(word));
}

/** It reads from the network; its body may be an error although it ends well. */
export function isFetch(program: string): boolean {
  return /^(?:curl|wget|http|https|xh)$/.test(program);
}

/** What it sets is gone when the call ends: `export`, `source`, `nvm use`, `conda activate`. */
export function endsWithCall({ program, subcommand }: Pick<Command, 'program' | 'subcommand'>): boolean {
  if (/^(?:export|source|unset|set|alias|ulimit|umask|cd|pushd|popd)$/.test(program)) return true;
  if (/^(?:nvm|fnm)$/.test(program)) return subcommand[0] === 'use';
  return /^(?:conda|mamba|micromamba)$/.test(program) && /^(?:de)?activate$/.test(subcommand[0] ?? '');
}

const verifyWord =
  /^(?:tests?|lint|check|typecheck|type-check|tsc|types|format|fmt|verify|validate|spec|e2e|unit|vet|clippy|nextest|analyze|coverage)(?:[:._-].{0,60})?$/;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

const verifiers = words(
  `pytest vitest jest mocha ava tap tsc vue-tsc svelte-check eslint oxlint prettier stylelint biome ruff black isort mypy
  pyright flake8 pylint autopep8 yapf bandit rubocop standardrb rspec minitest phpunit phpstan psalm pest phpcs
  shellcheck shfmt hadolint actionlint markdownlint tflint yamllint gofmt goimports golangci-lint staticcheck ctest
  swiftlint swiftformat ktlint detekt checkstyle clang-format clang-tidy tox nox cypress pre-commit unittest doctest
  sqlfluff credo dialyzer coverage nyc c8 knip tap bats newman k6 playwright-test`,
);

const testers = words(
  `pytest vitest jest mocha ava tap rspec minitest phpunit pest ctest tox nox cypress unittest doctest coverage nyc c8 bats
  newman k6 playwright-test`,
);

const filters = words(
  'tail head grep egrep fgrep rg tee sed awk gawk jq yq wc sort uniq cut tr cat less more nl column fold xxd',
);

const readers = words(
  `cat bat batcat ls eza exa grep egrep fgrep zgrep rg ag ack find fd head tail wc diff cmp comm which whereis type test [
  stat file tree jq yq awk gawk echo printf pwd env printenv ps lsof df du date sleep sort uniq cut tr nl less more od
  xxd strings basename dirname realpath readlink cd pushd popd true false : column fold hexdump seq whoami id hostname
  uname history jobs free uptime nproc lscpu sw_vers getconf groups locale md5sum shasum sha256sum pgrep command let expr exit return wait mountpoint`,
);

/** Beside local readers, these leave nothing behind. */
const stateless = words(
  'export set unset alias ulimit umask source ping dig nslookup host nc netstat ss ip ifconfig top man journalctl ffprobe pg_isready read trap',
);

const searches = words(
  'rg grep egrep fgrep zgrep ag ack diff cmp comm test [ which whereis type pgrep pkill lsof fuser where findstr expr let locate',
);

const databases = words(
  `psql pgcli mysql mariadb mycli sqlite3 litecli duckdb clickhouse-client clickhouse cockroach sqlcmd snowsql cqlsh trino presto
  bq mongosh mongo redis-cli valkey-cli influx usql`,
);

const gitSearches = words('grep diff rev-parse show-ref check-ignore ls-files config merge-base');

const gitReads = words(
  'log show diff blame status grep ls-files ls-tree cat-file rev-parse rev-list shortlog reflog describe remote branch config',
);

/** With one of these, a command changes nothing. */
const inert = words('--help --version --dry-run --check --list --diff');

const readVerbs = words(
  `list ls get show status describe view info help version logs log search whoami check doctor validate plan diff inspect
  ps history events images blame branch tag outdated audit why top current cat tree explain`,
);

const sendsOrSaves =
  /^(?:-o|-O|-J|--output|--remote-name|-d|--data(?:-\w{1,12})?|-F|--form|--json|-T|--upload-file|-X|--request|POST|PUT|PATCH|DELETE)$/;
