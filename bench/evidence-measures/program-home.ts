/*
 * A temporary home in which the built program works: skills that an agent made, and sessions in which they were used. A
 * measure runs verbs in it and reads what they wrote into the skills.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeSession } from '../session-files.js';
import type { StoredRow } from './stored-sessions.js';

export interface ProgramHome {
  /** Fails if the program does not exit with 0. */
  coppice(...words: readonly string[]): void;
  /** What the program wrote into the skill: the block in its SKILL.md, or its own files beside it; empty if nothing. */
  noteOf(skill: string): string;
}

const now = Date.UTC(2026, 10, 16, 12);
/** Between two sessions of a skill; all are within the seven days that a run considers. */
const halfDayMs = 43_200_000;

export async function withProgramHome<Value>(
  program: string,
  rows: readonly StoredRow[],
  use: (home: ProgramHome) => Value,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-notes-'));
  const skillRoot = join(folder, '.coppice', 'skills');
  const home: ProgramHome = {
    coppice: (...words) => run(resolve(program), folder, words),
    noteOf: (skill) => noteIn(join(skillRoot, skill)),
  };
  try {
    mkdirSync(join(folder, 'work'));
    for (const { id, skill, sessions } of rows) {
      mkdirSync(join(skillRoot, skill), { recursive: true });
      writeFileSync(join(skillRoot, skill, 'SKILL.md'), skillText(skill));
      for (const [index, { agent, steps }] of sessions.entries()) {
        const start = now - (sessions.length - index) * halfDayMs;
        await writeSession(folder, agent, `${id}-${index}`, start, skill, steps, { skillRoot });
      }
    }
    home.coppice('adopt', '--all');
    return use(home);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function skillText(name: string): string {
  return `---\nname: ${name}\ndescription: How the work called ${name} is done.\n---\n\n# ${name}\n\nDo it step by step.\n`;
}

function run(program: string, folder: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: join(folder, 'work'),
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      COPPICE_NOW: String(now),
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
    },
  });
  if (status !== 0)
    throw new Error(
      `coppice ${words.join(' ')} exited with ${status}: ${stdout.slice(-500)}${stderr.slice(-500)}`,
    );
}

function noteIn(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return paths
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      if (!path.endsWith('/SKILL.md')) return text;
      const start = text.indexOf('<!-- coppice:auto:start -->');
      const end = text.indexOf('<!-- coppice:auto:end -->');
      return start < 0 ? '' : text.slice(start, end < 0 ? undefined : end).replace(/^.*\n/, '');
    })
    .join('\n')
    .trim();
}
