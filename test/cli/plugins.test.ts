import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

test('skills of plugins are offered like others, and opened by plugin/skill or plugin:skill', () => {
  const home = emptyHome();
  home.put('.claude/plugins/mine/.claude-plugin/plugin.json', '{"name": "mine"}');
  home.put(
    '.claude/plugins/mine/skills/review/SKILL.md',
    '---\nname: review\ndescription: Review code. Use before merging.\n---\nRead the diff.\n',
  );
  const ids = (...words: string[]) =>
    JSON.parse(home.coppice(['list', ...words, '--json']).stdout).skills.map(({ id }: { id: string }) => id);
  expect(ids()).toEqual(['mine/review']);
  expect(ids('--root', 'claude')).toEqual([]);
  expect(ids('--root', 'claude', '--plugins')).toEqual(['mine/review']);
  expect(JSON.parse(home.coppice(['search', 'review', 'code', '--json']).stdout).results[0].id).toBe(
    'mine/review',
  );
  expect(home.coppice(['prompt']).stdout).toContain('mine/review: Review code.');
  expect(home.coppice(['commands']).stdout).toContain('/mine:review');
  const views = JSON.parse(home.coppice(['doctor', '--json']).stdout).clients as {
    readonly sees: readonly { readonly name: string }[];
  }[];
  expect(views.slice(0, 2).map(({ sees }) => sees.map(({ name }) => name))).toEqual([
    ['mine/review'],
    ['mine:review'],
  ]);
  for (const name of ['mine/review', 'mine:review']) {
    const { id, body, provenance } = JSON.parse(home.coppice(['view', name, '--json']).stdout);
    expect([id, body, provenance]).toEqual(['mine/review', 'Read the diff.\n', 'plugin']);
  }
  expect(home.coppice(['view', 'mine/other']).code).toBe(1);
  home.put('.claude/settings.json', '{"enabledPlugins": {"mine": false}}');
  expect(ids()).toEqual([]);
});
