import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const text = (words: string) => `---\nname: pdf\ndescription: Fills in forms. ${words}\n---\n`;

function status(home: Home) {
  const run = home.coppice(['status', '--json'], {
    workingFolder: 'app',
    environment: { COPPICE_NOW: '2026-03-05' },
  });
  return JSON.parse(run.stdout);
}

test('the screen names the newer versions that were last found, without asking, until the project is updated', () => {
  const home = emptyHome();
  const on = (day: string, ...words: string[]) =>
    home.coppice(words, { workingFolder: 'app', environment: { COPPICE_NOW: day } });
  home.put('shared/pdf/SKILL.md', text('Use for forms.'));
  home.put('app/coppice.toml', '');
  expect(on('2026-03-01', 'add', '../shared/pdf')).toMatchObject({ code: 0 });
  home.put('shared/pdf/SKILL.md', text('Use for every form.'));

  expect(status(home).registry.project).toMatchObject({ state: 'lock-behind', updates: null });
  expect(on('2026-03-01', 'outdated').stderr).toContain('coppice update installs the wanted versions');
  const found = status(home);
  expect(found.registry.project.updates).toEqual({ at: Date.UTC(2026, 2, 1), count: 1 });
  expect(found.attention.find(({ kind }: { kind: string }) => kind === 'updates')).toMatchObject({
    message: '1 item of this project has a newer version (asked on 2026-03-01)',
    command: 'coppice update',
  });
  expect(on('2026-03-02', 'update', '--dry-run').code).toBe(0);
  expect(status(home).registry.project.updates).toEqual({ at: Date.UTC(2026, 2, 2), count: 1 });
  expect(on('2026-03-02', 'update').code).toBe(0);
  expect(status(home).registry.project.updates).toBeNull();
});
