/*
 * How many words behind a program name its subcommand, and which spellings are the same command. A word too many would
 * take an operand for a part of the command; a word too few would take different work for the same.
 */

/** The number of subcommand words; unknown programs are guessed. */
export function depthOf(program: string): number | undefined {
  return depths.get(program);
}

/** Whether a second word belongs to the subcommand: `docker compose up`, `git stash pop`. */
export function isGroup(program: string, subcommand: string): boolean {
  return groups.get(program)?.has(subcommand) ?? false;
}

/** Interpreters have the script as their subcommand. */
export const interpreters: ReadonlySet<string> = words(
  'python node deno ruby perl php tsx ts-node Rscript julia lua bash sh zsh dash fish osascript',
);

/** Behind one of these, the words of a deep program such as `gcloud` are operands. */
export const finalVerbs: ReadonlySet<string> = words(
  `deploy create delete list describe get set unset login logout update add remove ssh scp submit export import enable
  disable start stop restart reset apply print-access-token print-identity-token get-credentials build push pull`,
);

/** Flags before a subcommand that are followed by a value. */
export const globalValueFlags: ReadonlySet<string> = words(
  `-C -c -n --namespace --context --profile --region --project -f --file --prefix --cwd -w --filter -R --repo --dir
  --chdir --workspace --kubeconfig --config --manifest-path --project-directory --env-file -H --host --account
  --subscription -F --root --directory -p --project-name --log-level --output -o --color -s --server -pl --projects
  --kube-context --gemfile`,
);

/** Flags that decide what is done, so they are a part of the signature. */
export const modeFlags: ReadonlySet<string> = words(
  '--check --dry-run --write --fix --apply --plan --list --diff --continue --abort --skip --delete --set --unset',
);

/** Names of the same program. */
export function aliasOf(name: string): readonly string[] {
  if (/^python\d?(?:\.\d{1,2})?$/.test(name) || name === 'py') return ['python'];
  if (/^pip\d(?:\.\d{1,2})?$/.test(name)) return ['pip'];
  return aliases.get(name) ?? [name];
}

const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ['docker-compose', ['docker', 'compose']],
  ['podman-compose', ['podman', 'compose']],
  ['nodejs', ['node']],
  ['gradlew', ['gradle']],
  ['mvnw', ['mvn']],
  ['apt-get', ['apt']],
  ['.', ['source']],
  ['[[', ['[']],
]);

/** Package managers of Node.js: scripts are run with and without `run`. */
export const scriptRunners: ReadonlySet<string> = words('npm pnpm yarn bun');

/** Commands of package managers; another word is the name of a script, except for npm, which needs `run`. */
export const packageCommands: ReadonlySet<string> = words(
  `install ci add remove rm uninstall update up upgrade init link unlink publish pack why list ls outdated audit exec dlx
  create store prune dedupe rebuild config cache info view login logout whoami workspace workspaces run test start stop
  restart import patch deploy env set version bin root fetch x pm help doctor setup server self-update
  approve-builds node plugin constraints explain search owner dist-tag token access team org fund completion repl`,
);

/** The usual name of a subcommand of a package manager. */
export const packageSpellings: ReadonlyMap<string, string> = new Map([
  ['i', 'install'],
  ['in', 'install'],
  ['t', 'test'],
  ['tst', 'test'],
  ['run-script', 'run'],
  ['rm', 'remove'],
  ['uninstall', 'remove'],
  ['un', 'remove'],
  ['up', 'update'],
  ['upgrade', 'update'],
]);

const depths: ReadonlyMap<string, number> = new Map(
  [
    words(
      `ls cat cp mv rm mkdir rmdir ln touch chmod chown chgrp echo printf head tail wc sort uniq cut tr tee sed awk gawk
      grep egrep fgrep rg ag ack find fd xargs diff cmp comm test [ which whereis type pwd env printenv export set unset
      date sleep seq basename dirname realpath readlink stat file du df ps top pgrep pkill kill killall lsof fuser nc
      ping dig nslookup host ip ifconfig netstat ss uname whoami id hostname tree jq yq xmllint base64 md5sum shasum
      sha256sum openssl cd pushd popd source true false : exit return wait jobs read eval trap ulimit umask alias
      tar zip unzip gzip gunzip xz bzip2 7z gcc g++ cc clang clang++ ld ar nm objdump rustc javac java kotlinc scalac
      ffmpeg ffprobe convert magick curl wget http https psql mysql mariadb mongosh mongo sqlite3 redis-cli pg_dump
      pg_restore pg_isready createdb dropdb ssh scp sftp rsync ssh-keygen ssh-add tsc eslint pytest vitest jest mocha ava
      tap mypy pyright flake8 pylint isort black autopep8 yapf prettier stylelint rubocop rspec phpunit phpstan psalm
      shellcheck shfmt hadolint actionlint markdownlint tflint gofmt goimports golangci-lint staticcheck ctest cmake
      ninja xcodebuild swiftc swiftlint swiftformat webpack rollup esbuild parcel babel gunicorn uvicorn celery
      jupyter-nbconvert pandoc pdflatex latexmk man less more vim nano code open xdg-open nl od xxd strings patch
      nodemon concurrently wait-on http-server live-server act tox nox locust k6 ab wrk whisper yt-dlp mysqldump ansible ansible-playbook free uptime nproc
      duckdb mongoimport mongoexport mongodump mongorestore ogr2ogr ogrinfo gdalwarp gdal_translate qpdf pdftotext pdftoppm
      exiftool sox tesseract blender godot spark-submit sops age wkhtmltopdf inkscape gs cwebp optipng tectonic xelatex lualatex
      asciidoctor esptool esptool.py avrdude openocd bitbake valgrind gdb lldb strace iconv xsltproc sftp csvstat in2csv
      phpcs protoc yarn-deduplicate cypher-shell snowsql sqlcmd trino cqlsh clickhouse-client xz zstd`,
    ),
    words(
      `git docker podman kubectl oc helm npm pnpm yarn bun pip pipx uv poetry pdm pipenv hatch rye pixi cargo go terraform
      tofu pulumi brew apt dnf yum apk pacman zypper snap port choco winget scoop systemctl service journalctl launchctl
      fly flyctl vercel netlify wrangler heroku railway render alembic rails rake bundle gem mix dotnet composer artisan
      mvn gradle sbt lein make gmake just task nx turbo lerna flutter dart swift playwright cypress ruff biome next nuxt
      vite astro remix gatsby ng vue expo eas conda mamba micromamba nvm fnm volta asdf mise pyenv rbenv sdk rustup zig
      ollama dbt airflow ansible-galaxy vagrant packer vault consul nomad minikube k3d skaffold
      tilt kustomize istioctl eksctl kubectx kubens crane skopeo buildah trivy pre-commit changeset sqlx diesel goose
      flyway liquibase knex sequelize typeorm drizzle-kit hardhat forge firebase appwrite serverless sam cdk amplify
      claude codex gemini gcc-config defaults security codesign xcrun pod fastlane adb emulator jupyter hugo jekyll
      mkdocs sphinx-build storybook lighthouse nest msw direnv devbox doppler op gpg crontab ufw tmux screen
      nix bazel bazelisk pio arduino-cli restic rclone borg hledger ledger stack cabal dune opam ghcup elm gleam rebar3 clj mill
      meson conan vcpkg buf sqlc atlas dagger earthly okteto flux argo tkn kops kubeadm talosctl cilium linkerd velero nats
      temporal influx mc s3cmd snyk semgrep grype sentry-cli ngrok cloudflared tailscale helmfile terragrunt molecule dvc
      mlflow wandb prefect dagster sqlfluff quarto bookdown wasm-pack trunk tauri ionic cap sls chalice copilot az-func func
      hf huggingface-cli modal render railway turso neonctl pscale convex encore temporal k6 checkov infracost`,
    ),
    words(
      'aws az gh glab doctl stripe supabase prisma flask argocd kind hub linode-cli hcloud ibmcloud scw oci',
    ),
    words('gcloud'),
  ].flatMap((programs, depth) => [...programs].map((program) => [program, depth] as const)),
);

const groups: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'docker',
    words(
      'compose network volume image container buildx context system builder manifest plugin swarm service',
    ),
  ],
  ['podman', words('compose network volume image container system machine pod')],
  ['kubectl', words('rollout config create set top auth certificate')],
  ['oc', words('rollout config create set adm')],
  ['git', words('submodule remote stash worktree lfs bisect flow notes')],
  ['npm', words('run config cache workspace pkg')],
  ['pnpm', words('run config store env')],
  ['yarn', words('run config cache workspace plugin set')],
  ['bun', words('run pm')],
  ['go', words('mod work tool')],
  ['terraform', words('state workspace providers')],
  ['tofu', words('state workspace providers')],
  ['pulumi', words('stack config plugin')],
  ['brew', words('services bundle')],
  ['uv', words('pip tool python cache self')],
  ['poetry', words('env self cache source')],
  ['hatch', words('run env')],
  ['rye', words('run toolchain')],
  ['pixi', words('run global')],
  ['pdm', words('run')],
  ['helm', words('repo plugin dependency registry')],
  ['rustup', words('target component toolchain default')],
  ['cargo', words('sqlx')],
  ['conda', words('env config')],
  ['mamba', words('env config')],
  ['bundle', words('config')],
  ['composer', words('run-script global')],
  ['dotnet', words('tool ef nuget workload user-secrets dev-certs sln')],
  ['flutter', words('pub config')],
  ['dart', words('pub run')],
  ['fly', words('secrets machine volumes ips apps postgres redis certs auth')],
  ['flyctl', words('secrets machine volumes ips apps postgres redis certs auth')],
  ['vercel', words('env domains project')],
  ['wrangler', words('secret d1 kv r2 pages queues')],
  ['netlify', words('env sites functions')],
  ['heroku', words('container pg')],
  ['firebase', words('functions emulators')],
  ['minikube', words('addons image config')],
  ['ansible-galaxy', words('collection role')],
  ['vault', words('kv auth secrets token')],
  ['xcrun', words('simctl')],
  ['nx', words('run')],
  ['turbo', words('run')],
  ['devbox', words('run')],
  ['swift', words('package')],
]);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
