import { expect, test } from 'vitest';
import { showProgress } from './progress.js';
import { terminalOf } from './terminal.js';

function recordProgress(
  stderr: { readonly isTTY: boolean },
  environment: Readonly<Record<string, string>> = {},
  quietMs = 0,
) {
  const written: string[] = [];
  const time = { ms: 0 };
  const terminal = terminalOf({
    stdout: { write: () => expect.unreachable('progress is never part of the result'), isTTY: true },
    stderr: { write: (text) => written.push(text), columns: 13, ...stderr },
    environment,
  });
  return { written, time, progress: showProgress(terminal, { elapsedMs: () => time.ms, quietMs }) };
}

test('on a terminal the line is drawn in place, one column short of the width, and taken away at the end', () => {
  const { written, progress } = recordProgress({ isTTY: true });
  progress.update({ label: 'Reading', done: 1, total: 4 });
  progress.end();
  expect(written).toEqual(['\r\x1B[KRea… 25% 1/4', '\r\x1B[K']);
});

test('it is drawn at most every 80 ms', () => {
  const { written, time, progress } = recordProgress({ isTTY: true });
  for (time.ms = 1000; time.ms < 1200; time.ms += 10) progress.update({ label: 'at', done: time.ms });
  expect(written).toEqual(['\r\x1B[Kat 1000', '\r\x1B[Kat 1080', '\r\x1B[Kat 1160']);
});

test('a task that is done at once draws nothing', () => {
  const { written, time, progress } = recordProgress({ isTTY: true }, {}, 100);
  for (time.ms = 10; time.ms < 200; time.ms += 45) progress.update({ label: 'at', done: time.ms });
  progress.end();
  expect(written).toEqual(['\r\x1B[Kat 100', '\r\x1B[Kat 190', '\r\x1B[K']);
  const quick = recordProgress({ isTTY: true }, {}, 100);
  quick.progress.update({ label: 'at', done: 1 });
  quick.progress.end();
  expect(quick.written).toEqual([]);
});

test('nothing is written where nothing was drawn', () => {
  const silent = [recordProgress({ isTTY: false }), recordProgress({ isTTY: true }, { TERM: 'dumb' })];
  for (const { written, progress } of silent) {
    progress.update({ label: 'Reading', done: 1 });
    progress.end();
    expect(written).toEqual([]);
  }
  const { written, progress } = recordProgress({ isTTY: true });
  progress.end();
  expect(written).toEqual([]);
});
