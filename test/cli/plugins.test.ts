import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

test('skills of plugins are listed only when asked for, and opened by plugin/skill or plugin:skill', () => {
  const home = emptyHome();
  home.put('.claude/plugins/mine/.claude-plugin/plugin.json', '{"name": "mine"}');
  home.put(
    '.claude/plugins/mine/skills/review/SKILL.md',
    '---\nname: review\ndescription: Review code. Use before merging.\n---\nRead the diff.\n',
  );
  const ids = (...words: string[]) =>
    JSON.parse(home.coppice(['list', ...words, '--json']).stdout).skills.map(({ id }: { id: string }) => id);
  expect(ids()).toEqual([]);
  expect(ids('--plugins')).toEqual(['mine/review']);
  for (const name of ['mine/review', 'mine:review']) {
    const { id, body, provenance } = JSON.parse(home.coppice(['view', name, '--json']).stdout);
    expect([id, body, provenance]).toEqual(['mine/review', 'Read the diff.\n', 'plugin']);
  }
  expect(home.coppice(['view', 'mine/other']).code).toBe(1);
});
