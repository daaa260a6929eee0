import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const text = `---
name: gif-search
description: Finds moving pictures
prerequisites:
  env_vars: [GIF_KEY]
---

# Steps
`;

function withSkill(): Home {
  const home = emptyHome();
  home.put('.coppice/skills/gif-search/SKILL.md', text);
  home.put('.coppice/skills/gif-search/references/api.md', '# API\r\n');
  home.put('.coppice/skills/gif-search/assets/pixel.png', new Uint8Array([0x89, 0x50, 0]));
  return home;
}

function json(home: Home, ...words: string[]) {
  const { code, stdout, stderr } = home.coppice(['view', ...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test('a skill is shown with its files, and what is missing on stderr', () => {
  const home = withSkill();
  expect(home.coppice(['view', 'gif-search'])).toEqual({
    code: 0,
    stdout:
      `home:gif-search  active, by unknown, ${join(home.path, '.coppice/skills/gif-search/SKILL.md')}\n` +
      'Finds moving pictures\n\n# Steps\n\nfiles\n  references/api.md\n  assets/pixel.png\n',
    stderr: 'not set: GIF_KEY\nhint: coppice view NAME FILE shows one of the files\n',
  });
});

test('the document has everything about the skill', () => {
  const home = withSkill();
  const view = json(home, 'gif-search');
  expect(Object.keys(view)).toEqual(
    expect.arrayContaining([
      'id',
      'name',
      'description',
      'body',
      'path',
      'dir',
      'sha256',
      'digest',
      'files',
      'metadata',
      'provenance',
      'state',
      'readiness',
      'diagnostics',
    ]),
  );
  expect(view.files.references).toEqual(['references/api.md']);
});

test('a file is shown as its very text, or by its size where it is not text', () => {
  const home = withSkill();
  expect(home.coppice(['view', 'gif-search', 'references/api.md']).stdout).toBe('# API\r\n');
  expect(home.coppice(['view', 'gif-search', 'assets/pixel.png']).stdout).toBe(
    'assets/pixel.png is not text; it has 3 bytes\n',
  );
  expect(json(home, 'gif-search', 'references/api.md')).toEqual({
    id: 'home:gif-search',
    file: 'references/api.md',
    content: '# API\r\n',
  });
  expect(json(home, 'gif-search', 'assets/pixel.png')).toEqual({
    id: 'home:gif-search',
    file: 'assets/pixel.png',
    binary: true,
    bytes: 3,
  });
});

test('each view is counted', () => {
  const home = withSkill();
  home.coppice(['view', 'gif-search']);
  home.coppice(['view', 'gif-search', 'references/api.md']);
  home.coppice(['view', 'gif-search', 'none']);
  const { records } = JSON.parse(home.coppice(['usage', '--json']).stdout);
  expect(records).toMatchObject([{ id: 'home:gif-search', viewCount: 2, useCount: 0 }]);
});

test('that a view cannot be counted is no reason not to show the skill', () => {
  const home = withSkill();
  home.put('.coppice/usage.journal/in-the-way', '');
  expect(home.coppice(['view', 'gif-search']).code).toBe(0);
});

test.each([
  [['gif-serch'], 'there is no skill gif-serch (skill-not-found)', 'did you mean: gif-search'],
  [
    ['gif-search', 'api.md'],
    'home:gif-search has no file api.md (not-found)',
    'its files are: references/api.md, assets/pixel.png',
  ],
  [
    ['gif-search', '../../config.toml'],
    'home:gif-search has no file ../../config.toml (not-found)',
    'its files are: references/api.md, assets/pixel.png',
  ],
  [
    ['gif-search', 'outside'],
    "outside is outside the skill's folder (path-unsafe)",
    'name a file of the skill by its path in that folder',
  ],
])('%j is refused', (words, error, hint) => {
  const home = withSkill();
  symlinkSync('/etc/hostname', join(home.path, '.coppice/skills/gif-search/outside'));
  expect(home.coppice(['view', ...words])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `error: ${error}\nhint: ${hint}\n`,
  });
});

test('a skill that is disabled is refused with what to change', () => {
  const home = withSkill();
  home.put('.coppice/config.toml', 'library.disabled = ["gif-search"]\n');
  expect(home.coppice(['view', 'gif-search'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: home:gif-search is disabled (skill-hidden)\n' +
      'hint: remove it from library.disabled and library.platform_disabled in config.toml\n',
  });
});

test('the same name in two roots shows the first, and says so', () => {
  const home = withSkill();
  home.put('.claude/skills/gif-search/SKILL.md', text);
  expect(home.coppice(['view', 'gif-search']).stderr).toContain('is also the name of claude:gif-search');
  expect(json(home, 'claude:gif-search').root).toBe('claude');
});
