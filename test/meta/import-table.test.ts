import { expect, test } from 'vitest';
import { onlyForTests, sourceFiles } from './sources.js';

/** Who may import whom. A name with a slash allows only that part of the room. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  text: [],
  system: ['text'],
  skill: ['text'],
  agents: ['text', 'skill'],
  search: ['text', 'skill'],
  scan: ['text', 'skill'],
  usage: ['text', 'system'],
  library: ['text', 'system', 'skill', 'agents', 'search', 'scan', 'usage'],
  curator: ['text', 'system', 'agents', 'usage', 'library'],
  evidence: ['text', 'system', 'skill', 'agents', 'scan', 'usage'],
  evolve: ['text', 'system', 'skill', 'agents', 'search', 'scan', 'usage', 'library', 'evidence'],
  eval: ['text', 'system', 'skill', 'agents', 'search', 'scan', 'library', 'evidence'],
  registry: ['text', 'system', 'skill', 'agents', 'search', 'scan'],
  client: ['text', 'system', 'skill', 'agents', 'scan', 'usage', 'library', 'registry/api'],
  web: ['text', 'registry/api', 'machine/api'],
  app: [
    'text',
    'system',
    'skill',
    'agents',
    'search',
    'scan',
    'usage',
    'library',
    'curator',
    'evidence',
    'evolve',
    'eval',
    'registry',
    'client',
  ],
  machine: [
    'text',
    'system',
    'library',
    'usage',
    'curator',
    'evidence',
    'evolve',
    'app',
    'registry/rules/http',
    'registry/server/http',
  ],
  mcp: ['text', 'skill', 'library', 'usage', 'curator', 'search', 'client', 'registry/api', 'system', 'app'],
};

/** The faces are above all rooms. */
const faces = ['cli', 'main.ts', 'record-event.ts', 'index.ts', 'sql-files.d.ts'];

const files = sourceFiles('src');

test('every file is in a room of the table or is a face', () => {
  const strangers = files.filter(({ path }) => !(roomOf(path) in mayImport) && !faces.includes(roomOf(path)));
  expect(strangers.map(({ path }) => path)).toEqual([]);
});

test('rooms import only what the table allows', () => {
  const broken = files.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const allowed = mayImport[room];
    if (!allowed) return [];
    // Tests use the in-memory disk and the fixed clock of system.
    const given = onlyForTests.test(path) ? [...allowed, 'system'] : allowed;
    return imports
      .filter((target) => target.startsWith('src/') && roomOf(target) !== room)
      .filter((target) => !given.some((name) => target.startsWith(`src/${name}/`)))
      .map((target) => `${path} imports ${target}`);
  });
  expect(broken).toEqual([]);
});

test('nothing imports from outside src but packages, Node and the manifest', () => {
  const outside = files
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, imports }) => imports.filter(isOutside).map((target) => `${path} imports ${target}`));
  expect(outside).toEqual([]);
});

/** Files that load packages which the user has installed, by their path. */
const loadsByPath = ['src/system/optional-package.ts'];

test('imports name their target literally', () => {
  const others = files.filter(({ path }) => !loadsByPath.includes(path));
  expect(
    others.flatMap(({ path, imports }) =>
      imports.filter((name) => name.startsWith('computed:')).map((name) => `${path} ${name}`),
    ),
  ).toEqual([]);
});

function isOutside(target: string): boolean {
  return /^(\.\.|test\/|bench\/|scripts\/)/.test(target);
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}
