import { describe, expect, test } from 'vitest';
import type { Family, Outcome } from './attempt.js';
import { attemptsOf, type CallFacts } from './attempts-of.js';

type Facts = Partial<Omit<CallFacts, 'args'>> & { readonly args?: unknown };

function attempts({ args = {}, ...facts }: Facts) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return attemptsOf({
    event: 'e',
    at: 5,
    tool: 'Bash',
    result: '',
    isError: undefined,
    ...facts,
    args: text,
  });
}

const outcomesOf = (facts: Facts) => attempts(facts).map(({ outcome }) => outcome);

/** A shell call of Claude Code. */
function bash(command: string, exitCode: number, out: string): Facts {
  const result = exitCode === 0 ? out : `Exit code ${exitCode}\n${out}`;
  return { args: { command }, result, isError: exitCode !== 0 };
}

function check(name: string, facts: Facts, ...expected: readonly Outcome[]) {
  test(name, () => expect(outcomesOf(facts)).toEqual(expected));
}

describe('an exit code is about the commands that it can be about', () => {
  check('a success', bash('npm ci', 0, 'added 3 packages'), 'ok');
  check('a success that mentions errors', bash('npm ci', 0, 'error: none\nFAILED: 0'), 'ok');
  check('a failure', bash('npm ci', 1, 'npm error x'), 'failed');
  check('a silent failure', bash('mytool', 3, ''), 'failed');
  check(
    'the last one fails',
    bash('cd a && npm ci && npm test', 1, 'AssertionError: x'),
    'content',
    'ok',
    'failed',
  );
  check(
    'the one that the error names fails',
    bash('cd nope && npm ci', 1, 'bash: line 1: cd: nope: No such file or directory'),
    'failed',
    'unknown',
  );
  check(
    'the first one is named',
    bash('tsc && docker build .', 2, 'a.ts(1,2): error TS2304: x'),
    'failed',
    'unknown',
  );
  check('the last that is no reader fails', bash('npm ci && ls dist', 1, 'Error: boom'), 'failed', 'unknown');
  check('a reader fails alone', bash('cat key', 1, 'cat: key: Permission denied'), 'failed');
  check(
    'with errexit, any one may fail',
    bash('set -e\nfoo\nls', 127, 'bash: foo: command not found'),
    'ok',
    'failed',
    'unknown',
  );
  check(
    'a group fails',
    bash('(cd web && npm ci) && npm test', 1, 'npm error code ENOENT'),
    'content',
    'ok',
    'failed',
  );
});

describe('hidden exit codes', () => {
  check(
    'a pipe into a filter, with an error',
    bash('make 2>&1 | tail -5', 0, 'make: *** No rule to make target x'),
    'failed',
    'content',
  );
  check(
    'a pipe into a filter, with a success',
    bash('npm ci 2>&1 | grep -v warn', 0, 'added 214 packages'),
    'ok',
    'content',
  );
  check(
    'a pipe that shows the end, without an error',
    bash('make 2>&1 | tail -5', 0, '  LD sensor.elf'),
    'ok',
    'content',
  );
  check('a pipe that shows the start only', bash('make 2>&1 | head -5', 0, '  CC a.o'), 'masked', 'content');
  check('a pipe that shows nothing', bash('make 2>&1 | tail -5', 0, ''), 'masked', 'content');
  check('a pipe whose end was cut', bash('make 2>&1 | tail', 0, '  CC a.o…'), 'masked', 'content');
  check(
    'a red test behind a pipe',
    bash('npm test 2>&1 | tail', 0, 'AssertionError: x\n1 failed'),
    'masked',
    'content',
  );
  check(
    'a test behind a pipe that cannot start',
    bash('pytest | tail', 0, "ModuleNotFoundError: No module named 'x'"),
    'failed',
    'content',
  );
  check(
    'a pipe into a program',
    bash('cat a.sql | psql shop', 1, 'psql: error: connection refused'),
    'content',
    'failed',
  );
  check('pipefail', bash('set -o pipefail; make | tail', 2, 'boom'), 'ok', 'failed', 'unknown');
  check('or true', bash('npm test || true', 0, 'Error: boom'), 'masked', 'masked');
  check('or echo', bash('npm test || echo failed', 0, 'failed'), 'masked', 'masked');
  check('true at the end', bash('npm test; true', 0, 'Error: boom'), 'masked', 'content');
  check('a fallback', bash('npm ci || npm install', 0, 'added 3'), 'masked', 'masked');
  check('a fallback that fails', bash('npm ci || npm install', 1, 'boom'), 'masked', 'failed');
  check(
    'an exit code that is printed',
    bash('npm test; echo "exit: $?"', 0, 'x\nexit: 1'),
    'failed',
    'content',
  );
  check(
    'an exit code 0 that is printed',
    bash('npm ci; echo EXIT=$?', 0, 'Error: noise\nEXIT=0'),
    'ok',
    'content',
  );
  check(
    'the status of a pipe that is printed',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is shell text.
    bash('make | tail -3; echo ${PIPESTATUS[0]}', 0, 'x\n2'),
    'failed',
    'content',
    'content',
  );
  check('a sequence without an error', bash('docker build -t a .\ndocker run a', 0, 'done'), 'ok', 'ok');
  check(
    'a sequence with an error that names one',
    bash('git pull; make', 0, 'fatal: no remote\nmake ok'),
    'failed',
    'ok',
  );
  check('a sequence with another error', bash('foo; make', 0, 'Error: boom'), 'masked', 'ok');
  check('the background', bash('npm start &', 0, ''), 'unknown');
  check('a substitution', bash('echo $(git rev-parse HEAD)', 0, 'abc'), 'unknown', 'content');
  check('a branch', bash('if [ -f a ]; then npm ci; fi', 0, ''), 'unknown', 'masked');
  check('a loop', bash('for f in a b; do lint $f; done', 1, 'boom'), 'failed');
});

describe('a failure that is part of the work is expected', () => {
  check('no match', bash('rg TODO src', 1, ''), 'expected');
  check('no match in a pipe', bash('npm ls | grep lodash', 1, ''), 'masked', 'expected');
  check('no match after other work', bash('cd src && grep -rn x .', 1, ''), 'content', 'expected');
  check('a difference', bash('diff a b', 1, '1c1\n< error: a\n---\n> b'), 'expected');
  check('git diff --exit-code', bash('git diff --exit-code', 1, '+x'), 'expected');
  check('a test of a file', bash('[ -f x ]', 1, ''), 'expected');
  check('an unknown program', bash('which foo', 1, ''), 'expected');
  check('a search that fails', bash('rg x[', 2, 'rg: regex parse error: unclosed character class'), 'failed');
  check('a search that fails with 1', bash('grep x key', 1, 'grep: key: Permission denied'), 'failed');
  check(
    'a file that was looked for',
    bash('cat nope', 1, 'cat: nope: No such file or directory'),
    'expected',
  );
  check(
    'a folder that was searched',
    bash('grep -r x nope', 2, 'grep: nope: No such file or directory'),
    'expected',
  );
  check('a test before other work', bash('test -f .env && make', 1, ''), 'expected', 'unknown');
  check('no match in any file', bash('find . -name a | xargs grep -l x', 123, ''), 'content', 'expected');
  check(
    'a failure before a search',
    bash('npm run build && grep x dist/a', 1, 'Error: build broke'),
    'failed',
    'unknown',
  );
  // A red test is a failure here; whether it was expected depends on what follows.
  check('a red test', bash('npm test', 1, 'AssertionError: x'), 'failed');
});

describe('calls that only read are never judged by their words', () => {
  check('a log', bash('cat build.log', 0, 'Error: boom\nFATAL'), 'content');
  check('a diff', bash('git diff', 0, '+ throw new Error("x")'), 'content');
  check('a log in a pipe', bash('docker logs x 2>&1 | tail', 0, 'Error: boom'), 'content', 'content');
  check('a search', bash('rg "error:" src', 0, 'a.ts:1: error: x'), 'content');
  check(
    'a log that was judged by its words',
    { args: { command: 'cat build.log' }, result: 'npm start\nError: boom', isError: true },
    'content',
  );
  check(
    'a page',
    {
      tool: 'WebFetch',
      args: { url: 'https://a.example' },
      result: 'How to fix "Error: x"',
      isError: undefined,
    },
    'content',
  );
  check(
    'a page that could not be read',
    { tool: 'WebFetch', result: 'Request failed with status code 404', isError: true },
    'content',
  );
  check(
    'a search of the web',
    { tool: 'google_web_search', result: 'Error: x - how to fix', isError: undefined },
    'content',
  );
  check(
    'a tool of a server that reads',
    { tool: 'mcp__github__get_issue', result: 'Title: Error: crash', isError: true },
    'content',
  );
  check(
    'a tool of a server that could not read',
    { tool: 'mcp__github__get_issue', result: 'MCP error -32000: closed', isError: true },
    'failed',
  );
  check('a file that is written', bash('cat > a <<EOF\nx\nEOF', 0, ''), 'ok');
});

describe('a command that says that it failed has failed, although it ended well', () => {
  const trace = 'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'sku\'\ndone';
  check('an error that nobody caught', bash('python etl.py', 0, trace), 'failed');
  check('the last line', bash('python etl.py', 0, '[2/2] b FAILED\ndone with errors'), 'failed');
  check('an error at the end', bash('./sync', 0, 'reading\nERROR: no such account'), 'failed');
  check('not a measured error', bash('python train.py', 0, 'epoch 1\nError: 0.31'), 'ok');
  check(
    'not a summary without one',
    bash('./loadtest', 0, 'requests: 812\nError distribution: none, failed: 0'),
    'ok',
  );
  check('not an error before the end', bash('./sync', 0, 'ERROR: retrying\nsynced'), 'ok');
  check('not a file that was read', bash('cat a.log', 0, trace), 'content');
  check(
    'not the rows of a query',
    bash('psql -Atc "select m from log"', 0, 'ok\nERROR: disk full'),
    'content',
  );
  check('not what a service logged', bash('aws logs tail /x', 0, 'ERROR: timed out'), 'content');
});

describe('a command that the agent meant to stop is no failure', () => {
  check('a server that was watched', bash('timeout 10 npm run dev', 124, 'ready in 300 ms'), 'expected');
  check('a log that was followed', bash('timeout 5 tail -f app.log', 124, 'listening'), 'expected');
  check('not a server that failed', bash('timeout 10 npm run dev', 124, 'Error: no config'), 'failed');
  check('not a task that hangs', bash('timeout 60 npm run e2e', 124, 'running'), 'failed');
  check('cut off by head', bash('set -o pipefail; yes | head -3', 141, 'y'), 'ok', 'ok', 'expected');
});

describe('without an exit code', () => {
  const judged = (command: string, result: string) => ({ args: { command }, result, isError: true });
  check(
    'a fallback ran',
    judged('yarn -v || npm -v', 'bash: yarn: command not found\n10.2.0'),
    'masked',
    'masked',
  );
  check(
    'a listing is judged by its first line',
    judged('kubectl get pods', 'NAME STATUS\njob-2 Error: x'),
    'content',
  );
  check('a listing that failed', judged('kubectl get pods', 'error: You must be logged in'), 'failed');
});

describe('a command before a filter', () => {
  const piped = (command: string, result: string) => ({ args: { command }, result, isError: true });
  check(
    'is judged, not the filter',
    piped('npx tsc | tail -4', 'a.ts(1,1): error TS2304: x'),
    'failed',
    'content',
  );
  check('a red test is not', piped('npx vitest run | tail', 'FAIL a.test.ts\n1 failed'), 'masked', 'content');
  check(
    'the first of two commands of the program that speaks',
    bash(
      'docker compose up -d; docker compose ps',
      0,
      'Error response from daemon: port is already allocated\nNAME',
    ),
    'failed',
    'ok',
  );
});

describe('answers of servers', () => {
  check('an error body', bash('curl -s https://a.example', 0, '{"error":"not found"}'), 'failed');
  check(
    'an error body in a pipe',
    bash('curl -s https://a.example | jq .', 0, '{\n  "error": {"code": 1}\n}'),
    'failed',
    'content',
  );
  check('an empty error', bash('curl -s https://a.example', 0, '{"error":null,"data":1}'), 'ok');
  check('data', bash('curl -s https://a.example', 0, '{"data":{"error":"x"}}'), 'ok');
});

describe('what the user stopped does not count', () => {
  check(
    'refused',
    { args: { command: 'rm -rf x' }, result: 'the user refused it', isError: true },
    'refused',
  );
  check(
    'refused, as the transcript says',
    { args: { command: 'a && b' }, result: '', isError: true, ended: 'refused' },
    'unknown',
    'refused',
  );
  check(
    'interrupted',
    { args: { command: 'npm start' }, result: '[Request interrupted by user for tool use]', isError: true },
    'interrupted',
  );
  check(
    'interrupted, as the transcript says',
    { tool: 'mcp__a__b', result: '', isError: true, ended: 'interrupted' },
    'interrupted',
  );
  check('interrupted with an exit code', bash('npm start', 130, '^C'), 'interrupted');
  check(
    'an edit that was refused',
    { tool: 'Edit', result: 'the user refused it: no', isError: true },
    'refused',
  );
});

describe('the protocol of the tools does not count', () => {
  check(
    'an edit',
    {
      tool: 'Edit',
      args: { file_path: 'a' },
      result: '<tool_use_error>File has not been read yet.</tool_use_error>',
      isError: true,
    },
    'harness',
  );
  check(
    'any failed edit',
    { tool: 'apply_patch', args: '*** Begin Patch', result: 'EACCES: no', isError: true },
    'harness',
  );
  check(
    'a read',
    { tool: 'Read', args: { file_path: 'a' }, result: 'File does not exist.', isError: true },
    'harness',
  );
  check('a search tool', { tool: 'Grep', result: 'regex parse error', isError: true }, 'harness');
  const missing = { result: 'ENOENT: no such file or directory, open config.yaml', isError: true };
  check('a file that is missing for a file tool', { tool: 'Read', ...missing }, 'harness');
  check(
    'a file that is missing for a program',
    { tool: 'bash', args: JSON.stringify({ command: 'ship --prod' }), ...missing },
    'failed',
  );
  check(
    'an unknown tool',
    { tool: 'mcp__x__y', result: 'Error: No such tool available: mcp__x__y', isError: true },
    'harness',
  );
  check(
    'malformed arguments',
    {
      tool: 'exec_command',
      args: '{"cmd":"ls"}',
      result: 'failed to parse function arguments: x',
      isError: true,
    },
    'harness',
  );
  check('a subagent', { tool: 'Task', result: 'Error: boom', isError: true }, 'harness');
  check('a read that worked', { tool: 'Read', result: 'const error = 1', isError: false }, 'content');
  check('an edit that worked', { tool: 'Edit', result: 'updated', isError: false }, 'ok');
});

describe('a call that worked may print the words of a stop', () => {
  check('a refusal', bash('node x.js', 0, 'user rejected the offer'), 'ok');
  check('the protocol', bash('node x.js', 0, 'File not found: a, created it'), 'ok');
});

describe('every agent', () => {
  const failed = 'fatal: not a git repository';
  check(
    'Codex, text',
    {
      tool: 'exec_command',
      args: { cmd: 'git pull' },
      result: `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 128\nOutput:\n${failed}`,
      isError: true,
    },
    'failed',
  );
  check(
    'Codex, a list',
    {
      tool: 'shell',
      args: { command: ['bash', '-lc', 'cd x && git pull'], workdir: '/p' },
      result: JSON.stringify({ output: failed, metadata: { exit_code: 128 } }),
      isError: true,
    },
    'content',
    'failed',
  );
  check(
    'Codex, running on',
    {
      tool: 'exec_command',
      args: { cmd: 'npm start' },
      result: 'Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\nready',
      isError: undefined,
    },
    'unknown',
  );
  check(
    'Gemini CLI',
    {
      tool: 'run_shell_command',
      args: { command: 'git pull' },
      result: `Command: git pull\nDirectory: (root)\nOutput: ${failed}\nError: (none)\nExit Code: 128`,
      isError: undefined,
    },
    'failed',
  );
  check(
    'Gemini CLI, ok',
    {
      tool: 'run_shell_command',
      args: { command: 'git pull' },
      result: 'Command: git pull\nDirectory: (root)\nOutput: Error: 0\nError: (none)\nExit Code: 0',
      isError: undefined,
    },
    'ok',
  );
  check(
    'Hermes',
    {
      tool: 'terminal',
      args: { command: 'git pull' },
      result: JSON.stringify({ output: failed, exit_code: 128, error: null }),
      isError: true,
    },
    'failed',
  );
  check(
    'Hermes, cut',
    { tool: 'terminal', args: { command: 'git pull' }, result: `{"output": "${failed}…`, isError: true },
    'failed',
  );
  check('OpenCode', { tool: 'bash', args: { command: 'git pull' }, result: failed, isError: true }, 'failed');
  check(
    'Claude Code, in the background',
    {
      args: { command: 'npm start', run_in_background: true },
      result: 'Command running in background with ID: b1',
      isError: false,
    },
    'unknown',
  );
  check(
    'arguments that were cut',
    { args: '{"command":"git pull --rebase orig…', result: `Exit code 1\n${failed}`, isError: true },
    'failed',
  );
  check('no result yet', { args: { command: 'git pull' }, isError: undefined }, 'unknown');
  check('a silent success', { args: { command: 'mkdir a' }, result: '', isError: false }, 'ok');
  check(
    'an exit code beside the text',
    { args: { command: 'git pull' }, result: 'x', isError: undefined, exitCode: 1 },
    'failed',
  );
  check('an unmarked error', { args: { command: 'git pull' }, result: failed, isError: undefined }, 'failed');
});

describe('the cause', () => {
  function cause(name: string, facts: Facts, family: Family, key: string) {
    test(name, () =>
      expect(attempts(facts).find((each) => each.cause)?.cause).toMatchObject({ family, key }),
    );
  }

  cause(
    'of a missing module',
    bash('python3 x.py', 1, "Traceback (most recent call last):\nModuleNotFoundError: No module named 'a'"),
    'dep',
    "python x.py: ModuleNotFoundError: No module named 'a'",
  );
  cause(
    'of a timeout',
    {
      args: { command: 'npm start' },
      result: 'Exit code 143\nready\nCommand timed out after 2m 0.0s',
      isError: true,
    },
    'transient',
    'npm start: Command timed out after <n>m <n>s',
  );
  cause(
    'of an MCP error',
    {
      tool: 'mcp__linear__create',
      args: { team: 'WEB' },
      result: '{"content":[{"type":"text","text":"Error: Entity not found: Team"}],"isError":true}',
      isError: true,
    },
    'invalid',
    'mcp__linear__create: Error: Entity not found: Team',
  );
  cause(
    'of an answer',
    bash('curl -s https://a.example', 0, '{"error":{"message":"Bad credentials"}}'),
    'auth',
    'curl: Bad credentials',
  );

  test('is there if and only if the attempt failed', () => {
    for (const facts of [bash('a && b', 1, 'boom'), bash('a | tail; b', 0, 'Error: x'), bash('rg x', 1, '')])
      for (const { outcome, cause: found } of attempts(facts))
        expect(found !== undefined).toBe(outcome === 'failed');
  });

  test('has the exit code of the command that it is about', () => {
    expect(attempts(bash('foo', 7, 'boom'))[0]?.cause?.exitCode).toBe(7);
    expect(attempts(bash('foo; echo $?', 0, 'boom\n9'))[0]?.cause?.exitCode).toBe(9);
    expect(attempts(bash('foo | tail', 0, 'error: boom'))[0]?.cause?.exitCode).toBeUndefined();
  });
});

describe('an attempt', () => {
  test('knows its call, its place and what was printed', () => {
    const [first, second] = attempts({ ...bash('cd /p && npm ci', 1, 'npm error x'), event: 'id', at: 7 });
    expect(first).toMatchObject({ event: 'id', at: 7, index: 0, tool: 'Bash', output: 'npm error x' });
    expect(second).toMatchObject({
      index: 1,
      command: { signature: 'npm ci', folder: '/p' },
      changesState: true,
    });
  });

  test('of a server has its arguments as words', () => {
    const [attempt] = attempts({
      tool: 'mcp__linear__create',
      args: { team: 'WEB', n: 3, a: { b: 1 } },
      isError: false,
      result: 'ok',
    });
    expect(attempt?.command).toMatchObject({
      signature: 'mcp__linear__create',
      words: ['team=WEB', 'n=3', 'a={"b":1}'],
      text: 'mcp__linear__create team=WEB n=3 a={"b":1}',
    });
  });

  test('of a file tool has no signature', () => {
    const [attempt] = attempts({
      tool: 'Edit',
      args: { file_path: '/p/a.ts' },
      isError: false,
      result: 'ok',
    });
    expect(attempt).toMatchObject({ command: { signature: '', words: ['/p/a.ts'] }, changesState: true });
  });

  test('starts in the folder of the call', () => {
    const folder = (facts: Facts) => attempts(facts)[0]?.command.folder;
    expect(folder({ ...bash('npm ci', 0, ''), folder: '/s' })).toBe('/s');
    expect(folder({ tool: 'exec_command', args: { cmd: 'npm ci', workdir: '/w' }, folder: '/s' })).toBe('/w');
  });

  test('that sets something for the shell changes state only for what follows in its call', () => {
    const changes = (command: string) =>
      attempts(bash(command, 0, '')).map(({ changesState }) => changesState);
    expect(changes('source .venv/bin/activate && python x.py')).toEqual([true, true]);
    expect(changes('source .venv/bin/activate')).toEqual([false]);
    expect(changes('export A=1; ls')).toEqual([false, false]);
    expect(changes('cd x && npm ci')).toEqual([false, true]);
  });
});
