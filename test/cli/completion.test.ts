import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers for a line, as if Tab was pressed at its end. */
function bashOffers(line: string): readonly string[] {
  const home = emptyHome();
  home.put('folder/file.txt', '');
  const words = line.split(' ');
  const driver = [
    home.coppice(['completion', 'bash']).stdout,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    '_coppice',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', driver], {
    encoding: 'utf8',
    cwd: home.path,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((offer) => offer !== '');
}

test.skipIf(!has('bash'))('bash completes verbs, flags, values and paths', () => {
  expect(bashOffers('coppice val')).toEqual(['validate']);
  expect(bashOffers('coppice validate --mo')).toEqual(['--mode']);
  expect(bashOffers('coppice validate --mode s')).toEqual(['strict']);
  expect(bashOffers('coppice validate fol')).toEqual(['folder']);
  expect(bashOffers('coppice completion z')).toEqual(['zsh']);
  expect(bashOffers('coppice nonsense --')).toEqual([]);
});

test.skipIf(!has('zsh'))('the zsh script is accepted by zsh', () => {
  const { stdout } = emptyHome().coppice(['completion', 'zsh']);
  const { status, stderr } = spawnSync('zsh', ['-f', '-n'], { input: stdout, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test.skipIf(!has('fish'))('fish completes verbs, flags and values', () => {
  const home = emptyHome();
  home.put('coppice.fish', home.coppice(['completion', 'fish']).stdout);
  const offers = (line: string) => {
    const script = `source coppice.fish; complete -C ${JSON.stringify(line)}`;
    const { status, stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      cwd: home.path,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout
      .split('\n')
      .map((offer) => offer.split('\t')[0])
      .filter((offer) => offer !== '');
  };
  expect(offers('coppice val')).toEqual(['validate']);
  expect(offers('coppice validate --mo')).toEqual(['--mode']);
  expect(offers('coppice validate --mode s')).toEqual(['strict']);
});
