import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { terminalOf } from '../../system/terminal/terminal.js';
import { parseArguments } from '../parse-arguments.js';
import { verbs } from '../verbs.js';
import { run } from './validate.js';

test('a skill that may not be read is named, and those beside it are checked', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const name of ['one', 'secret', 'two']) {
    files.makeFolder(`/skills/${name}`);
    const text = `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n---\n`;
    files.write(`/skills/${name}/SKILL.md`, new TextEncoder().encode(text));
  }
  disk.chmod('/skills/secret/SKILL.md', 0);
  const stream = { write: () => true };
  const parsed = parseArguments(['validate', '/skills'], verbs);
  if (parsed.kind !== 'run') throw new Error('it was not understood');
  const { document, exitCode } = run(
    {
      files,
      clock: fixedClock(0),
      workingFolder: '/',
      home: '/home',
      userHome: '/user',
      platform: 'linux',
      environment: {},
      terminal: terminalOf({ stdout: stream, stderr: stream, environment: {} }),
      program: { executable: '', script: '' },
      readStdin: () => new Uint8Array(),
    },
    parsed.input,
  );
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({
    checked: 3,
    results: [
      { path: '/skills/one/SKILL.md', ok: true },
      { path: '/skills/secret/SKILL.md', ok: false, diagnostics: [{ code: 'unreadable' }] },
      { path: '/skills/two/SKILL.md', ok: true },
    ],
  });
});
