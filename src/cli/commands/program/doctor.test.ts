import { expect, test } from 'vitest';
import { contextWith } from '../../../app/context.world.js';
import { memoryFiles } from '../../../system/disk/memory-disk.js';
import { runDoctor } from './doctor.js';

test('a state of the curator that cannot be read is reported, with what to do', () => {
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

test('skills that a choice keeps out of the listing are named, with the choice', () => {
  const files = memoryFiles();
  const put = (path: string, text: string) => {
    files.makeFolder(path.slice(0, path.lastIndexOf('/')));
    files.write(path, new TextEncoder().encode(text));
  };
  for (const name of ['a', 'b', 'c'])
    put(`/user/.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\n`);
  put('/user/.claude/settings.json', '{"skillOverrides":{"a":"name-only","b":"name-only"}}');
  const { text } = runDoctor(contextWith({ files }));
  expect(typeof text === 'string' ? text : text()).toContain(
    '\n  listed without a description (skillOverrides in /user/.claude/settings.json): a, b\n',
  );
});
