/*
 * Which subcommands of well-known programs install, build, sign in, start and so on, and which verbs say the same in the
 * names of scripts and of unknown programs.
 */

import type { StepKind } from './step-kind.js';

interface StepRow {
  readonly kind: StepKind;
  /** For the words of the subcommand, joined by blanks; an operand may follow. */
  readonly pattern: RegExp;
}

/** In the order of the tests: the first row that matches decides. */
export const stepTable: ReadonlyMap<string, readonly StepRow[]> = table([
  ['npm pnpm yarn bun', 'install', 'install|ci|add|update|rebuild|dedupe|import|approve-builds|link|prune'],
  ['npm pnpm yarn bun', 'login', 'login|npm login'],
  ['npm pnpm yarn bun', 'configure', 'config.{0,20}|set.{0,20}|pkg.{0,20}'],
  ['npm pnpm yarn bun', 'clean', 'cache.{0,20}|store prune'],
  ['npm pnpm yarn bun', 'init', 'init|create.{0,60}|setup'],
  ['npm pnpm yarn bun', 'select', 'env use|workspace.{0,40}'],
  ['pip pipx', 'install', 'install|download|sync|upgrade|inject'],
  ['uv', 'install', 'sync|add|lock|(?:pip|tool|python) (?:install|sync|upgrade)'],
  ['uv', 'init', 'venv|init'],
  ['uv', 'select', 'python pin'],
  ['poetry pdm pipenv hatch rye pixi', 'install', 'install|add|lock|sync|update|fetch|self .{0,30}'],
  ['poetry pdm pipenv hatch rye pixi', 'select', 'env use|use|pin'],
  ['poetry pdm pipenv hatch rye pixi', 'build', 'build'],
  ['poetry pdm pipenv hatch rye pixi', 'init', 'init|env create'],
  ['conda mamba micromamba', 'install', 'install|update|env (?:create|update)|create'],
  ['conda mamba micromamba', 'select', 'activate'],
  ['apt dnf yum apk pacman zypper snap port brew choco winget scoop', 'install', 'install|add|reinstall'],
  ['apt dnf yum apk pacman zypper snap port brew choco winget scoop', 'fetch', 'update|upgrade|tap'],
  ['apt dnf yum apk pacman zypper snap port brew choco winget scoop', 'start', 'services (?:re)?start'],
  ['apt dnf yum apk pacman zypper snap port brew choco winget scoop', 'stop', 'services stop'],
  ['apt dnf yum apk pacman zypper snap port brew choco winget scoop', 'select', 'link|unlink'],
  [
    'gem luarocks opam cpan cpanm vcpkg conan stack cabal nimble shards',
    'install',
    'install|add|update|setup|restore',
  ],
  ['bundle', 'install', 'install|update|add|lock|cache'],
  ['bundle', 'configure', 'config.{0,30}'],
  ['composer', 'install', 'install|require|update|self-update'],
  ['composer', 'build', 'dump-autoload|dumpautoload'],
  ['cargo', 'install', 'install|add|fetch|update|vendor|generate-lockfile'],
  ['cargo', 'build', 'build|b|run'],
  ['cargo', 'clean', 'clean'],
  ['cargo', 'login', 'login'],
  ['cargo', 'migrate', 'sqlx .{0,20}'],
  ['rustup', 'install', '(?:target|component|toolchain) (?:add|install)|install|update'],
  ['rustup', 'select', 'default|override.{0,20}'],
  ['go', 'install', 'get|install|mod (?:tidy|download|vendor)'],
  ['go', 'build', 'build|generate'],
  ['go', 'init', 'mod init|work (?:init|use|sync)'],
  ['go', 'configure', 'env'],
  ['go', 'clean', 'clean'],
  ['mix', 'install', 'deps\\.get|local\\.hex|local\\.rebar|archive\\.install'],
  ['mix', 'build', 'compile|deps\\.compile|assets\\.\\w{1,20}|phx\\.gen\\.\\w{1,20}'],
  ['mix', 'init', 'ecto\\.(?:create|setup)|setup'],
  ['mix', 'migrate', 'ecto\\.migrate'],
  ['dotnet', 'install', 'restore|add.{0,40}|tool (?:restore|install)|workload (?:install|restore)'],
  ['dotnet', 'build', 'build|publish'],
  ['dotnet', 'migrate', 'ef .{0,40}'],
  ['dotnet', 'configure', 'nuget .{0,40}|dev-certs .{0,40}'],
  ['mvn', 'install', 'install|dependency:.{1,40}'],
  ['mvn', 'build', 'package|compile|generate-sources|clean'],
  [
    'gradle',
    'build',
    'build|assemble|jar|bootJar|.{0,30}generate.{0,30}|.{0,20}publishToMavenLocal|compile.{0,20}',
  ],
  ['gradle', 'clean', 'clean'],
  ['gradle', 'init', 'wrapper'],
  ['flutter dart', 'install', 'pub .{0,40}|precache|upgrade'],
  ['flutter dart', 'build', 'build.{0,30}|run build_runner'],
  ['flutter dart', 'clean', 'clean'],
  ['flutter dart', 'configure', 'config|doctor'],
  ['pod carthage swift', 'install', 'install|update|repo update|bootstrap|package (?:resolve|update)'],
  ['pod carthage swift', 'build', 'build'],
  ['playwright cypress puppeteer', 'install', 'install|install-deps|browsers install'],
  ['pre-commit husky lefthook', 'install', 'install.{0,20}'],
  ['helm', 'install', 'dependency .{0,20}|dep .{0,20}|plugin install'],
  ['helm', 'fetch', 'repo .{0,20}|pull'],
  ['helm', 'login', 'registry login'],
  ['ansible-galaxy', 'install', '.{0,20} ?install'],
  ['gcloud', 'install', 'components (?:install|update).{0,30}'],
  ['gcloud', 'login', 'auth .{0,60}'],
  ['gcloud', 'select', 'config (?:set|configurations).{0,60}'],
  ['gcloud', 'init', 'services enable.{0,40}'],
  ['az', 'install', 'extension add|bicep install'],
  ['az', 'login', 'login|acr login'],
  ['az', 'select', 'account set'],
  ['aws', 'login', 'sso login|ecr get-login-password|codeartifact login|configure sso'],
  ['aws', 'select', 'configure set|eks update-kubeconfig'],
  ['gh glab', 'login', 'auth .{0,40}'],
  ['gh glab', 'install', 'extension install'],
  ['gh glab', 'select', 'repo set-default'],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'login',
    'login|auth .{0,40}|signin|login:ci',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'select',
    'link|use|switch|project .{0,40}|git:remote|projects:.{0,20}|env pull',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'start',
    'start|dev|emulators:start|emulators start',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'stop',
    'stop',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'init',
    'init.{0,20}|apps create|launch|prebuild',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'build',
    'build|gen types|types',
  ],
  [
    'doctl fly flyctl heroku vercel netlify wrangler railway render firebase supabase eas expo',
    'migrate',
    'db push|migration up|d1 migrations.{0,20}',
  ],
  ['docker podman nerdctl', 'build', 'build|compose build|buildx (?:build|bake)|image build'],
  ['docker podman nerdctl', 'fetch', 'pull|compose pull|image pull|load'],
  ['docker podman nerdctl', 'start', 'start|restart|compose (?:up|start|restart)|machine start|unpause'],
  ['docker podman nerdctl', 'stop', 'stop|kill|rm|compose (?:down|stop|rm|kill)|container (?:stop|rm)'],
  [
    'docker podman nerdctl',
    'init',
    'network create|volume create|buildx create|swarm init|machine init|tag|image tag',
  ],
  ['docker podman nerdctl', 'login', 'login'],
  ['docker podman nerdctl', 'select', 'context use|buildx use'],
  ['kubectl oc', 'select', 'config (?:use-context|set-context)|project'],
  ['kubectl oc', 'init', 'create|create (?:namespace|ns)|apply'],
  ['kubectl oc', 'start', 'port-forward|proxy'],
  ['kubectl oc', 'install', 'krew install'],
  ['kubectl oc', 'login', 'login'],
  ['kubectx kubens', 'select', '.{0,60}'],
  ['minikube k3d colima multipass vagrant localstack sail tilt skaffold', 'start', 'start|up|dev'],
  ['minikube k3d colima multipass vagrant localstack sail tilt skaffold', 'stop', 'stop|halt|down'],
  [
    'minikube k3d colima multipass vagrant localstack sail tilt skaffold',
    'init',
    'addons enable|cluster create|image load',
  ],
  ['kind', 'start', 'create cluster'],
  ['kind', 'init', 'load .{0,30}|export .{0,30}'],
  ['systemctl', 'start', 'start|restart|reload'],
  ['systemctl', 'stop', 'stop'],
  // Reads the units again that somebody changed.
  ['systemctl', 'init', 'daemon-reload'],
  ['launchctl', 'start', 'start|kickstart|load'],
  ['pm2 supervisorctl', 'start', 'start|restart|reload'],
  ['pm2 supervisorctl', 'stop', 'stop|delete'],
  ['terraform tofu terragrunt', 'init', 'init|get|providers lock|workspace new|import'],
  ['terraform tofu terragrunt', 'select', 'workspace select'],
  ['terraform tofu terragrunt', 'login', 'login'],
  ['pulumi', 'login', 'login'],
  ['pulumi', 'select', 'stack select'],
  ['pulumi', 'init', 'stack init'],
  ['pulumi', 'install', 'install|plugin install'],
  ['prisma', 'build', 'generate'],
  ['prisma', 'migrate', 'migrate (?:deploy|dev|resolve)|db (?:push|pull|seed)'],
  ['alembic', 'migrate', 'upgrade|stamp'],
  ['flask', 'migrate', 'db (?:upgrade|migrate|stamp)'],
  ['rails rake artisan', 'migrate', 'db:(?:migrate|schema:load|prepare|seed).{0,30}|migrate'],
  ['rails rake artisan', 'init', 'db:(?:create|setup)|key:generate|storage:link'],
  ['rails rake artisan', 'build', 'assets:.{1,20}|.{0,20}:build'],
  ['rails rake artisan', 'install', '.{1,30}:install'],
  [
    'sqlx diesel goose flyway liquibase knex sequelize typeorm drizzle-kit dbmate atlas',
    'migrate',
    'migrate.{0,20}|migration .{0,20}|up|update|push|db:migrate',
  ],
  [
    'sqlx diesel goose flyway liquibase knex sequelize typeorm drizzle-kit dbmate atlas',
    'init',
    'database (?:create|setup)|setup|create|db:create',
  ],
  [
    'sqlx diesel goose flyway liquibase knex sequelize typeorm drizzle-kit dbmate atlas',
    'build',
    'prepare|generate',
  ],
  ['dbt', 'install', 'deps'],
  ['dbt', 'init', 'seed|run|build'],
  ['airflow', 'init', 'db (?:init|migrate|upgrade)'],
  [
    'git',
    'fetch',
    'fetch|pull|submodule .{0,20}|lfs (?:pull|fetch|install|checkout)|clone|rebase|merge|remote (?:update|prune)',
  ],
  ['git', 'init', 'init|worktree add'],
  ['git', 'select', 'switch'],
  ['dvc', 'fetch', 'pull|fetch|checkout'],
  ['ollama', 'fetch', 'pull'],
  ['ollama', 'start', 'serve|run'],
  [
    'nvm fnm volta asdf mise pyenv rbenv nodenv jenv sdk goenv tfenv',
    'select',
    'use|local|global|shell|pin|default|set|reshim|rehash|trust',
  ],
  ['nvm fnm volta asdf mise pyenv rbenv nodenv jenv sdk goenv tfenv', 'install', 'install|plugin.{0,20}'],
  ['corepack', 'install', 'enable|prepare|install|use|up'],
  ['direnv', 'select', 'allow|reload'],
  ['xcode-select', 'select', '.{0,60}'],
  ['xcrun', 'start', 'simctl boot'],
  ['adb', 'start', 'start-server|connect|reconnect|reverse|wait-for-device'],
  ['adb', 'stop', 'kill-server|uninstall'],
  [
    'emulator mongod redis-server postgres mysqld dockerd rabbitmq-server nats-server minio vault-server',
    'start',
    '.{0,60}',
  ],
  ['ssh-add ssh-agent kinit tsh aws-vault saml2aws granted assume', 'login', '.{0,60}'],
  ['vault', 'login', 'login|operator unseal'],
  ['vault', 'start', 'server'],
  ['op', 'login', 'signin'],
  [
    'argocd snow databricks snowsql huggingface-cli hf wandb sentry-cli kaggle',
    'login',
    'login|auth login|configure',
  ],
  ['kill pkill killall taskkill kill-port', 'stop', '.{0,60}'],
  ['mkdir cp touch ln install mv', 'make-path', '.{0,60}'],
  ['createdb createuser initdb venv virtualenv', 'init', '.{0,60}'],
  [
    'ldconfig protoc buf sqlc templ graphql-codegen openapi-generator xcodegen tuist autoreconf autoconf ninja meson',
    'build',
    '.{0,60}',
  ],
  ['vite next webpack rollup esbuild astro hugo gatsby', 'build', 'build|'],
  ['biber bibtex makeindex makeglossaries', 'build', '.{0,60}'],
  ['tlmgr', 'install', 'install|update'],
  ['nx turbo bazel buck2 pants', 'build', 'build|run .{0,40}build.{0,30}'],
  ['nx turbo bazel buck2 pants', 'clean', 'reset|clean'],
  ['forge hardhat', 'install', 'install|update|soldeer install'],
  ['forge hardhat', 'build', 'build|compile'],
]);

/** The first row with one of the words of the name decides. */
export const verbTable: readonly { readonly kind: StepKind; readonly verbs: ReadonlySet<string> }[] = [
  { kind: 'migrate', verbs: names('migrate migrations migration') },
  { kind: 'login', verbs: names('login signin authenticate auth authorize unlock') },
  { kind: 'install', verbs: names('install deps dependencies sync restore vendor bootstrap') },
  {
    kind: 'build',
    verbs: names('build generate gen codegen compile package bundle assemble prebuild prepare typegen'),
  },
  {
    kind: 'init',
    verbs: names('init initialize initialise setup create provision seed collectstatic register'),
  },
  { kind: 'stop', verbs: names('stop down kill shutdown') },
  { kind: 'start', verbs: names('start up serve server boot dev resume restart connect activate tunnel') },
  { kind: 'select', verbs: names('use select switch link') },
  { kind: 'fetch', verbs: names('fetch pull update refresh download') },
  { kind: 'clean', verbs: names('clean clear cr') },
];

function table(
  rows: readonly (readonly [string, StepKind, string])[],
): ReadonlyMap<string, readonly StepRow[]> {
  const found = new Map<string, StepRow[]>();
  for (const [programs, kind, verbs] of rows) {
    const row: StepRow = { kind, pattern: new RegExp(`^(?:${verbs})(?: |$)`) };
    for (const program of names(programs)) {
      const known = found.get(program);
      if (known === undefined) found.set(program, [row]);
      else known.push(row);
    }
  }
  return found;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
