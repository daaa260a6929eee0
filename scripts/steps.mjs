// Shared by the scripts: they work from the project's root, install once, run steps and stop at the first that fails.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

export const bin = (name) => `node_modules/.bin/${name}`;
