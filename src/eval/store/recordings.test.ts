import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { caseOf, evaluateFake } from '../eval.world.js';
import { type Recording, type RecordingKey, recordingPath } from '../rules/recording.js';
import { recordingStore } from './recordings.js';

const key: RecordingKey = { agent: 'claude', caseHash: 'c'.repeat(64), digest: 'none', arm: 'with', run: 1 };

const recording: Recording = {
  format: 1,
  key,
  stream: 'claude',
  startedAt: 1_793_520_000_000,
  durationMs: 12,
  outcome: { kind: 'completed' },
  lines: ['{}'],
  files: [{ path: 'out.txt', sizeBytes: 3, text: 'out' }],
};

function storeWith(text: string) {
  const files = memoryFiles();
  const path = `/r/${recordingPath(key)}`;
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(path, new TextEncoder().encode(text));
  return recordingStore(files, '/r');
}

const changed = (change: Readonly<Record<string, unknown>>) => JSON.stringify({ ...recording, ...change });
const whole = JSON.stringify(recording, undefined, 1);

test('what was put there is found, and a run that was not recorded is missing', () => {
  const store = recordingStore(memoryFiles(), '/r');
  expect(store.find(key)).toEqual({ kind: 'missing' });
  store.put(recording);
  expect(store.find(key)).toEqual({ kind: 'found', recording });
});

const notOne = 'does not have the fields of a recording';

test.each([
  ['cut off in a line', whole.slice(0, -40), 'ends in the middle'],
  ['cut off after its first character', '{', 'ends in the middle'],
  ['empty', '', 'is empty'],
  ['with the marks of a merge conflict', `{\n<<<<<<< HEAD\n${whole.slice(1)}`, 'is not JSON'],
  ['of an unknown format', changed({ format: 2 }), notOne],
  ['a list', '[]', notOne],
  ['without a key', changed({ key: null }), notOne],
  ['of an unknown stream', changed({ stream: 'telepathy' }), notOne],
  ['from no time', changed({ startedAt: 1e300 }), notOne],
  ['from before all times', changed({ startedAt: -1e15 }), notOne],
  ['with an endless duration', whole.replace('"durationMs": 12', '"durationMs": 1e999'), notOne],
  ['with an unknown outcome', changed({ outcome: { kind: 'splendid' } }), notOne],
  ['with a failure of no kind', changed({ outcome: { kind: 'failed', message: 'no' } }), notOne],
  ['with a message that is no text', changed({ outcome: { kind: 'crashed', message: {} } }), notOne],
  ['with a line that is no text', changed({ lines: [1] }), notOne],
  ['with a file without a size', changed({ files: [{ path: 'a' }] }), notOne],
  ['with a text that is none', changed({ files: [{ path: 'a', sizeBytes: 1, text: 1 }] }), notOne],
  [
    'of another run',
    changed({ key: { ...key, run: 2 } }),
    'is the recording of another run: its run differs',
  ],
  [
    'of another skill',
    changed({ key: { ...key, digest: 'f'.repeat(64) } }),
    'is the recording of another run: its digest differs',
  ],
])('a recording that is damaged is named so: %s', (_, text, why) => {
  expect(storeWith(text).find(key)).toEqual({ kind: 'damaged', why });
});

test('a replay names the damaged file and what to do, and an evaluation with the agent replaces it', async () => {
  const { files } = await evaluateFake({ runs: 1 });
  const [path = ''] = pathsBelow(files, '/r').filter((one) => one.endsWith('/with-1.json'));
  const bytes = files.read(path)?.bytes ?? new Uint8Array();
  files.write(path, bytes.subarray(0, bytes.length / 2));
  await expect(evaluateFake({ runs: 1, files, isReplay: true })).rejects.toMatchObject({
    code: 'recording-damaged',
    message: `the recording of run 1 of husum with the skill is damaged: ${path} ends in the middle`,
    hint: 'restore the file from version control, or run the evaluation with the agent again, which replaces it',
  });
  await evaluateFake({ runs: 1, files, reuses: true });
  const { result } = await evaluateFake({ runs: 1, files, isReplay: true });
  expect(result.cases[0]?.scores).toEqual({ with: 1, without: 0 });
});

test('a damaged vote of a judge is named with what was judged', async () => {
  const judged = caseOf({
    graders: [
      { name: 'j', type: 'llm', weight: 1, arm: undefined, criteria: 'contains: UTC', focus: 'last_message' },
    ],
  });
  const { files } = await evaluateFake({ runs: 1, cases: [judged] });
  for (const path of pathsBelow(files, '/r'))
    if (path.endsWith('/judge-2.json')) files.write(path, new TextEncoder().encode('{'));
  await expect(evaluateFake({ runs: 1, files, isReplay: true, cases: [judged] })).rejects.toThrow(
    'the recording of judge 2 on run 1 of husum with the skill is damaged: /r/claude/',
  );
});

function pathsBelow(files: ReturnType<typeof memoryFiles>, folder: string): readonly string[] {
  return (files.list(folder) ?? []).flatMap(({ name, kind }) =>
    kind === 'folder' ? pathsBelow(files, `${folder}/${name}`) : [`${folder}/${name}`],
  );
}
