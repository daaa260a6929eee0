import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../app/context.js';
import { contextWith } from '../../app/context.world.js';
import { skillLibraryOf } from '../../app/skill-library.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { type ManualSchedule, manualSchedule } from '../../system/schedule.fixture.js';
import type { watchFolders } from '../../system/watch-folders.js';
import { readSkills } from '../views/skills.js';
import { readActivity, readToday } from '../views/today.js';
import { type Changes, watchChanges } from './changes.js';

const claude = '/user/.claude/skills';
let files: Files;
let context: Context;
let time: ManualSchedule;
let watched: ReadonlySet<string>;
let isOpen: boolean;
let happen: (folder: string) => void;
let changes: Changes;
let heard: number;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
  put('one');
  time = manualSchedule();
  watched = new Set();
  isOpen = false;
  const watch: typeof watchFolders = ({ onChange }) => {
    isOpen = true;
    happen = onChange;
    return {
      set: (folders) => {
        watched = folders;
      },
      close: () => {
        isOpen = false;
      },
    };
  };
  changes = watchChanges(context, { schedule: time.schedule, watch });
  heard = 0;
});

function put(name: string): void {
  files.makeFolder(`${claude}/${name}`);
  const text = `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo it.\n`;
  files.write(`${claude}/${name}/SKILL.md`, new TextEncoder().encode(text));
}

const listen = () =>
  changes.listen(() => {
    heard += 1;
  });

test('it watches the home, the roots and the folders of skills, and only while somebody listens', () => {
  expect(isOpen).toBe(false);
  const [first, second] = [listen(), listen()];
  expect(isOpen).toBe(true);
  for (const folder of ['/user/.coppice', claude, `${claude}/one`]) expect(watched).toContain(folder);
  first();
  first();
  expect(isOpen).toBe(true);
  second();
  expect(isOpen).toBe(false);
});

test('several events at once are one change', () => {
  listen();
  put('two');
  for (const folder of [claude, claude, `${claude}/one`]) happen(folder);
  expect(time.delays).toEqual([300]);
  time.next();
  expect(heard).toBe(1);
  // The new skill is watched too.
  expect(watched).toContain(`${claude}/two`);
});

test('what the pages themselves read is no change, or they would read for ever', async () => {
  const readAll = async () => {
    await readToday(context);
    await readActivity(context);
    await readSkills(context);
  };
  await readAll();
  listen();
  await readAll();
  happen('/user/.coppice');
  time.next();
  expect(heard).toBe(0);
});

test('an act is a change', async () => {
  listen();
  await skillLibraryOf(context).archive('claude:one');
  happen('/user/.coppice');
  time.next();
  expect(heard).toBe(1);
  happen('/user/.coppice');
  time.next();
  expect(heard).toBe(1);
});

test('nothing happens after the end', () => {
  listen();
  happen(claude);
  changes.close();
  expect([isOpen, time.delays]).toEqual([false, []]);
});
