import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

function homeWithProject(): { readonly home: Home; readonly app: string } {
  const home = emptyHome();
  home.put('app/coppice.toml', '');
  home.put('app/src/index.ts', '');
  return { home, app: realpathSync(join(home.path, 'app')) };
}

test('a project is trusted by any folder in it, shown, and trusted no longer', () => {
  const { home, app } = homeWithProject();
  const said = (stdout: string) => ({ code: 0, stdout, stderr: '' });
  expect(home.coppice(['trust', 'app/src'])).toEqual(said(`trusted: ${app}\n`));
  expect(home.coppice(['trust', 'app'])).toEqual(said(`already trusted: ${app}\n`));
  const config = join(home.path, '.coppice/config.toml');
  expect(readFileSync(config, 'utf8')).toBe(`[library]\ntrusted_projects = ["${app}"]\n`);
  expect(statSync(config).mode & 0o777).toBe(0o600);
  expect(home.coppice(['trust', '--list'])).toEqual(said(`${app}\n`));
  expect(home.coppice(['trust', '--remove', 'app'])).toEqual(said(`no longer trusted: ${app}\n`));
  expect(home.coppice(['trust', '--remove', 'app'])).toEqual(said(`was not trusted: ${app}\n`));
  expect(home.coppice(['trust', '--list'])).toEqual(said(''));
});

test('the document says what was done, and where it is kept', () => {
  const { home, app } = homeWithProject();
  home.put('mine.toml', '# mine\n');
  const { code, stdout } = home.coppice(['trust', 'app', '--config', 'mine.toml', '--json']);
  const config = join(home.path, 'mine.toml');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { project: app, trusted: true, changed: true, projects: [app], config },
  ]);
  expect(readFileSync(config, 'utf8')).toBe(`# mine\n\n[library]\ntrusted_projects = ["${app}"]\n`);
});

test('what is no project is refused, and so are flags that do not go together', () => {
  const { home } = homeWithProject();
  expect(home.coppice(['trust'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${home.path} is not in a project (not-found)\nhint: a project is a folder with .git or coppice.toml in it; your home folder never counts as one\n`,
  });
  expect(home.coppice(['trust', 'app', '--list']).code).toBe(2);
});
