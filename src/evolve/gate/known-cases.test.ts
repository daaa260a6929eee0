import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { sha256Hex } from '../../system/hash.js';
import { EvolveWorld, end, start } from '../evolve.world.js';
import { structuralFaults } from '../note/structure.js';
import { exitCodeOf } from '../report.js';

/* Cases of guarded writing, each under the name by which it is known elsewhere. */

let folder: string;
let world: EvolveWorld;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-cases-')));
  world = new EvolveWorld({ deploy: {} }, { disk: nodeDisk, folder });
  world.fails('deploy');
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const skill = (frontmatter: string, body: string) => bytes(`---\n${frontmatter}---\n\n${body}`);

test('rolls_back_when_verify_fails', async () => {
  const before = world.text('deploy');
  const report = await world.apply({ verify: 'exit 7' });
  expect(report.candidates[0]?.apply?.verify).toMatchObject({
    passed: false,
    exit_code: 7,
    failed_stage: 'verify-command',
  });
  expect(exitCodeOf(report)).toBe(3);
  expect(world.text('deploy')).toBe(before);
  expect(world.entries()).toMatchObject([{ state: 'rolled-back' }]);
});

test('staged: a cheap failure skips the expensive stage', async () => {
  const ran = join(folder, 'ran');
  const report = await world.apply({ preVerify: 'false', verify: `touch ${ran}` });
  expect(report.candidates[0]?.apply?.verify?.failed_stage).toBe('pre-verify-command');
  expect(existsSync(ran)).toBe(false);
});

test('staged: what breaks the structure is refused before any command runs', () => {
  const before = skill('name: deploy\ndescription: Does it.\n', 'Do it.\n');
  const check = (after: Uint8Array, reason: string) =>
    expect(structuralFaults(before, after)).toContainEqual(expect.stringMatching(reason));
  check(skill('name: [broken\n', 'Do it.\n'), 'frontmatter-changed');
  check(skill('name: deploy\ndescription: Does it.\n', `Do it.\n\n${start}\n`), 'unbalanced');
  check(skill('name: deploy\ndescription: Does it.\n', `${end}\n${start}\nDo it.\n`), 'end-before-start');
  check(skill('name: deploy\ndescription: Does it.\n', 'x'.repeat(200_000)), 'over-hard-cap');
});

test('verify command sees target, backup and hashes in the environment', async () => {
  const before = world.text('deploy');
  const variables = ['TARGET_PATH', 'BACKUP_PATH', 'ENTRY', 'ORIGINAL_SHA256', 'NEW_SHA256'];
  const verify = variables.map((name) => `echo "$COPPICE_${name}"`).join('; ');
  const { apply } = (await world.apply({ verify })).candidates[0] ?? {};
  expect(apply?.verify?.output.split('\n')).toEqual([
    `${folder}/home/skills/deploy/SKILL.md`,
    `${folder}/home/blobs/${sha256Hex(before)}`,
    apply?.entry,
    sha256Hex(before),
    sha256Hex(world.text('deploy')),
  ]);
});
