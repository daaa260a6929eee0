// Shared by the scripts: they work from the project's root, install once, run steps and stop at the first that fails.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error: Node ${process.versions.node} is too old\nhint: Coppice needs Node 20.19 or newer`);
  process.exit(1);
}

/** Installs the packages of the lockfile, unless this lockfile was already installed with this Node. */
export function install() {
  const marker = 'node_modules/.coppice-installed';
  const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(process.version)
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  step('install', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(marker, wanted);
}

const builtMarker = 'node_modules/.coppice-built';

/** Builds, unless dist/ was built from these very sources. */
export function buildUnlessFresh() {
  const wanted = sourcesDigest();
  const isFresh =
    existsSync('dist/main.js') &&
    existsSync('dist/web/index.html') &&
    existsSync(builtMarker) &&
    readFileSync(builtMarker, 'utf8') === wanted;
  if (!isFresh) step('build', process.execPath, ['scripts/build.mjs']);
}

/** Called by the build: before it begins nothing is built, at its end everything is. */
export function markBuilt(isBuilt) {
  if (isBuilt) writeFileSync(builtMarker, sourcesDigest());
  else rmSync(builtMarker, { force: true });
}

/** Of everything that a build reads, and of the Node that runs it. */
function sourcesDigest() {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const configs = readdirSync('.').filter((name) => /^(package|package-lock|tsconfig.*)\.json$/.test(name));
  const digest = createHash('sha256').update(process.version);
  for (const path of [...files, ...configs].sort()) digest.update(`\0${path}\0`).update(readFileSync(path));
  return digest.digest('hex');
}

/** Runs a command and shows its output; when it fails, the script exits with the same code. */
export function step(name, command, args, options = {}) {
  const started = performance.now();
  process.stderr.write(`- ${name}\n`);
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (error || status !== 0) {
    console.error(`error: ${name} failed${error ? `: ${error.message}` : ''}`);
    process.exit(status || 1);
  }
  process.stderr.write(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

/**
 * Runs commands one after another, beside other such chains, up to the first that fails; gives its exit code. What a
 * command prints is shown when it ends, so that the outputs do not mix.
 */
export async function chain(steps) {
  for (const [name, command, args, options] of steps) {
    const started = performance.now();
    const { code, output } = await run(command, args, options);
    process.stderr.write(`${output}- ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    if (code !== 0) {
      console.error(`error: ${name} failed`);
      return code;
    }
  }
  return 0;
}

function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      ...options,
    });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(parts) }));
  });
}

export const bin = (name) => `node_modules/.bin/${name}`;
