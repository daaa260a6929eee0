// `npm start`: from a clean clone to a running Coppice. Installs, builds what is not fresh, shows the skills on this machine, and serves
// pages about them until Ctrl-C; with words after `--`, runs that command instead.
import { spawn, spawnSync } from 'node:child_process';
import { buildUnlessFresh, install, step } from './steps.mjs';

const program = 'dist/main.js';
const words = process.argv.slice(2);
install();
buildUnlessFresh();
if (words.length > 0) step(`coppice ${words.join(' ')}`, process.execPath, [program, ...words]);
else {
  showSkills();
  process.exitCode = await serve();
}

/** Prints the number of skills in each root, and the first few skills. */
function showSkills() {
  const { stdout } = spawnSync(process.execPath, [program, 'list', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { skills = [], message, error } = JSON.parse(stdout);
  const counts = {};
  for (const { root } of skills) counts[root] = (counts[root] ?? 0) + 1;
  const byRoot = Object.entries(counts).map(([root, count]) => `${root} ${count}`);
  console.log(`\n${message ?? error?.message ?? `Skills on this machine: ${byRoot.join(', ')}`}`);
  const shown = 5;
  for (const { name, description } of skills.slice(0, shown))
    console.log(`  ${printable(name)}: ${printable(description)}`.slice(0, process.stdout.columns || 120));
  if (skills.length > shown) console.log(`  and ${skills.length - shown} more: node ${program} list`);
  console.log('');
}

/** Anybody can write a skill, and a terminal interprets some characters. */
function printable(text) {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ');
}

/**
 * Serves until a signal comes. The server is in a process group of its own: otherwise Ctrl-C would reach it twice, from the
 * terminal and from here, or not at all when only npm gets the signal.
 */
function serve() {
  const server = spawn(process.execPath, [program, 'open', '--foreground'], {
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  });
  let signalledAt = Number.NEGATIVE_INFINITY;
  const stop = () => {
    // npm forwards the signal that the terminal has already sent here; a later one is a second Ctrl-C.
    if (performance.now() - signalledAt < 1_000) return;
    signalledAt = performance.now();
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  return new Promise((done) => server.on('exit', (code) => done(code ?? 1)));
}
