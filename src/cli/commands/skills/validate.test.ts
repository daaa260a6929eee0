import { expect, test } from 'vitest';
import { contextWith } from '../../../app/context.world.js';
import { memoryDisk, memoryFiles } from '../../../system/disk/memory-disk.js';
import { inputOf } from '../../frame/command.world.js';
import { runValidate } from './validate.js';

test('a skill that may not be read is named, and those beside it are checked', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const name of ['one', 'secret', 'two']) {
    files.makeFolder(`/skills/${name}`);
    const text = `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n---\n`;
    files.write(`/skills/${name}/SKILL.md`, new TextEncoder().encode(text));
  }
  disk.chmod('/skills/secret/SKILL.md', 0);
  const { document, exitCode } = runValidate(contextWith({ files }), inputOf('validate', '/skills'));
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
