/*
 * Makes the home of the story: skills with a past, sessions of agents, and two projects. What has a record or a ledger
 * entry got it from the library itself, on the day in question.
 */

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SkillLibrary } from '../../library/skill-library.js';
import { fixedClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { daysAgo, demoSessions } from './sessions.js';
import { type DemoSkill, demoSkills, skillText } from './skills.js';

export async function buildHome(userHome: string): Promise<void> {
  mkdirSync(userHome, { mode: 0o700 });
  for (const skill of demoSkills) await plant(userHome, skill);
  for (const { path, lines } of demoSessions(userHome)) {
    put(join(userHome, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  // What makes a folder a project.
  for (const project of ['shop', 'blog'])
    mkdirSync(join(userHome, 'work', project, '.git'), { recursive: true });
}

async function plant(userHome: string, skill: DemoSkill): Promise<void> {
  const { name, description, body, root, by, madeDaysAgo, usedDaysAgo } = skill;
  const isOwn = root === '.coppice/skills';
  if (isOwn) {
    await libraryAt(userHome, daysAgo(madeDaysAgo)).create({ name, description, body }, { by });
  } else {
    const path = join(userHome, root, name, 'SKILL.md');
    put(path, skillText(skill));
    utimesSync(path, daysAgo(madeDaysAgo) / 1_000, daysAgo(madeDaysAgo) / 1_000);
  }
  const label = isOwn ? 'home' : root.slice(1, root.indexOf('/'));
  for (const days of usedDaysAgo) {
    libraryAt(userHome, daysAgo(days)).reading.usage.record(`${label}:${name}`, 'use');
  }
}

function libraryAt(userHome: string, now: number): SkillLibrary {
  return new SkillLibrary({
    files: nodeFiles,
    clock: fixedClock(now),
    home: join(userHome, '.coppice'),
    userHome,
    workingFolder: userHome,
    // None of the skills is for some platforms only.
    platform: 'linux',
    environment: {},
  });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
