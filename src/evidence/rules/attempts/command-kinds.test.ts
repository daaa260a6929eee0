import { describe, expect, test } from 'vitest';
import { changesState, endsWithCall, isContentCommand, isFilter, isSearch } from './command-kinds.js';
import { commandsIn, type ParsedCommand } from './commands-in.js';

function parsed(text: string): ParsedCommand {
  const found = commandsIn(text).commands.at(-1);
  if (found === undefined) throw new Error(`no command in ${text}`);
  return found;
}

function each(
  what: string,
  is: (parsed: ParsedCommand) => boolean,
  yes: readonly string[],
  no: readonly string[],
) {
  describe(what, () => {
    test.each(yes)('%s', (text) => expect(is(parsed(text))).toBe(true));
    test.each(no)('not %s', (text) => expect(is(parsed(text))).toBe(false));
  });
}

each(
  'tests, linters, type checks and formatters verify',
  ({ command }) => command.isVerify,
  [
    'pytest',
    'npx vitest run',
    'tsc --noEmit',
    'npm test',
    'npm run lint',
    'npm run test:unit',
    'pnpm typecheck',
    'cargo test',
    'cargo clippy',
    'go vet ./...',
    'make check',
    'dotnet test',
    'node --test',
    'python -m unittest',
    'php artisan test',
    'terraform validate',
    'deno test',
    'prettier --write .',
  ],
  [
    'npm run build',
    'npm start',
    'git check-ignore x',
    'docker run test',
    'make',
    'terraform plan',
    'gh run view',
    'node x.js',
  ],
);

each(
  'reads, listings and checks change nothing',
  ({ command, writesTo }) => !changesState(command, writesTo),
  [
    'cat a',
    'ls -la',
    'sed -n 1,5p a',
    'find . -name x',
    'git status',
    'git log --oneline',
    'kubectl get pods',
    'aws ec2 describe-instances',
    'aws s3 ls',
    'docker ps',
    'npm test',
    'terraform plan',
    'terraform apply --help',
    'npm publish --dry-run',
    'tool -h',
    'tool --version',
    'curl -s https://a.example',
    'sleep 5',
    'echo hi',
    'echo hi > /dev/null',
    'cd x',
    'export A=1',
    'tesseract --list-langs',
    'python manage.py showmigrations',
  ],
  [
    'npm ci',
    'docker build -t a .',
    'echo x > .env',
    'cat > a <<EOF\nx\nEOF',
    'sed -i s/a/b/ f',
    'find . -name x -delete',
    'go get x',
    'mix deps.get',
    'flutter pub get',
    'curl -X POST https://a.example',
    'curl -o a https://a.example',
    'wget https://a.example',
    'psql -h localhost -c "drop table x"',
    'python x.py',
    'mytool',
    'git checkout -b x',
    'rm -rf dist',
    'kill 12',
  ],
);

each(
  'a search ends with 1 if there is no match',
  ({ command }) => isSearch(command),
  [
    'rg x',
    'grep -q x f',
    'git grep x',
    'diff a b',
    'cmp a b',
    'test -f x',
    '[ -f x ]',
    '[[ -f x ]]',
    'which node',
    'command -v node',
    'git diff --exit-code',
    'git diff --quiet HEAD',
    'pgrep node',
    'systemctl is-active x',
    'npm outdated',
    'jq -e .a f',
    'kill -0 12',
  ],
  ['git diff', 'git push', 'npm test', 'ls x', 'systemctl start x', 'jq .a f', 'kill 12', 'command x'],
);

each(
  'what is printed by these is content',
  ({ command }) => isContentCommand(command),
  [
    'cat build.log',
    'git diff',
    'git log',
    'docker logs x',
    'docker compose logs',
    'kubectl logs x',
    'gh pr view 1',
    'journalctl -u x',
    'jq . f',
  ],
  ['npm test', 'git push', 'docker run x', 'curl https://a.example', 'sed -i s/a/b/ f'],
);

each(
  'what these set is gone when the call ends',
  ({ command }) => endsWithCall(command),
  ['export A=1', 'source x', '. x', 'nvm use 22', 'conda activate x', 'cd x'],
  ['nvm install 22', 'npm ci', 'conda create x'],
);

each(
  'filters show a part of what they get',
  ({ command }) => isFilter(command.program),
  ['tail -5', 'grep x', 'jq .'],
  ['sh', 'psql'],
);

each(
  'a question to a database returns content, and changes nothing',
  (command) => isContentCommand(command.command) && !changesState(command.command, []),
  [
    'psql shop -tAc "select status, count(*) from orders group by 1"',
    'psql -c "\\d users"',
    "mysql -e'show tables' shop",
    'mysql shop --execute="SELECT 1"',
    'sqlite3 app.db "pragma table_info(users)"',
    'sqlite3 app.db .schema',
    'duckdb shop.db "from events limit 2"',
    'mongosh shop --eval "db.orders.find({})"',
    'redis-cli -h cache get session:1',
  ],
  [
    'psql shop -c "update orders set paid = true"',
    'psql shop -c "with gone as (delete from orders returning id) select count(*) from gone"',
    'psql shop -f migrate.sql',
    'sqlite3 app.db "insert into a select * from b"',
    'mysql shop',
    'redis-cli set a 1',
    'create-db --from select',
  ],
);
