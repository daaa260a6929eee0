import { describe, expect, test } from 'vitest';
import { isAnswer, isLookForFile } from './answers.js';
import { commandsIn } from './commands-in.js';

const commandsOf = (text: string) => commandsIn(text).commands.map(({ command }) => command);

function check(text: string, exitCode: number | undefined, printed: string, expected: boolean) {
  test(`${text}: ${exitCode} ${printed.slice(0, 40)}`, () => {
    const [command] = commandsOf(text);
    expect(command !== undefined && isAnswer(command, { exitCode, text: printed })).toBe(expected);
  });
}

describe('the exit code is the answer', () => {
  check('systemctl is-active web', 3, 'inactive', true);
  check('systemctl status nope', 4, 'Unit nope.service could not be found.', true);
  check('systemctl restart web', 1, 'Job for web.service failed', false);
  check('terraform plan -detailed-exitcode', 2, 'Plan: 1 to add', true);
  check('terraform plan -detailed-exitcode', 1, 'Error: x', false);
  check('kubectl auth can-i delete pods', 1, 'no', true);
  check('ruff format --check .', 1, 'Would reformat: a.py', true);
  check('nc -z db 5432', 1, '', true);
  check('mysqladmin ping', 1, "mysqladmin: connect to server at 'localhost' failed", true);
  check('mysqladmin create shop', 1, "mysqladmin: connect to server at 'localhost' failed", false);
  check('mountpoint -q /mnt/backup', 32, '', true);
  check('make -q docs', 1, '', true);
  check('make docs', 1, '', false);
  check(
    'ssh -T git@a.example',
    1,
    "Hi! You've successfully authenticated, but shell access is not provided.",
    true,
  );
  check('ssh web1 uptime', 255, 'ssh: connect to host web1 port 22: Connection refused', false);
  check('pg_isready', 2, 'no response', true);
  check('pg_isready', undefined, 'no response', false);
});

describe('whether there is such a thing', () => {
  check('dpkg -s libpq-dev', 1, "dpkg-query: package 'libpq-dev' is not installed", true);
  check('dpkg -i a.deb', 1, "dpkg: error: package 'b' is not installed", false);
  check('pip show requests', 1, 'WARNING: Package(s) not found: requests', true);
  check('npm ls left-pad', 1, 'shop@1.0.0 /w\n└── (empty)', true);
  check(
    'kubectl get namespace preview',
    1,
    'Error from server (NotFound): namespaces "preview" not found',
    true,
  );
  check('kubectl get pods', 1, 'The connection to the server localhost:8080 was refused', false);
  check('kubectl delete namespace preview', 1, 'Error from server (NotFound): "preview" not found', false);
  check('aws s3api head-bucket --bucket a', 254, 'An error occurred (404): Not Found', true);
  check('aws s3api head-bucket --bucket a', 254, 'Unable to locate credentials', false);
  check('docker image inspect shop', 1, '', true);
  check('git rev-parse --verify x', 128, 'fatal: Needed a single revision', true);
  check(
    'git rev-parse HEAD',
    128,
    'fatal: not a git repository (or any of the parent directories): .git',
    false,
  );
  check('gh auth status', 1, 'You are not logged in to any GitHub hosts.', true);
  check('gh repo view a/b', 4, 'To get started with GitHub CLI, please run: gh auth login', false);
  check('npm view moor-slug', 1, 'npm error code E404\nnpm error 404 Not Found', true);
  check('helm status web', 1, 'Error: release: not found', true);
  check('helm list', 124, '', false);
  check('aws s3 ls s3://a --profile b', 255, 'Error loading SSO Token: Token for b does not exist', false);
});

describe('whether a program or a service is there', () => {
  check('pandoc --version', 127, 'bash: pandoc: command not found', true);
  check('pandoc a.md', 127, 'bash: pandoc: command not found', false);
  check('pandoc --version', 1, 'segmentation fault', false);
  check('curl -sf http://localhost:8080/health', 7, '', true);
  check('curl -sfI https://a.example/page', 22, '', true);
  check('curl -sf -o /dev/null http://localhost:9187/metrics', 7, '', true);
  check('curl -s -o /dev/null -w %{http_code} http://localhost:9187/', 7, '000', true);
  check('curl -sf -o page.html http://localhost:9187/metrics', 7, '', false);
  check('curl -sf -o /dev/null -d x=1 http://localhost:9187/', 22, '', false);
  check('curl -fI https://a.example/page', 22, 'curl: (22) The requested URL returned error: 404', false);
  check('curl -f http://localhost:8080/health', 7, 'curl: (7) Failed to connect', false);
  check('curl -sf -X POST http://localhost:8080/status', 22, '', false);
});

test('a look for a file', () => {
  const missing = 'ls: cannot access docs: No such file or directory';
  expect(isLookForFile(commandsOf('ls docs'), missing)).toBe(true);
  expect(isLookForFile(commandsOf('cd docs && make'), 'cd: docs: No such file or directory')).toBe(false);
  expect(isLookForFile(commandsOf('cat key'), 'cat: key: Permission denied')).toBe(false);
});
