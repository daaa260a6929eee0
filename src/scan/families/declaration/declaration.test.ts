import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { declarationScanner } from './declaration.js';

interface Given {
  readonly declared?: string;
  readonly body?: string;
  /** By path. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Rule, severity, file and line of each finding; the body starts after the declared lines. */
function findings({ declared = '', body = '', scripts = {} }: Given): readonly string[] {
  const skill = `---\nname: a\ndescription: Does one thing.\n${declared}---\n${body}\n`;
  const files = { 'SKILL.md': skill, ...scripts };
  return declarationScanner
    .scan(textPackage(files, 'a'))
    .map(({ rule, severity, file, line }) => `${rule} ${severity} ${file}:${line}`);
}

function check(rows: readonly (readonly [given: Given, ...expected: string[]])[]): void {
  for (const [given, ...expected] of rows) expect([given, ...findings(given)]).toEqual([given, ...expected]);
}

const variables = 'required_environment_variables: [NOTES_TOKEN]\n';

test('undeclared credentials are found in every language', () => {
  check([
    [
      { declared: variables, scripts: { 'a.sh': 'curl -H "X: $NOTES_TOKEN"\ncurl -H "X: $MAIL_PASSWORD"' } },
      'declaration/environment medium a.sh:2',
    ],
    [
      { declared: variables, scripts: { 'a.py': 'import os\nkey = os.environ["MAIL_API_KEY"]' } },
      'declaration/environment medium a.py:2',
    ],
    [
      { declared: variables, scripts: { 'a.mjs': 'const key = process.env.MAIL_API_KEY;' } },
      'declaration/environment medium a.mjs:1',
    ],
    [
      { declared: variables, body: '```bash\necho $MAIL_API_KEY\n```' },
      'declaration/environment low SKILL.md:7',
    ],
    [{ declared: variables, scripts: { 'a.sh': 'cd $HOME && echo $NOTES_FOLDER $NOTES_TOKEN' } }],
    [{ declared: variables, scripts: { 'a.sh': 'MAIL_TOKEN=$(login)\ncurl -H "X: $MAIL_TOKEN"' } }],
    [{ declared: variables, scripts: { 'a.sh': '# needs $MAIL_API_KEY' } }],
    [
      {
        declared: `${variables}compatibility: Needs MAIL_API_KEY\n`,
        scripts: { 'a.sh': 'echo $MAIL_API_KEY' },
      },
    ],
  ]);
});

test('a skill without declarations gets at most one finding', () => {
  check([
    [
      { scripts: { 'a.sh': 'echo $MAIL_API_KEY\necho $NOTES_API_KEY' }, body: '```sh\necho $X_TOKEN\n```' },
      'declaration/nothing info a.sh:1',
    ],
    [{ body: '```text\necho $X_TOKEN\n```' }],
    [{ body: '```text\n```\n~~~bash\n```\necho $X_TOKEN' }, 'declaration/nothing info SKILL.md:9'],
    [{ scripts: { 'a.sh': 'curl https://files.example.io/a; npm install' } }],
    [{ declared: 'compatibility: Linux\n', scripts: { 'a.sh': 'echo $MAIL_API_KEY' } }],
  ]);
});

test('an offline skill that names a host is found', () => {
  const offline = 'compatibility: Works offline, no network access\n';
  check([
    [
      { declared: offline, scripts: { 'a.py': 'get("https://collect.example.io/a")' } },
      'declaration/network medium a.py:1',
    ],
    [{ declared: offline, scripts: { 'a.py': 'get("http://localhost:3000/a")\n# https://docs.python.org' } }],
    [{ declared: offline, body: '```bash\ncurl https://collect.example.io/a\n```' }],
    [{ scripts: { 'a.py': 'get("https://collect.example.io/a")' } }],
  ]);
});

test('undeclared programs and tools are found', () => {
  const programs = 'prerequisites:\n  commands: [git]\n';
  check([
    [
      { declared: programs, scripts: { 'a.sh': 'git pull && cat a | grep b\necho a | nc host 1' } },
      'declaration/program low a.sh:2',
    ],
    [{ declared: programs, body: '```bash\ncurl https://a.example.io\n```' }],
    [
      { declared: 'allowed-tools: Read, Grep\n', scripts: { 'a.py': 'print(1)' } },
      'declaration/tool low a.py:1',
    ],
    [{ declared: 'allowed-tools: Read, Bash(python:*)\n', scripts: { 'a.py': 'print(1)' } }],
    [{ declared: 'allowed-tools: Read\n', body: '```bash\nls\n```' }],
  ]);
});

test('a package without a SKILL.md has no findings', () => {
  expect(declarationScanner.scan(textPackage({}, 'a'))).toEqual([]);
});
