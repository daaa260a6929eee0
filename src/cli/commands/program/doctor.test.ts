import { expect, test } from 'vitest';
import { contextWith } from '../../../app/context.world.js';
import { memoryFiles } from '../../../system/disk/memory-disk.js';
import { runDoctor } from './doctor.js';

test('what the curator remembers and cannot be read is told, with what to do', () => {
  const files = memoryFiles();
  files.makeFolder('/user/.coppice');
  files.write('/user/.coppice/curator.json', new TextEncoder().encode('{"paused":'));
  expect(runDoctor(contextWith({ files }))).toMatchObject({
    document: {
      ok: false,
      problems: [
        {
          code: 'curator-unreadable',
          path: '/user/.coppice/curator.json',
          fix: 'move it away; the next run is then a preview, like a first run',
        },
      ],
    },
  });
});
