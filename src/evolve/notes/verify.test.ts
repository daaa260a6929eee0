import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerEntry } from '../../library/rules/ledger-entry.fixture.js';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { sha256Hex } from '../../text/hash.js';
import { EvolveWorld, outcomes } from '../evolve.world.js';
import { exitCodeOf } from '../rules/report.js';
import { verification } from './verify.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-gate-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function worldOf(...names: readonly string[]): EvolveWorld {
  const world = new EvolveWorld(Object.fromEntries(names.map((name) => [name, {}])), {
    disk: nodeDisk,
    folder,
  });
  for (const name of names) world.fails(name);
  return world;
}

test('all stages run in order, and each is reported', async () => {
  const world = worldOf('deploy');
  const report = await world.apply({ preVerify: 'echo pre', verify: ['echo', 'main'] });
  expect(report.candidates[0]?.apply?.verify).toEqual({
    passed: true,
    exit_code: 0,
    output: 'main',
    stages: [
      { name: 'builtin-structural', passed: true, exit_code: 0, output: '' },
      { name: 'pre-verify-command', passed: true, exit_code: 0, output: 'pre' },
      { name: 'verify-command', passed: true, exit_code: 0, output: 'main' },
    ],
  });
});

test('a command sees the new bytes in place, the old ones in the backup, and their hashes', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  const verify = `sha256sum "$COPPICE_TARGET_PATH" "$COPPICE_BACKUP_PATH" | cut -c1-64
    echo "$COPPICE_NEW_SHA256 $COPPICE_ORIGINAL_SHA256 $COPPICE_ENTRY"`;
  const { apply } = (await world.apply({ verify })).candidates[0] ?? {};
  const [newSha, oldSha] = [sha256Hex(world.text('deploy')), sha256Hex(before)];
  expect(apply?.verify?.output.split('\n')).toEqual([newSha, oldSha, `${newSha} ${oldSha} ${apply?.entry}`]);
});

test('the stage that fails is named, the old bytes are back, and no later stage runs', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  const ran = join(folder, 'ran');
  const report = await world.apply({ preVerify: 'echo no; exit 7', verify: `touch ${ran}` });
  expect(outcomes(report)).toEqual({ deploy: 'failed verify-failed' });
  expect(report.candidates[0]?.detail).toBe('pre-verify-command: no');
  expect(report.candidates[0]?.apply?.verify).toMatchObject({
    passed: false,
    exit_code: 7,
    output: 'no',
    failed_stage: 'pre-verify-command',
    stages: [{ name: 'builtin-structural' }, { name: 'pre-verify-command', passed: false }],
  });
  expect(existsSync(ran)).toBe(false);
  expect(world.text('deploy')).toBe(before);
  expect(world.entries()).toMatchObject([
    { state: 'rolled-back', verify: ['builtin-structural', 'pre-verify-command', 'verify-command'] },
  ]);
  expect(exitCodeOf(report)).toBe(3);
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
});

test('what one verifier refuses does not stop the other skills', async () => {
  const world = worldOf('bad', 'good');
  const verify = 'case "$COPPICE_TARGET_PATH" in */bad/*) exit 1;; esac';
  const report = await world.apply({ verify });
  expect(outcomes(report)).toEqual({ bad: 'failed verify-failed', good: 'applied' });
  expect(exitCodeOf(report)).toBe(4);
});

test('a verifier that takes too long or cannot be started has refused', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  const slow = await world.apply({ verify: 'sleep 60', timeoutMs: 200 });
  expect(slow.candidates[0]?.apply?.verify).toMatchObject({ exit_code: 124, failed_stage: 'verify-command' });
  const missing = await world.apply({ verify: ['no-such-program'] });
  expect(missing.candidates[0]?.apply?.verify).toMatchObject({ exit_code: 125 });
  expect([exitCodeOf(slow), exitCodeOf(missing)]).toEqual([3, 3]);
  expect(world.text('deploy')).toBe(before);
});

test('an edit during the verification survives the rollback', async () => {
  const world = worldOf('deploy');
  const verify = 'echo "by hand" >> "$COPPICE_TARGET_PATH"; exit 1';
  const report = await world.apply({ verify });
  expect(outcomes(report)).toEqual({ deploy: 'failed verify-failed' });
  expect(world.text('deploy').endsWith('by hand\n')).toBe(true);
  expect(world.entries()[0]?.outcome?.conflicts).toEqual(['SKILL.md']);
  expect(report.candidates[0]?.detail).toBe(
    'verify-command: exit code 1; the old content was restored, except for files edited meanwhile: SKILL.md',
  );
});

test.each([
  ['preVerify', 'echo "by hand" >> "$COPPICE_TARGET_PATH"'],
  ['verify', 'echo "all of it" > "$COPPICE_TARGET_PATH"'],
  ['verify', 'rm "$COPPICE_TARGET_PATH"'],
])('a %s command that writes instead of judging has refused: %s', async (stage, command) => {
  const world = worldOf('deploy');
  const report = await world.apply({ [stage]: command });
  expect(outcomes(report)).toEqual({ deploy: 'failed verify-failed' });
  expect(report.candidates[0]?.detail).toContain('the file was edited while the command ran; ');
});

/** What the stages of our own say of a SKILL.md that was `before` and is `after`, in memory. */
async function check(before: string, after: string, expected: string): Promise<void> {
  const world = new EvolveWorld({ deploy: {} });
  const { files, home } = world;
  world.put('/home/skills/deploy/SKILL.md', after);
  world.put(`/home/blobs/${sha256Hex(before)}`, before);
  const { stages, report } = verification({ files, home }, {});
  const target = { id: 'home:deploy', name: 'deploy', root: { label: 'home', path: `${home}/skills` } };
  const entry = ledgerEntry({
    ...{ actor: 'evolver', action: 'note', skill: target.id, root: target.root.path },
    files: [
      {
        path: 'SKILL.md',
        before: { sha256: sha256Hex(before), mode: 0o644 },
        after: { sha256: sha256Hex(after), mode: 0o644 },
      },
    ],
  });
  for (const stage of stages) {
    const { ok } = await stage.run({ ...target, folder: `${home}/skills/deploy` }, entry);
    if (!ok) break;
  }
  const { failed_stage, output } = report('e1');
  expect(failed_stage === undefined ? 'passed' : `${failed_stage}: ${output}`).toBe(expected);
}

const head = '---\nname: deploy\ndescription: Deploys.\n---\n';

test.each<[string, string, string]>([
  [`${head}Do it.\n`, `${head}Do it.\n`, 'passed'],
  [`${head}Do it.\n`, `${head}Do that.\n`, 'builtin-structural: outside-block-changed'],
  [
    `${head}A\n`,
    `${head.replace('Deploys', 'Ships')}A\n`,
    'builtin-structural: frontmatter-changed, outside-block-changed',
  ],
  // What was wrong before is not the fault of a note.
  ['no frontmatter\n', 'no frontmatter\n', 'passed'],
])('%j to %j: %s', check);
