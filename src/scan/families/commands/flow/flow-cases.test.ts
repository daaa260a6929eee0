import { expect, test } from 'vitest';
import { textPackage } from '../../../package/text-package.fixture.js';
import { commandScanners } from '../commands.js';
import { attacks } from './cases/attacks.fixture.js';
import type { FlowCase } from './cases/case.fixture.js';
import { hiddenPayloads, lessons } from './cases/decoded.fixture.js';
import { honest } from './cases/honest.fixture.js';

/** The names of the packages with a grave finding. */
function alarmsIn(cases: readonly FlowCase[]): readonly string[] {
  return cases
    .filter(({ files }) =>
      commandScanners
        .flatMap(({ scan }) => scan(textPackage(files)))
        .some(({ severity, confidence }) => /high|critical/.test(severity) && confidence !== 'low'),
    )
    .map(({ name }) => name);
}

/** What these rules do not follow yet. */
const missed: ReadonlySet<string> = new Set([
  'js Object.fromEntries filter',
  'js env under another name',
  'js modules, commonjs object of functions',
  // Other families find these.
  'js escapes eval',
  'pl base64 eval',
  'go base64 command',
  'ps1 base64 iex',
]);

test('private data is found on every path that is known, and the paths that are not are listed', () => {
  const names = [...attacks, ...hiddenPayloads].map(({ name }) => name);
  const found = new Set(alarmsIn([...attacks, ...hiddenPayloads]));
  expect(names.filter((name) => !found.has(name))).toEqual(names.filter((name) => missed.has(name)));
});

test('honest programs of the same shape, and lessons about encodings, are quiet', () => {
  expect(alarmsIn([...honest, ...lessons])).toEqual([]);
});
