import { expect, test } from 'vitest';
import { editedPaths } from './tool-arguments.js';

test.for<[string, string, readonly string[]]>([
  ['a path', '{"file_path":"src/a.ts","new_string":"x"}', ['src/a.ts']],
  [
    'a path before contents that are cut',
    '{"file_path":"src/a.ts","content":"const a = 1;\\nco…',
    ['src/a.ts'],
  ],
  [
    'the files of a patch',
    JSON.stringify({ input: '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts\n+x' }),
    ['a.ts', 'b.ts'],
  ],
  ['a patch that is cut', '{"input":"*** Begin Patch\\n*** Update File: a.ts\\n@@\\n-…', ['a.ts']],
  ['a patch as text', '*** Begin Patch\n*** Add File: b.ts\n+x', ['b.ts']],
  ['no path', '{"todos":[]}', []],
  ['no arguments', '', []],
])('%s', ([, args, expected]) => {
  expect(editedPaths(args)).toEqual(expected);
});
