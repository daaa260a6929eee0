/*
 * What every scheduler promises, whatever it writes to.
 */

import { expect, test } from 'vitest';
import { parseEvery } from '../rules/schedule/job.js';
import type { Scheduler, SchedulerOptions } from './scheduler.js';
import { installSchedule } from './scheduler.js';
import { job, SchedulerWorld } from './scheduler.world.js';

export function schedulerContract(name: string, make: (place: SchedulerOptions) => Scheduler): void {
  const start = () => {
    const world = new SchedulerWorld();
    return { world, scheduler: make(world.place()) };
  };
  const states = async (scheduler: Scheduler) => (await scheduler.find()).files.map(({ state }) => state);
  const all = (scheduler: Scheduler, state: string) => scheduler.render(job).map(() => state);

  test(`${name}: an empty machine has no schedule, and removing none is no fault`, async () => {
    const { world, scheduler } = start();
    expect(await scheduler.find()).toMatchObject({
      scheduler: scheduler.name,
      job: undefined,
      enabled: false,
    });
    expect(await states(scheduler)).toEqual(all(scheduler, 'missing'));
    const paths = scheduler.render(job).map(({ path }) => path);
    expect(await scheduler.remove()).toEqual({
      ...{ scheduler: scheduler.name, removed: [], missing: paths, foreign: [], error: undefined },
    });
    expect(world.crontab).toBeUndefined();
  });

  test(`${name}: what is enabled is found with its job, and is gone when it is removed`, async () => {
    const { scheduler } = start();
    const report = await installSchedule(scheduler, job, { enable: true, dryRun: false });
    expect(report).toMatchObject({ installed: true, enabled: true, every: 'daily', error: null });
    expect(await scheduler.find()).toMatchObject({ job, enabled: true });
    expect(await states(scheduler)).toEqual(all(scheduler, 'ours'));
    const removed = await scheduler.remove();
    expect(removed).toMatchObject({
      removed: report.files.map(({ path }) => path),
      missing: [],
      error: undefined,
    });
    expect(await scheduler.find()).toMatchObject({ job: undefined, enabled: false });
  });

  test(`${name}: installing again replaces what was installed`, async () => {
    const { scheduler } = start();
    const hourly = { ...job, every: parseEvery('hourly') };
    await installSchedule(scheduler, job, { enable: true, dryRun: false });
    await installSchedule(scheduler, hourly, { enable: true, dryRun: false });
    expect(await scheduler.find()).toMatchObject({ job: hourly, enabled: true });
    await scheduler.remove();
    expect(await states(scheduler)).toEqual(all(scheduler, 'missing'));
  });

  test(`${name}: a dry run touches nothing and asks nobody`, async () => {
    const { world, scheduler } = start();
    const report = await installSchedule(scheduler, job, { enable: true, dryRun: true });
    expect(report).toMatchObject({ installed: false, enabled: false, files: scheduler.render(job) });
    expect(world.commands).toEqual([]);
    expect(await states(scheduler)).toEqual(all(scheduler, 'missing'));
  });

  test(`${name}: without being enabled, no program is started`, async () => {
    const { world, scheduler } = start();
    const report = await installSchedule(scheduler, job, { enable: false, dryRun: false });
    expect(report).toMatchObject({ enabled: false, error: null });
    expect(world.commands).toEqual([]);
  });

  test(`${name}: the reason it could not be enabled is reported`, async () => {
    const { world, scheduler } = start();
    world.trouble = 'out of order';
    const { enabled, error } = await installSchedule(scheduler, job, { enable: true, dryRun: false });
    expect(enabled).toBe(false);
    expect(error).toMatchObject({
      code: 'schedule-failed',
      message: expect.stringContaining('out of order'),
    });
  });

  test(`${name}: a job that cannot be written down is refused before anything happens`, async () => {
    const { world, scheduler } = start();
    const command = ['/usr/bin/node', 'a\0b'];
    await expect(
      installSchedule(scheduler, { ...job, command }, { enable: true, dryRun: false }),
    ).rejects.toMatchObject({ code: 'bad-value' });
    expect(world.commands).toEqual([]);
    expect(await states(scheduler)).toEqual(all(scheduler, 'missing'));
  });
}
