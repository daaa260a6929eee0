/*
 * An edit that the disk refuses at any of its operations has either changed everything or nothing.
 */

import { expect, test } from 'vitest';
import { editProject } from '../../src/client/ensure/edit-project.js';
import { ensureProject } from '../../src/client/ensure/ensure.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import type { EnsureDeps } from '../../src/client/ensure/ports.js';
import { type MemoryRemote, memoryRemote } from '../../src/client/remote/memory-remote.fixture.js';
import { addOrUpdateItem, removeItem } from '../../src/client/rules/edit-manifest.js';
import { Fault } from '../../src/system/disk/faulty-disk.js';
import { CoppiceError } from '../../src/text/errors.js';

const project = '/project';
const skill = (slug: string) => ({ kind: 'skill', slug }) as const;

const edits: Readonly<Record<string, (deps: EnsureDeps, copy: boolean) => Promise<unknown>>> = {
  add: (deps, copy) =>
    editProject(deps, { project, copy, required: [skill('app')] }, (text, manifest) =>
      addOrUpdateItem(text, manifest, { ...skill('app'), wanted: { from: 'registry', range: '^1' } }),
    ),
  remove: (deps, copy) => editProject(deps, { project, copy }, (text) => removeItem(text, skill('pdf'))),
  update: (deps, copy) => ensureProject(deps, { project, copy, moving: 'everything', allOrNothing: true }),
};

for (const [verb, edit] of Object.entries(edits))
  for (const copy of [false, true])
    test(`${verb} with ${copy ? 'copies' : 'links'} changes everything or nothing, wherever the disk is full`, async () => {
      const remote = await registry();
      const whole = await worldBefore(remote, copy);
      const before = stateOf(whole);
      const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'fail', code: 'ENOSPC' });
      await edit(whole.depsWith(counter), copy);
      const after = stateOf(whole);
      expect(after).not.toEqual(before);

      const outcomes = new Set<string>();
      for (const at of changesIn(counter.operations)) {
        const fault = new Fault(at, { act: 'fail', code: 'ENOSPC' });
        const world = await worldBefore(remote, copy);
        const outcome = await outcomeOf(() => edit(world.depsWith(fault), copy));
        expect(stateOf(world), `${fault}`).toEqual(outcome === 'refused' ? before : after);
        outcomes.add(outcome);
      }
      expect(outcomes).toContain('refused');
    });

async function registry(): Promise<MemoryRemote> {
  const remote = memoryRemote();
  await remote.put('pdf@1.0.0', { files: { 'references/a.md': 'a\n' } });
  await remote.put('leaf@1.0.0');
  await remote.put('app@1.0.0', { requires: ['leaf'] });
  await remote.put('own@1.0.0', { kind: 'agent' });
  return remote;
}

async function worldBefore(remote: MemoryRemote, copy: boolean) {
  const later = [
    { target: 'pdf@2.0.0', sketch: { body: 'newer\n' } },
    { target: 'own@2.0.0', sketch: { kind: 'agent', body: 'newer\n' } },
  ] as const;
  for (const { target } of later) {
    const [slug = '', version = ''] = target.split('@');
    for (const kind of ['skill', 'agent'] as const)
      if ((await remote.version({ kind, slug }, version)) !== undefined)
        await remote.setYanked({ kind, slug }, version, 'not yet');
  }
  const world = EnsureWorld.inMemory(remote);
  world.manifest(['pdf', 'agent:own']);
  await world.ensure({ copy });
  for (const { target, sketch } of later) {
    await remote.put(target, sketch);
    const [slug = '', version = ''] = target.split('@');
    const kind = 'kind' in sketch ? sketch.kind : 'skill';
    await remote.setYanked({ kind, slug }, version, undefined);
  }
  return world;
}

/** Without what is only rubbish of an interrupted write, which the next run removes. */
function stateOf(world: EnsureWorld): Readonly<Record<string, string>> {
  const isRubbish = (path: string) => /(?:^|\/)\.coppice-[^/]*\.tmp/.test(path);
  return Object.fromEntries(Object.entries(world.tree()).filter(([path]) => !isRubbish(path)));
}

function changesIn(operations: readonly string[]): readonly number[] {
  const changing = ['write', 'fsync', 'fchmod', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'symlink'];
  return operations.flatMap((name, index) => (changing.includes(name) ? index + 1 : []));
}

/** A lock that cannot be released is an error of its own, after everything is done. */
async function outcomeOf(
  run: () => Promise<unknown>,
): Promise<'done' | 'refused' | 'done, with a lock left'> {
  try {
    await run();
    return 'done';
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return /cannot remove .*\/locks\//.test(error.message) ? 'done, with a lock left' : 'refused';
  }
}
