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

test.skipIf(!has('bash'))('bash completes verbs of several words, one after the other', () => {
  expect(bashOffers('coppice evi')).toEqual(['evidence']);
  expect(bashOffers('coppice evidence ')).toEqual(['backfill', 'report', 'episodes', 'purge', 'record']);
  expect(bashOffers('coppice registry admin tok')).toEqual(['token']);
  expect(bashOffers('coppice usage r')).toEqual(['record']);
  expect(bashOffers('coppice usage --so')).toEqual(['--sort']);
});

test.skipIf(!has('zsh'))('zsh completes verbs of several words, one after the other', () => {
  const script = emptyHome().coppice(['completion', 'zsh']).stdout;
  const offers = (line: string) => {
    const driver = [
      `_describe() { print -l -- \${\${(P)2}%%:*} }; _arguments() { print -l -- \${\${(M)@:#--*}%%\\[*} }`,
      script,
      `words=(${line
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' ')})`,
      'CURRENT=$#words',
      '_coppice',
    ].join('\n');
    const { status, stdout, stderr } = spawnSync('zsh', ['-f', '-c', driver], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.split('\n').filter((offer) => offer !== '');
  };
  const first = offers('coppice ');
  expect(new Set(first).size).toBe(first.length);
  expect(first).toContain('evidence');
  expect(offers('coppice evidence ')).toEqual(['backfill', 'report', 'episodes', 'purge', 'record']);
  expect(offers('coppice usage ')).toEqual(expect.arrayContaining(['record', 'import', '--sort']));
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
  expect(offers('coppice evi')).toEqual(['evidence']);
  expect(offers('coppice registry admin tok')).toEqual(['token']);
  expect(offers('coppice usage rec')).toEqual(['record']);
  expect(offers('coppice usage record name u')).toEqual(['use']);
  // Of verbs that end with the same word, only the one that was typed.
  expect(offers('coppice create name --desc')).toEqual(['--description']);
  expect(offers('coppice registry admin tenant create acme --desc')).toEqual([]);
});
