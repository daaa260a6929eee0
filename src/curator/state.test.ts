import { expect, test } from 'vitest';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { withChecksum } from '../text/checksum.js';
import { CoppiceError } from '../text/errors.js';
import { changeState, loadState } from './state.js';

function placeWith(text?: string) {
  const files = memoryFiles();
  files.makeFolder('/home');
  if (text !== undefined) files.write('/home/curator.json', new TextEncoder().encode(text));
  return { files, home: '/home' };
}

test('before the first run there is nothing to remember', () => {
  expect(loadState(placeWith())).toEqual({ lastRun: null, paused: false });
});

test('each part is changed without touching the other', async () => {
  const options = placeWith();
  await changeState(options, { paused: true });
  await changeState(options, { lastRun: { id: 'r1', at: 5 } });
  expect(loadState(options)).toEqual({ lastRun: { id: 'r1', at: 5 }, paused: true });
  expect(new TextDecoder().decode(options.files.read('/home/curator.json')?.bytes)).toBe(
    withChecksum(
      '{\n  "version": 1,\n  "lastRun": {\n    "id": "r1",\n    "at": 5\n  },\n  "paused": true\n}\n',
    ),
  );
});

test.each([
  ['not JSON', '{"version": 1', 'state-damaged'],
  ['not an object', '[]', 'state-damaged'],
  ['without a pause', '{"version": 1, "lastRun": null}', 'state-damaged'],
  ['with half a run', '{"version": 1, "lastRun": {"id": "r1"}, "paused": false}', 'state-damaged'],
  ['of a newer version', '{"version": 2, "lastRun": null, "paused": false}', 'newer-format'],
])('a file that is %s is refused, and stays', async (_, text, code) => {
  const options = placeWith(text);
  const refusal = expect.objectContaining({ name: 'CoppiceError', code });
  expect(() => loadState(options)).toThrow(CoppiceError);
  await expect(changeState(options, { paused: true })).rejects.toEqual(refusal);
  expect(new TextDecoder().decode(options.files.read('/home/curator.json')?.bytes)).toBe(text);
});
