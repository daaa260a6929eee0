// `npm run package-check`, before a release: packs the package as npm would, checks it with publint and arethetypeswrong,
// installs it into an empty folder and uses it with every supported Node. This needs the npm registry; the checks that work
// offline are in test/cli/package.test.ts.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from './steps.mjs';

const nodes = ['20', '22', '24'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'coppice-package-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// PostgreSQL refuses to run as root, and its unprivileged user must be able to enter this folder.
spawnSync('chmod', ['755', scratch]);

step('build', process.execPath, ['scripts/build.mjs']);
step('pack', 'npm', ['pack', '--silent', '--pack-destination', scratch]);
const tarball = join(
  scratch,
  readdirSync(scratch).find((name) => name.endsWith('.tgz')),
);
step('publint', 'npx', ['-y', 'publint@0.3.25', tarball, '--strict']);
// The package has only ES modules, by choice: CommonJS code can use import(), or a Node that can require them.
step('are the types wrong', 'npx', ['-y', '@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only']);

const folder = join(scratch, 'user');
mkdirSync(folder);
add('the package', folder, tarball);
for (const node of nodes) checkWithNode(node);
checkMcp();
await checkOptionalPackages();
console.log(`the package of ${version} works with Node ${nodes.join(', ')}`);

function add(name, prefix, ...packages) {
  step(`install ${name}`, 'npm', [
    ...['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', prefix],
    ...packages,
  ]);
}

/** An empty home, and functions that run the installed program in it. */
function newUser(name, executable = process.execPath) {
  const home = join(scratch, `home-${name}`);
  mkdirSync(home);
  // Run by root, the database would otherwise be created in a system folder, and stay there.
  const env = { PATH: process.env.PATH, HOME: home, COPPICE_REGISTRY_DATA: join(home, 'database') };
  const options = { cwd: home, env, encoding: 'utf8' };
  const command = [join(folder, 'node_modules/coppice/dist/main.js')];
  return {
    home,
    start: (...words) => spawn(executable, [...command, ...words], options),
    /** Runs the program, and throws unless the exit code is as expected and the output matches the pattern. */
    expect: (words, code, pattern) => {
      const { status, stdout, stderr } = spawnSync(executable, [...command, ...words], options);
      if (status === code && pattern.test(stdout + stderr)) return stdout + stderr;
      throw new Error(
        `coppice ${words.join(' ')} (${name}) exited ${status}, expected ${code} and ${pattern}\n${stdout}${stderr}`,
      );
    },
  };
}

function checkWithNode(node) {
  const prefix = join(scratch, `node-${node}`);
  mkdirSync(prefix);
  add(`Node ${node}`, prefix, `node@${node}`);
  const { home, expect } = newUser(`on-${node}`, join(prefix, 'node_modules/node/bin/node'));
  expect(['--version'], 0, new RegExp(`^${version.replaceAll('.', '\\.')}\n$`));
  expect(['create', 'forms', '--description', 'Fill in forms. Use for PDF.'], 0, /^created home:forms /);
  expect(['list'], 0, /^forms\t/);
  expect(['search', 'fill'], 0, /^home:forms\t/);
  expect(['scan', 'forms'], 0, /1 checked, 1 pass/);
  writeSession(home);
  expect(['evidence', 'backfill', '--json'], 0, /"sessions": 1,/);
  expect(['search', '--semantic', 'fill'], 1, /needs the package .*\nhint: npm install --prefix /);
  expect(['registry', 'serve', '--port', '0'], 1, /needs the package .*\nhint: npm install --prefix /);
  expect(['demo'], 0, /./);
  process.stderr.write(`  Node ${node}: works\n`);
}

/** Lists the tools and skills of the MCP server with the protocol's own inspector, which needs Node 22. */
function checkMcp() {
  const prefix = join(scratch, 'inspector');
  mkdirSync(prefix);
  add('the MCP inspector', prefix, '@modelcontextprotocol/inspector@2.12.0');
  const node22 = join(scratch, 'node-22/node_modules/node/bin/node');
  const { home, expect } = newUser('mcp');
  expect(['create', 'forms', '--description', 'Fill in forms. Use for PDF.'], 0, /./);
  const inspector = [join(prefix, 'node_modules/.bin/mcp-inspector'), '--cli'];
  const server = [process.execPath, join(folder, 'node_modules/coppice/dist/main.js'), 'mcp'];
  const options = { cwd: home, env: { PATH: process.env.PATH, HOME: home } };
  const view = ['tools/call', '--tool-name', 'skill_view', '--tool-arg', 'name=forms'];
  for (const method of [['tools/list', '--strict'], ['skills/list', '--verify'], ['resources/list'], view])
    step(`inspect ${method[0]}`, node22, [...inspector, ...server, '--method', ...method], {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
}

/** Installs the optional packages as the hints say, and checks that their verbs then work. */
async function checkOptionalPackages() {
  const { home, expect, start } = newUser('optional');
  expect(['create', 'forms', '--description', 'Fill in forms. Use for PDF.'], 0, /./);
  const packages = join(home, '.coppice/packages');
  for (const words of [
    ['search', '--semantic', 'complete a document'],
    ['registry', 'serve', '--port', '0'],
  ]) {
    const [, wanted] = /hint: npm install --prefix \S+ (.*)/.exec(expect(words, 1, /hint: npm install/));
    add(wanted, packages, ...wanted.split(' '));
  }
  expect(['search', '--semantic', 'complete a document'], 0, /^home:forms\t/);
  const server = start('registry', 'serve', '--port', '0', '--json');
  const { url } = JSON.parse(await firstDocument(server));
  for (const [path, pattern] of [
    ['/readyz', /./],
    ['/', /<title>/],
  ]) {
    const response = await fetch(url + path);
    if (!response.ok || !pattern.test(await response.text()))
      throw new Error(`${path} answered ${response.status}`);
  }
  server.kill('SIGTERM');
  await new Promise((ended) => server.on('exit', ended));
}

/** A document ends with a line that is only a closing brace. */
function firstDocument({ stdout, stderr }) {
  let text = '';
  stderr.pipe(process.stderr);
  return new Promise((resolve, reject) => {
    stdout.on('data', (chunk) => {
      text += chunk;
      if (/^\}$/m.test(text)) resolve(text);
    });
    stdout.on('end', () => reject(new Error(`the server ended after: ${text}`)));
  });
}

function writeSession(home) {
  const project = join(home, '.claude/projects/-home-you');
  mkdirSync(project, { recursive: true });
  const line = {
    type: 'user',
    message: { role: 'user', content: 'Fill in the form.' },
    sessionId: 'one',
    uuid: 'a',
    timestamp: new Date().toISOString(),
    cwd: home,
  };
  writeFileSync(join(project, 'one.jsonl'), `${JSON.stringify(line)}\n`);
}
