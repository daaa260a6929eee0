import { expect, test } from 'vitest';
import { DiskStopped, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { editSkill } from '../write/author.js';
import { undo } from '../write/undo.js';
import { skillText } from '../write/write.world.js';
import { ObservedWorld } from './observe.world.js';

const user = { actor: 'user' } as const;
const texts = { changed: skillText('changed', 'By hand.\n'), own: skillText('own', 'By Coppice.\n') };

/** One skill was changed by others, one removed, one changed by Coppice, and one is met for the first time. */
async function changedWorld(): Promise<ObservedWorld> {
  const world = new ObservedWorld();
  for (const name of ['changed', 'gone', 'own', 'same']) world.put(`${name}/SKILL.md`, skillText(name));
  await world.observe();
  world.put('changed/SKILL.md', texts.changed);
  world.files.remove('/skills/gone/SKILL.md');
  await editSkill(world.deps, world.target('own'), texts.own, user);
  world.put('new/SKILL.md', skillText('new'));
  return world;
}

test.each<[string, FaultAct, ('nothing' | 'names')?]>([
  ['the disk fails', { act: 'fail', code: 'EIO' }],
  ['the disk is full', { act: 'fail', code: 'ENOSPC' }],
  ['a write is short', { act: 'short-write' }],
  ['the process ends', { act: 'stop' }],
  ['the power goes', { act: 'stop' }, 'nothing'],
  ['the power goes and names are kept', { act: 'stop' }, 'names'],
])(
  'whenever %s, the next observation has each change once and no skill is touched',
  async (_, act, power) => {
    const whole = await changedWorld();
    const counter = new Fault(Number.POSITIVE_INFINITY, act);
    await whole.observe({}, whole.depsOn(counter.on(whole.disk)));
    expect(observedIn(whole)).toEqual(['home:changed', 'home:gone']);
    for (let at = 1; at <= counter.operations.length; at += 1) {
      const world = await changedWorld();
      const before = world.tree();
      const fault = new Fault(at, act);
      try {
        await world.observe({}, world.depsOn(fault.on(world.disk)));
      } catch (error) {
        expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(
          true,
        );
      }
      if (power !== undefined) world.disk.loseUnsynced(power);
      world.restart();
      if (power === undefined) expect(world.tree(), `${fault}`).toEqual(before);
      expect(await world.observe(), `${fault}`).toMatchObject({ left: 0, problem: null });
      expect(observedIn(world), `${fault}`).toEqual(['home:changed', 'home:gone']);
      for (const { id, action } of world.entries().filter(({ state }) => state === 'committed')) {
        if (action !== 'observed') continue;
        expect(await undo(world.deps, id, user), `${fault}`).toMatchObject([{ kind: 'undone' }]);
      }
      expect(world.text('changed/SKILL.md'), `${fault}`).toBe(skillText('changed'));
      expect(world.text('gone/SKILL.md'), `${fault}`).toBe(skillText('gone'));
      expect(world.text('own/SKILL.md'), `${fault}`).toBe(texts.own);
    }
  },
);

function observedIn(world: ObservedWorld): readonly string[] {
  const entries = world.entries().filter(({ action }) => action === 'observed');
  expect(entries.map(({ state }) => state)).toEqual(entries.map(() => 'committed'));
  return entries.map(({ skill }) => skill).sort();
}
