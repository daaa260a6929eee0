import { expect, test } from 'vitest';
import type { EnvironmentDeclaration } from '../../skill/skill.js';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { readinessOf } from './readiness.js';

const disk = memoryDisk();
const files = memoryFiles(disk);
for (const folder of ['/bin', '/usr/bin', '/secret', '/bin/folder']) files.makeFolder(folder, 0o755);
for (const path of ['/usr/bin/jq', '/secret/hidden', '/bin/plain']) files.create(path, new Uint8Array());
disk.chmod('/usr/bin/jq', 0o755);
disk.chmod('/secret', 0);

const variable = (name: string, optional = false): EnvironmentDeclaration => ({
  name,
  help: undefined,
  optional,
});

function check(
  declared: { environment?: readonly EnvironmentDeclaration[]; commands?: readonly string[] },
  missing: readonly string[],
): void {
  const environment = { PATH: '/bin::/secret:/nowhere:/usr/bin', SET: '1', EMPTY: '' };
  const readiness = readinessOf({ environment: [], commands: [], ...declared }, environment, files);
  expect([...readiness.missingEnvironment.map(({ name }) => name), ...readiness.missingCommands]).toEqual(
    missing,
  );
  expect(readiness.status).toBe(missing.length === 0 ? 'ready' : 'setup-needed');
}

test.each<[string, Parameters<typeof check>[0], readonly string[]]>([
  ['nothing declared', {}, []],
  ['a variable that is set', { environment: [variable('SET')] }, []],
  ['one that is not', { environment: [variable('UNSET')] }, ['UNSET']],
  ['one that is empty', { environment: [variable('EMPTY')] }, ['EMPTY']],
  ['an optional one', { environment: [variable('UNSET', true)] }, []],
  ['a program on the PATH', { commands: ['jq'] }, []],
  ['one that is not there', { commands: ['jq', 'curl'] }, ['curl']],
  ['a file that is not executable', { commands: ['plain'] }, ['plain']],
  ['a folder', { commands: ['folder'] }, ['folder']],
  ['one in a folder that cannot be searched', { commands: ['hidden'] }, ['hidden']],
])('%s', (_, declared, missing) => check(declared, missing));

test('without a PATH no program is there', () => {
  expect(readinessOf({ environment: [], commands: ['jq'] }, {}, files).missingCommands).toEqual(['jq']);
});
