import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, expect, test, vi } from 'vitest';
import { faultCode } from '../disk/disk-fault.js';
import { type ProcessOutcome, type ProcessRequest, type ProcessResult, runProcess } from './process.js';

const folder = mkdtempSync(join(tmpdir(), 'coppice-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Run = Partial<ProcessRequest> & Pick<ProcessRequest, 'argv'>;

function run(request: Run): Promise<ProcessResult> {
  return runProcess({ timeoutMs: 25_000, maxOutputBytes: 100_000, ...request });
}

async function check(request: Run, expected: Partial<ProcessResult>): Promise<void> {
  expect(await run(request)).toMatchObject(expected);
}

function shell(script: string): Run {
  return { argv: ['/bin/sh', '-c', script] };
}

/** A file for a script to write a process id to. */
function freshPidFile(): { readonly path: string; readonly pid: () => Promise<number> } {
  const path = join(mkdtempSync(join(folder, 'pid-')), 'pid');
  const pid = () =>
    vi.waitFor(() => {
      expect(readFileSync(path, 'utf8')).toMatch(/^\d+\n$/);
      return Number(readFileSync(path, 'utf8'));
    }, 20_000);
  return { path, pid };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended but was not collected by its parent yet still answers; Linux distinguishes it from a living one.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (fault) {
    const code = faultCode(fault);
    if (code === 'ESRCH' || code === 'ENOENT') return false;
    throw fault;
  }
}

async function checkGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
}

/** Runs a script until it has written its process id to the file it is given, and aborts it then. */
async function abortOnceReady(script: (pidFile: string) => string, graceMs: number) {
  const { path, pid } = freshPidFile();
  const controller = new AbortController();
  const result = run({ ...shell(script(path)), graceMs, signal: controller.signal });
  const written = await pid();
  controller.abort();
  return { ...(await result), pid: written };
}

test('a program that ends gives its exit code and both outputs apart', async () => {
  await check(shell('echo result; echo talk >&2; exit 3'), {
    outcome: { kind: 'exited', code: 3 },
    stdout: 'result\n',
    stderr: 'talk\n',
    truncated: false,
  });
  await check({ argv: ['true'] }, { outcome: { kind: 'exited', code: 0 }, stdout: '', stderr: '' });
});

test('a program that is killed gives the signal', async () => {
  await check(shell('kill -KILL $$'), { outcome: { kind: 'signalled', signal: 'SIGKILL' } });
});

test('arguments reach the program as they are, and no shell reads them', async () => {
  await check(
    { argv: ['printf', '%s|', '$HOME', '`id`', 'a b', '; exit 1', ''] },
    { outcome: { kind: 'exited', code: 0 }, stdout: '$HOME|`id`|a b|; exit 1||' },
  );
});

test('what cannot be started is an outcome with its reason', async () => {
  const missing = join(folder, 'missing');
  const rows: readonly (readonly [Run, string])[] = [
    [{ argv: [] }, 'no program was named'],
    [{ argv: ['no-such-program-anywhere'] }, 'program not found: no-such-program-anywhere'],
    [{ argv: [missing] }, `program not found: ${missing}`],
    [{ argv: ['true'], cwd: missing }, `folder not found: ${missing}`],
    [{ argv: ['true'], cwd: '/dev/null' }, 'folder not found: /dev/null'],
    [{ argv: [folder] }, `no permission to run: ${folder}`],
    [{ argv: ['true', 'a\0b'] }, 'a NUL character or an empty program name'],
    [{ argv: [''] }, 'a NUL character or an empty program name'],
    [{ argv: ['true', 'x'.repeat(4_000_000)] }, 'the operating system refused it: E2BIG'],
  ];
  for (const [request, reason] of rows) await check(request, { outcome: { kind: 'not-started', reason } });
});

test('the program works in the folder it was given', async () => {
  await check({ argv: ['/bin/pwd', '-P'], cwd: '/' }, { stdout: '/\n' });
});

test('the program sees the minimal environment and what was added, and nothing else of ours', async () => {
  vi.stubEnv('COPPICE_TEST_SECRET', 'hidden');
  vi.stubEnv('LANG', 'C');
  try {
    const { stdout } = await run({
      argv: [process.execPath, '-p', 'JSON.stringify(process.env)'],
      environment: { COPPICE_ADDED: 'yes', HOME: '/elsewhere', LANG: undefined },
    });
    const seen: Record<string, string> = JSON.parse(stdout);
    expect(seen).toMatchObject({ PATH: process.env['PATH'], HOME: '/elsewhere', COPPICE_ADDED: 'yes' });
    // The last one is added by macOS itself.
    const allowed = ['PATH', 'HOME', 'LC_ALL', 'TMPDIR', 'TERM', 'COPPICE_ADDED', '__CF_USER_TEXT_ENCODING'];
    expect(Object.keys(seen).filter((name) => !allowed.includes(name))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('input is at its end unless it was given', async () => {
  await check({ argv: ['cat'] }, { outcome: { kind: 'exited', code: 0 }, stdout: '' });
  await check(shell('[ -c /dev/stdin ]'), { outcome: { kind: 'exited', code: 0 } });
  await check({ argv: ['cat'], stdin: 'wörds' }, { stdout: 'wörds' });
  await check({ argv: ['cat'], stdin: Uint8Array.of(0x68, 0x69) }, { stdout: 'hi' });
});

test('a program that does not read its input is no fault', async () => {
  await check({ argv: ['true'], stdin: 'x'.repeat(5_000_000) }, { outcome: { kind: 'exited', code: 0 } });
});

test('what a program wrote before its end is read to the end', async () => {
  const { stdout, truncated } = await run({
    argv: ['head', '-c', '5000000', '/dev/zero'],
    maxOutputBytes: 5_000_000,
  });
  expect([stdout.length, truncated]).toEqual([5_000_000, false]);
});

test('a program that writes far more than is kept runs to its end', async () => {
  await check(
    { ...shell('head -c 50000000 /dev/zero && echo complete >&2'), maxOutputBytes: 1000 },
    {
      outcome: { kind: 'exited', code: 0 },
      stdout: '\0'.repeat(1000),
      stderr: 'complete\n',
      truncated: true,
    },
  );
});

test('a program that takes too long is stopped, with everything it started', async () => {
  const { path, pid } = freshPidFile();
  const result = run({
    ...shell(`sh -c 'echo $$ > ${path}; exec sleep 600' & wait`),
    timeoutMs: 1500,
    graceMs: 100,
  });
  const grandchild = await pid();
  expect((await result).outcome).toEqual({ kind: 'timed-out' });
  await checkGone(grandchild);
});

test('an abort stops the program whenever it comes', async () => {
  const { outcome, pid } = await abortOnceReady((pidFile) => `echo $$ > ${pidFile}; exec sleep 600`, 20_000);
  expect(outcome).toEqual({ kind: 'aborted' });
  await checkGone(pid);
  await check({ argv: ['true'], signal: AbortSignal.abort() }, { outcome: { kind: 'aborted' } });

  const controller = new AbortController();
  const result = run({ argv: ['sleep', '600'], signal: controller.signal });
  controller.abort();
  expect((await result).outcome).toEqual({ kind: 'aborted' });
});

test('a program that ignores the polite signal is killed after the grace', async () => {
  const deaf = (pidFile: string) => `trap '' TERM; echo $$ > ${pidFile}; while :; do sleep 600; done`;
  const { outcome, pid } = await abortOnceReady(deaf, 100);
  expect(outcome).toEqual({ kind: 'aborted' });
  await checkGone(pid);
});

test('a program that tidies up at the polite signal has the time for it, even if its parent ends at once', async () => {
  const tidy = (pidFile: string) =>
    `sh -c 'trap "sleep 0.1; echo tidy; exit" TERM; echo $$ > ${pidFile}; while :; do sleep 0.05; done' & wait`;
  expect((await abortOnceReady(tidy, 20_000)).stdout).toBe('tidy\n');
});

test('a program left in the background neither keeps the run waiting nor outlives it', async () => {
  for (const script of ['sleep 600 & echo $!', 'sleep 600 >/dev/null 2>&1 & echo $!']) {
    const { outcome, stdout } = await run(shell(script));
    expect(outcome).toEqual({ kind: 'exited', code: 0 });
    await checkGone(Number(stdout));
  }
});

test('a program that left the group lives on, and does not keep the run waiting although it holds the output', async () => {
  const script = `const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'inherit' });
    console.log(child.pid);
    child.unref();`;
  const { outcome, stdout } = await run({ argv: [process.execPath, '-e', script] });
  expect(outcome).toEqual({ kind: 'exited', code: 0 });
  expect(isAlive(Number(stdout))).toBe(true);
  process.kill(Number(stdout), 'SIGKILL');
});

test('a program that ended while this process was busy has not timed out', async () => {
  const { path } = freshPidFile();
  const timeoutMs = 500;
  const result = run({ ...shell(`echo $$ > ${path}; echo done`), timeoutMs });
  await new Promise(setImmediate);
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  // Held up on purpose. Where an ended program cannot be distinguished from a running one, it is given twice the time.
  while (elapsedMs() < timeoutMs || !(hasEnded(path) || elapsedMs() > 2 * timeoutMs)) holdUpEventLoop();
  expect(await result).toMatchObject({ outcome: { kind: 'exited', code: 0 }, stdout: 'done\n' });
});

function holdUpEventLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

function hasEnded(pidFile: string): boolean {
  return (
    existsSync(pidFile) &&
    readFileSync(pidFile, 'utf8') !== '' &&
    !isAlive(Number(readFileSync(pidFile, 'utf8')))
  );
}

test('if this process ends first, however it does, what it was running ends too', async () => {
  const rows: readonly (readonly [string, ProcessOutcome])[] = [
    ['process.exit(7)', { kind: 'exited', code: 7 }],
    ['throw new Error("unexpected")', { kind: 'exited', code: 1 }],
    ['process.kill(process.pid, "SIGINT")', { kind: 'signalled', signal: 'SIGINT' }],
    ['process.kill(process.pid, "SIGTERM")', { kind: 'signalled', signal: 'SIGTERM' }],
    ['process.kill(process.pid, "SIGHUP")', { kind: 'signalled', signal: 'SIGHUP' }],
    [
      'process.once("SIGINT", () => process.exit(8)); process.kill(process.pid, "SIGINT")',
      { kind: 'exited', code: 8 },
    ],
  ];
  for (const [end, outcome] of rows) {
    const { path, pid } = freshPidFile();
    const result = await runOwner(`
      void run('echo $$ > ${path}; exec sleep 600');
      while (!existsSync('${path}') || readFileSync('${path}', 'utf8') === '') await new Promise(setImmediate);
      ${end};
      await new Promise(() => undefined);`);
    expect(result.outcome).toEqual(outcome);
    await checkGone(await pid());
  }
});

test('a signal that somebody else handles does not end what is running', async () => {
  const { path } = freshPidFile();
  const result = await runOwner(`
    process.on('SIGINT', () => writeFileSync('${path}', ''));
    const result = run('until [ -e ${path} ]; do sleep 0.02; done; echo unharmed');
    process.kill(process.pid, 'SIGINT');
    process.stdout.write((await result).stdout);`);
  expect(result).toMatchObject({ outcome: { kind: 'exited', code: 0 }, stdout: 'unharmed\n' });
});

test('after the runs nothing listens any more, and no timer keeps the process from ending', async () => {
  const result = await runOwner(`
    const listeners = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)).join();
    const before = listeners();
    const runs = [run('true'), run('true')];
    const during = listeners();
    await Promise.all(runs);
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    console.log(JSON.stringify([before === during, before === listeners(), timers]));`);
  expect(result.stdout).toBe('[false,true,[]]\n');
});

/** Runs a script in a process of its own, with `run` for a shell script in a group that it then owns. */
function runOwner(script: string): Promise<ProcessResult> {
  const program = join(mkdtempSync(join(folder, 'owner-')), 'owner.mjs');
  buildSync({
    stdin: {
      contents: `
        import { existsSync, readFileSync, writeFileSync } from 'node:fs';
        import { runProcess } from './process.js';
        const run = (text) => runProcess({ argv: ['/bin/sh', '-c', text], timeoutMs: 600_000, maxOutputBytes: 100 });
        ${script}`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
  return run({ argv: [process.execPath, program] });
}
