import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { PlayResult } from '../../src/cli/demo/play.js';
import { transcript, withTranscript } from '../../src/cli/rules/demo/transcript.js';
import { emptyHome } from './coppice.js';

test('the whole loop works, leaves nothing behind, and is what the README shows', () => {
  const home = emptyHome();
  home.put('.claude/skills/mine/SKILL.md', '---\nname: mine\ndescription: Not part of the story.\n---\n');
  const { code, stdout, stderr } = home.coppice(['demo', '--json']);
  expect(code, stdout + stderr).toBe(0);
  const played: PlayResult = JSON.parse(stdout);
  const { ok, folder, steps, told, error } = played;
  expect({ ok, folder, error }).toEqual({ ok: true, folder: null, error: null });
  expect(steps.map(({ exitCode }) => exitCode)).toEqual(steps.map(() => 0));
  expect(new Set(steps.map(({ chapter }) => chapter)).size).toBe(6);

  const shown = (beginning: string) =>
    steps.find(({ command }) => command.startsWith(beginning))?.shown.join('\n') ?? '';
  expect(shown('coppice search')).toMatch(/^SKILL.*\nhome:pdf-forms /);
  expect(shown('coppice evolve run --apply')).toContain('applied 1');
  expect(shown('coppice evolve show')).toContain('run `npm install` first');
  expect(shown('coppice curate --now')).toMatch(/archived +idle for 130 days +home:ftp-deploy/);
  expect(shown('coppice publish')).toContain('published skill release-notes 1.0.0');
  expect(
    steps.filter(({ command }) => command === 'coppice ensure --frozen').map((step) => step.shown),
  ).toEqual([['installed skill release-notes 1.0.0'], ['1 item is up to date']]);
  expect(shown('coppice outdated')).toContain('yanked: forgets the tag');
  expect(told.join('\n')).toMatch(/sha256 (\w+) published, \1 in shop, \1 in blog/);
  expect(told.join('\n')).toMatch(/ftp-deploy: sha256 (\w+) before, \1 after/);
  expect(told.join('\n')).toMatch(/sha256 (\w+) before, (?!\1)\w+ now\.\n.*sha256 \1, the same bytes/);

  // What the machine itself has does not appear, and what was made for the story is not on the machine.
  expect(stdout).not.toContain('mine');
  expect(readdirSync(home.path)).toEqual(['.claude']);

  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(withTranscript(page, transcript(steps)), 'node scripts/demo-transcript.mjs').toBe(page);
}, 180_000);

/** Starts it, waits until the first command was shown, and then ends it in this way. */
async function interrupted(end: (demo: ReturnType<typeof spawn>) => void) {
  const { path } = emptyHome();
  const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const demo = spawn(process.execPath, [program, 'demo'], {
    cwd: path,
    env: { PATH: process.env['PATH'], HOME: path, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let talk = '';
  demo.stderr.on('data', (text) => {
    talk += text;
  });
  const closed = new Promise((resolve) => demo.on('exit', resolve));
  await new Promise<void>((resolve) => {
    demo.stdout.on('data', (text) => {
      said += text;
      if (said.includes('$ coppice')) resolve();
    });
  });
  end(demo);
  const code = await closed;
  const folder = /sessions in (\S+)\. /.exec(said)?.[1] ?? '';
  return { code, talk, isFolderLeft: folder === '' || existsSync(folder) };
}

test('Ctrl-C ends it with 1, and leaves nothing behind', async () => {
  const ended = await interrupted((demo) => demo.kill('SIGINT'));
  expect(ended).toEqual({ code: 1, talk: '', isFolderLeft: false });
});

test('a reader that has seen enough is not an error', async () => {
  const ended = await interrupted((demo) => demo.stdout?.destroy());
  expect(ended).toEqual({ code: 0, talk: '', isFolderLeft: false });
});
