import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('./signals.ts', import.meta.url));
const { outputFiles } = buildSync({ entryPoints: [source], format: 'esm', write: false });
const code = outputFiles[0]?.text ?? '';

/** What a process says that is interrupted after these lines. */
function interrupted(lines: string) {
  const { stdout, signal } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${code}\n${lines}\nprocess.kill(process.pid, 'SIGINT');\nsetTimeout(() => {}, 60_000);`,
    ],
    { encoding: 'utf8' },
  );
  return { stdout, signal };
}

const write = "const { writeSync } = await import('node:fs'); const put = () => writeSync(1, 'put right');";

test.skipIf(process.platform === 'win32')(
  'an interrupt puts right first, and ends the process all the same',
  () => {
    expect(interrupted(`${write} beforeInterrupt(put);`)).toEqual({ stdout: 'put right', signal: 'SIGINT' });
  },
);

test.skipIf(process.platform === 'win32')('what is over is not put right', () => {
  expect(interrupted(`${write} beforeInterrupt(put)();`)).toEqual({ stdout: '', signal: 'SIGINT' });
});
