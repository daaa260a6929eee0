import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyHome, type Home, program } from './coppice.js';

const skill = '---\nname: tidy-desk\ndescription: Tidies the desk.\n---\nTidy it.\n';

/** A home whose server is stopped with the test, whatever happens. */
function homeToOpen(): Home {
  const home = emptyHome();
  onTestFinished(() => void home.coppice(['open', '--stop']));
  home.put('.claude/skills/tidy-desk/SKILL.md', skill);
  return home;
}

async function signIn(link: string) {
  const [url = '', code] = link.split('/machine#');
  const response = await fetch(`${url}/machine/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { key } = (await response.json()) as { readonly key?: string };
  return { url, status: response.status, headers: { authorization: `Bearer ${key}` } };
}

test('open starts a server, says how to stop it, and prints a link that works once', async () => {
  const { coppice, path } = homeToOpen();
  const first = coppice(['open', '--port', '0']);
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(
    /^the server is running in the background at http:\/\/127\.0\.0\.1:\d+; stop it with: coppice open --stop\n$/,
  );
  const link = /http:\S+/.exec(first.stdout)?.[0] ?? '';
  const { url, status, headers } = await signIn(link);
  expect(status).toBe(200);
  expect((await signIn(link)).status).toBe(401);
  const answer = await fetch(`${url}/machine/api/skills`, { headers });
  expect(await answer.json()).toMatchObject({ skills: [{ id: 'claude:tidy-desk', state: 'active' }] });
  expect((await fetch(`${url}/machine/api/skills`)).status).toBe(401);
  // Nobody else may read the key that codes are made with.
  expect(statSync(join(path, '.coppice/machine.json')).mode & 0o777).toBe(0o600);
  // Nothing else was started or imported.
  expect(existsSync(join(path, '.coppice/registry'))).toBe(false);

  const again = coppice(['open', '--json']);
  const { signIn: other, url: same, browser } = JSON.parse(again.stdout);
  expect([same, browser]).toEqual([url, false]);
  expect(other).not.toBe(link);
  expect((await signIn(other)).status).toBe(200);

  expect(coppice(['open', '--stop']).stdout).toBe(`stopped ${url}\n`);
  await expect.poll(() => existsSync(join(path, '.coppice/machine.json'))).toBe(false);
  await expect(fetch(`${url}/machine`)).rejects.toThrow();
  expect(coppice(['open', '--stop'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'the server is not running\n',
  });
});

test('open finds its pages when the program was started through a link, as npm installs it', async () => {
  const { coppice, path } = homeToOpen();
  const startedAs = join(path, 'coppice');
  symlinkSync(program, startedAs);
  const { stdout, code } = coppice(['open', '--port', '0', '--json'], { startedAs });
  expect(code).toBe(0);
  const page = await fetch(`${JSON.parse(stdout).url}/machine`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="app">')]);
});

test('a browser is given a file of the home, never the code', async () => {
  const home = homeToOpen();
  // Writes down what it was started with, as every user of the machine could see it.
  home.put('bin/xdg-open', `#!/bin/sh\necho "$0 $*" > '${home.path}/asked'\n`);
  chmodSync(join(home.path, 'bin/xdg-open'), 0o755);
  const environment = { PATH: `${home.path}/bin:${process.env['PATH']}`, DISPLAY: ':9' };
  const { stdout, code } = home.coppice(['open', '--port', '0', '--json'], { environment });
  expect(code).toBe(0);
  const { signIn: link, browser } = JSON.parse(stdout);
  expect(browser).toBe(true);
  const door = join(home.path, '.coppice/machine-door.html');
  await expect
    .poll(() => existsSync(join(home.path, 'asked')) && readFileSync(join(home.path, 'asked'), 'utf8'))
    .toContain(door);
  expect(readFileSync(join(home.path, 'asked'), 'utf8')).not.toContain(link.split('#')[1]);
  expect(statSync(door).mode & 0o777).toBe(0o600);
  expect(readFileSync(door, 'utf8')).toContain(link);
  // Once it was used, the file is of no use to anybody.
  expect((await signIn(link)).status).toBe(200);
  expect(existsSync(door)).toBe(false);
});

test('over SSH no browser is opened', () => {
  const { coppice } = homeToOpen();
  const environment = { DISPLAY: ':9', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' };
  const { stdout } = coppice(['open', '--port', '0', '--json'], { environment });
  expect(JSON.parse(stdout).browser).toBe(false);
});

test('a server that was killed is replaced', async () => {
  const { coppice, path } = homeToOpen();
  const { url } = JSON.parse(coppice(['open', '--port', '0', '--json']).stdout);
  const { pid } = JSON.parse(readFileSync(join(path, '.coppice/locks/machine'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone');
  const { stdout, code } = coppice(['open', '--port', '0', '--json']);
  expect(code).toBe(0);
  expect((await signIn(JSON.parse(stdout).signIn)).status).toBe(200);
});

test.each([
  [['--stop', '--foreground'], 2],
  [['--kind', 'agent'], 2],
  [['notes', '--stop'], 2],
  [['--port', '70000'], 1],
])('open %j is refused, and starts nothing', (words, expected) => {
  const { coppice, path } = emptyHome();
  const { code, stderr } = coppice(['open', ...words]);
  expect([code, stderr]).toEqual([expected, expect.stringMatching(/^error: .+\nhint: .+\n$/)]);
  expect(existsSync(join(path, '.coppice/machine.json'))).toBe(false);
});

test('with a slug it prints where the item is in the registry', () => {
  const { coppice } = emptyHome();
  const environment = { COPPICE_REGISTRY: 'https://skills.example.com', COPPICE_TENANT: 'team' };
  expect(coppice(['open', 'release-notes'], { environment }).stdout).toBe(
    'https://skills.example.com/skills/release-notes\n',
  );
});
