import { expect, test } from 'vitest';
import { session } from '../session.fixture.js';
import { editedFiles } from './edited-files.js';
import { editedKind } from './file-kind.js';

test.each([
  ["sed -i 's/a/b/' src/a.ts", ['src/a.ts']],
  ["sed -n '1,5p' src/a.ts", []],
  ["perl -pi -e 's/a/b/' src/a.ts", ['src/a.ts']],
  ['rm tests/a.test.ts', ['tests/a.test.ts']],
  ['rm -rf node_modules', []],
  ['git rm src/a.ts', ['src/a.ts']],
  ['tee a.txt', ['a.txt']],
  ['git apply x.patch', ['source']],
  ["cat > a.ts <<'X'\nlet a;\nX", ['source']],
  ['npm ci', []],
])('%s edits %j', (command, expected) => {
  expect(session([[command]]).flatMap(editedFiles)).toEqual(expected);
});

test('an edit by a tool names its file, and a message none', () => {
  expect(session([{ edit: 'src/a.ts' }, { user: 'hello' }]).flatMap(editedFiles)).toEqual(['src/a.ts']);
});

test.each([
  ['src/a.ts', 'source'],
  ['a.py', 'source'],
  ['Dockerfile', 'source'],
  ['main.tf', 'source'],
  ['tsconfig.json', 'configuration'],
  ['web/vite.config.ts', 'configuration'],
  ['.env', 'configuration'],
  ['pyproject.toml', 'configuration'],
  ['docker-compose.yml', 'configuration'],
  ['.github/workflows/ci.yml', 'configuration'],
  ['requirements.txt', 'configuration'],
  ['README.md', 'document'],
  ['build.log', 'document'],
])('%s is %s', (path, kind) => {
  expect(editedKind(path)).toBe(kind);
});
