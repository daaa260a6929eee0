// The pictures of the pages about one machine: a home that the seeded generator invents, with the sessions of a month, and
// the server of `coppice open` on it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { importSource } from './import-source.mjs';

const seed = 18;
const wishes = {
  skills: 64,
  broken: 2,
  copies: 3,
  unused: 14,
  fixedFailures: 3,
  openFailures: 1,
  corrected: 1,
  sessions: 40,
};

export const machinePictures = [
  { name: 'machine-today', path: () => '/machine' },
  { name: 'machine-skills', path: () => '/machine/skills?sort=activity' },
  {
    name: 'machine-skill',
    path: ({ failing: [id] }) => `/machine/skill?${new URLSearchParams({ id, tab: 'happened' })}`,
    theme: 'dark',
  },
  { name: 'machine-phone', path: () => '/machine', width: 390, height: 844 },
];

/** Calls `act` with the address, a way to get a new link, the time of the home and what was planted in it. */
export async function withMachine(built, scratch, act) {
  const program = resolve(built);
  const { planHome } = await importSource('test/homes/plan.ts');
  const { writeHome } = await importSource('test/homes/write-home.ts');
  const folder = join(scratch, 'person');
  mkdirSync(folder);
  const home = planHome(seed, wishes);
  await writeHome(folder, home);
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    COPPICE_NOW: String(home.now),
  };
  const options = { cwd: folder, env: environment, encoding: 'utf8' };
  const run = (...words) => execFileSync(process.execPath, [program, ...words], options);
  run('evidence', 'backfill');
  // The scanner has seen everything by then.
  for (let look = 0; look < 3; look += 1) run('status');
  const server = spawn(process.execPath, [program, 'open', '--foreground', '--port', '0', '--json'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const lines = [];
    for await (const line of createInterface(server.stdout)) {
      lines.push(line);
      if (line === '}') break;
    }
    const { url } = JSON.parse(lines.join('\n'));
    const link = () => JSON.parse(run('open', '--no-browser', '--json')).signIn;
    await act({ url, link, now: home.now, planted: home.planted });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
