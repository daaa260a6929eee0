// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of skills are written like this.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInlineShell, type ShellSettings } from './inline-shell.js';

test('a command gives what it prints, without the line break at the end', async () => {
  await check('printf "one\\ntwo\\n\\n"', 'one\ntwo');
  await check('true', '');
});

test('it runs in the folder of the skill', async () => {
  const skillFolder = newFolder();
  await check('pwd', skillFolder, { skillFolder });
});

test('its input is closed', async () => {
  await check('cat; echo done', 'done');
});

test('what it says on stderr counts when it prints nothing else', async () => {
  await check('echo oops >&2', 'oops');
  await check('echo oops >&2; echo fine', 'fine');
});

test('a failure is a mark that shows the command, after what was printed', async () => {
  await check('exit 3', '[inline-shell error: exit code 3: exit 3]');
  await check('echo half; exit 3', 'half\n[inline-shell error: exit code 3: echo half; exit 3]');
  await check('kill -9 $$', '[inline-shell error: ended by SIGKILL: kill -9 $$]');
  await check(
    'no-such-program-here',
    /not found\n\[inline-shell error: exit code 127: no-such-program-here\]$/,
  );
});

test('a command that takes too long is stopped', async () => {
  const mark = '[inline-shell error: stopped after 1 s: echo begun; sleep 600]';
  await check('echo begun; sleep 600', `begun\n${mark}`, { timeoutSeconds: 1 });
});

test('a folder that is gone is a mark', async () => {
  const skillFolder = join(newFolder(), 'gone');
  await check('pwd', `[inline-shell error: folder not found: ${skillFolder}: pwd]`, { skillFolder });
});

test('output is cut after 4,000 characters', async () => {
  await check("printf 'x%.0s' {1..4000}", 'x'.repeat(4000));
  await check("printf 'x%.0s' {1..4001}", `${'x'.repeat(4000)}...[truncated]`);
  await check("printf '🎉%.0s' {1..5000}", `${'🎉'.repeat(4000)}...[truncated]`);
});

test('variables are in its environment, and what they hold is not run', async () => {
  const session = '$(echo ran) `echo ran` ; echo ran';
  await check('echo "${CLAUDE_SESSION_ID}"', session, { session });
  await check('echo ${COPPICE_SKILL_DIR} ${HERMES_SKILL_DIR}', '/ /', { skillFolder: '/' });
});

test('of the environment it has what the skill declares, and no keys of its user', async () => {
  await check('echo "$TENOR_KEY"', 'secret', { environment: { TENOR_KEY: 'secret' } });
  process.env['COPPICE_TEST_TOKEN'] = 'secret';
  onTestFinished(() => {
    delete process.env['COPPICE_TEST_TOKEN'];
  });
  await check('echo "<$COPPICE_TEST_TOKEN>"', '<>');
});

test('a command that asks for what the user typed is not run', async () => {
  for (const command of ['echo $ARGUMENTS', 'eval "${ARGUMENTS}"', '$ARGUMENTS', 'echo ${ARGUMENTS:-x}']) {
    await check(command, `[inline-shell error: $ARGUMENTS cannot be used in a command: ${command}]`);
  }
});

async function check(
  command: string,
  expected: string | RegExp,
  settings: Partial<ShellSettings> = {},
): Promise<void> {
  const output = await runInlineShell(command, {
    skillFolder: tmpdir(),
    session: undefined,
    environment: {},
    timeoutSeconds: 20,
    ...settings,
  });
  if (typeof expected === 'string') expect(output, command).toBe(expected);
  else expect(output, command).toMatch(expected);
}

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-shell-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
