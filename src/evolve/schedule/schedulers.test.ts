import { expect, test } from 'vitest';
import { cronScheduler } from './cron-scheduler.js';
import { launchdScheduler, systemdScheduler } from './file-scheduler.js';
import { schedulerContract } from './scheduler.contract.js';
import type { SchedulerOptions } from './scheduler.js';
import { job, SchedulerWorld } from './scheduler.world.js';
import { detectScheduler } from './schedulers.js';

schedulerContract('systemd', systemdScheduler);
schedulerContract('launchd', launchdScheduler);
schedulerContract('cron', cronScheduler);

const units = '/home/ada/.config/systemd/user';

test('the machine says which scheduler it has', async () => {
  const check = async (name: string, changes: Partial<SchedulerOptions>, trouble?: string) => {
    const world = new SchedulerWorld();
    world.trouble = trouble;
    world.files.makeFolder('/run/user/501/systemd');
    expect((await detectScheduler(world.place(changes))).name).toBe(name);
  };
  await check('systemd', {});
  await check('systemd', { environment: { XDG_RUNTIME_DIR: '/run/user/501' } }, 'no bus');
  await check('cron', { environment: { XDG_RUNTIME_DIR: '/run/user/502' } }, 'no bus');
  await check('launchd', { platform: 'darwin' });
  await check('cron', { platform: 'freebsd' });
});

test('units go where the configuration of the user is, by a whole path only', () => {
  const check = (configured: string | undefined, folder: string) => {
    const { files, ...place } = new SchedulerWorld().place({ environment: { XDG_CONFIG_HOME: configured } });
    const paths = systemdScheduler({ files, ...place })
      .render(job)
      .map(({ path }) => path);
    expect(paths).toEqual([`${folder}/coppice.service`, `${folder}/coppice.timer`]);
  };
  check('/cfg', '/cfg/systemd/user');
  check('cfg', units);
  check('', units);
  check(undefined, units);
});

test('a unit of that name that somebody else wrote is neither replaced nor removed', async () => {
  const world = new SchedulerWorld();
  const scheduler = systemdScheduler(world.place());
  world.put(`${units}/coppice.timer`, '[Timer]\nOnCalendar=daily\n');
  expect(() => scheduler.put(job)).toThrow(expect.objectContaining({ code: 'already-exists' }));
  expect(world.text(`${units}/coppice.service`)).toBeUndefined();
  expect(await scheduler.remove()).toMatchObject({ removed: [], foreign: [`${units}/coppice.timer`] });
  expect(world.text(`${units}/coppice.timer`)).toBe('[Timer]\nOnCalendar=daily\n');
});

test('a timer that somebody else wrote is not stopped', async () => {
  const world = new SchedulerWorld();
  const scheduler = systemdScheduler(world.place());
  scheduler.put(job);
  world.put(`${units}/coppice.timer`, '[Timer]\nOnCalendar=daily\n');
  expect(await scheduler.remove()).toMatchObject({ removed: [`${units}/coppice.service`], error: undefined });
  expect(world.commands).toEqual([]);
});

test('a unit that was changed by hand is shown as such, and removed all the same', async () => {
  const check = async (change: (text: string) => string, known: boolean) => {
    const world = new SchedulerWorld();
    const scheduler = systemdScheduler(world.place());
    scheduler.put(job);
    for (const name of ['coppice.service', 'coppice.timer']) {
      world.put(`${units}/${name}`, change(world.text(`${units}/${name}`) ?? ''));
    }
    const found = await scheduler.find();
    expect(found.files.map(({ state }) => state)).toEqual(['edited', 'edited']);
    expect(found.job !== undefined).toBe(known);
    expect((await scheduler.remove()).removed).toHaveLength(2);
    expect(world.text(`${units}/coppice.timer`)).toBeUndefined();
  };
  await check((text) => `${text}# mine\n`, true);
  await check((text) => text.replace('"every":"daily"', '"every":"now and then"'), false);
  await check((text) => text.replace('"command":[', '"command":["", '), false);
  await check((text) => text.replace('"command":[', '"command":[1, '), false);
  await check((text) => text.replace('"environment":{', '"environment":{{'), false);
});

test('what is ours is removed even if it could not be stopped', async () => {
  const world = new SchedulerWorld();
  const scheduler = systemdScheduler(world.place());
  scheduler.put(job);
  world.files.remove(`${units}/coppice.timer`);
  world.trouble = 'no bus';
  const { removed, missing, error } = await scheduler.remove();
  expect(removed).toEqual([`${units}/coppice.service`]);
  expect(missing).toEqual([`${units}/coppice.timer`]);
  expect(error?.message).toBe('systemctl --user disable --now coppice.timer: no bus');
});

test('the next run is shown as systemd writes it', async () => {
  const world = new SchedulerWorld();
  const scheduler = systemdScheduler(world.place());
  scheduler.put(job);
  expect((await scheduler.find()).nextRun).toBeNull();
  await scheduler.enable(job);
  expect((await scheduler.find()).nextRun).toBe('Mon 2026-02-02 09:00:00 UTC');
});

test('a loaded launchd agent is unloaded before it is loaded again', async () => {
  const world = new SchedulerWorld();
  const scheduler = launchdScheduler(world.place());
  scheduler.put(job);
  await scheduler.enable(job);
  expect(world.commands.filter((command) => command.includes('bootout'))).toEqual([]);
  world.commands.length = 0;
  await scheduler.enable(job);
  expect(world.commands.filter((command) => /bootout|bootstrap/.test(command))).toEqual([
    'launchctl bootout gui/501/dev.coppice.schedule',
    'launchctl bootstrap gui/501 /home/ada/Library/LaunchAgents/dev.coppice.schedule.plist',
  ]);
});

test('the rest of a crontab is kept', async () => {
  const world = new SchedulerWorld();
  const scheduler = cronScheduler(world.place());
  const others = 'MAILTO=ada\n0 5 * * * echo 50\\%\n';
  world.crontab = others;
  await scheduler.enable(job);
  const [block] = scheduler.render(job);
  expect(world.crontab).toBe(`${others}${block?.text}`);
  await scheduler.remove();
  expect(world.crontab).toBe(others);
});

test('a crontab that could not be read whole is not written', async () => {
  const check = async (crontab: string, trouble?: string) => {
    const world = new SchedulerWorld();
    world.crontab = crontab;
    world.trouble = trouble;
    const scheduler = cronScheduler(world.place());
    await expect(scheduler.enable(job)).rejects.toMatchObject({ code: 'schedule-failed' });
    expect(world.crontab).toBe(crontab);
    expect((await scheduler.find()).files).toEqual([{ path: 'crontab', state: 'missing' }]);
  };
  await check('# caf\ufffd\n');
  await check('', 'You are not allowed to use this program');
});
