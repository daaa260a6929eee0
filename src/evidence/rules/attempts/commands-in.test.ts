import { describe, expect, test } from 'vitest';
import { commandsIn } from './commands-in.js';
import type { HiddenBy } from './hidden-exits.js';

const textsOf = (text: string) => commandsIn(text).commands.map(({ command }) => command.text);

describe('shell text is split into simple commands', () => {
  function check(text: string, ...commands: readonly string[]) {
    test(text, () => expect(textsOf(text)).toEqual(commands));
  }

  check('npm test', 'npm test');
  check('cd app && npm ci; ls | head\nwc', 'cd app', 'npm ci', 'ls', 'head', 'wc');
  check('a || b & c', 'a', 'b', 'c');
  check('git commit -m "a && b; c | d"', 'git commit -m "a && b; c | d"');
  check("echo 'it''s; fine' && ls", "echo 'it''s; fine'", 'ls');
  check('docker run \\\n  --rm \\\n  image', 'docker run --rm image');
  check('make # all && more\nls', 'make', 'ls');
  check('echo a#b', 'echo a#b');
  check('npm test > log 2>&1 < in >> more', 'npm test');
  check('npm test 2>/dev/null &>all', 'npm test');
  check('a |& b', 'a', 'b');
  check('(cd web && npm ci) && npm test', 'cd web', 'npm ci', 'npm test');
  check('{ a; b; } | tail', 'a', 'b', 'tail');
  check('! grep -q x f && ls', 'grep -q x f', 'ls');
  check('for f in a b; do lint $f; done', 'lint $f');
  check('while read l; do use $l; done < in', 'read l', 'use $l');
  // What decides comes first.
  check('if [ -f x ]; then a; elif b; then c; else d; fi; e', '[ -f x ]', 'b', 'a', 'c', 'd', 'e');
  check('case $1 in a|b) one;; *) two;; esac', 'one', 'two');
  check('deploy() { npm publish; }; deploy', 'npm publish', 'deploy');
  check('[[ -f a && -f b ]] && c', '[[ -f a && -f b ]]', 'c');
  check('((i++)); c', 'c');
  check('A=(x y) && c', 'c');
  check("cat <<'EOF' > f\nrm -rf x && y\nEOF\nls", 'cat', 'ls');
  check('cat <<A <<B\n1\nA\n2\nB\nls', 'cat', 'ls');
  check('X=$(aws sts get) && echo "$X"', 'aws sts get', 'echo "$X"');
  check('echo "now: $(date +%s) `id -u`"', 'date +%s', 'id -u', 'echo "now: $(date +%s) `id -u`"');
  check('diff <(sort a) <(sort b)', 'sort a', 'sort b', 'diff <(sort a) <(sort b)');
  check('echo $((1 + 2))', 'echo $((1 + 2))');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is shell text.
  check('ls "${A:-$(b)}" c', 'ls "${A:-$(b)}" c');
  check(`bash -lc "cd x && make -j8"`, 'cd x', 'make -j8');
  check(`sh -c 'bash -c "npm ci && npm test"'`, 'npm ci', 'npm test');
  check(`bash -eo pipefail -c 'a | b'`, 'a', 'b');
  check(`powershell.exe -NoProfile -Command "npm test; ls"`, 'npm test', 'ls');
  check('eval "make all"', 'make all');
  // Unfinished text, as in a preview that was cut.
  check(`npm run 'build`, `npm run 'build`);
  check('a && (b; c', 'a', 'b', 'c');
  check('if a; then b', 'a', 'b');
  check('cat <<EOF\nnever ended', 'cat');
  check('a &&', 'a');
  check('done; fi; } ) a', 'a');
  check('', ...[]);
  check('  \n # nothing\n', ...[]);
});

describe('an exit code that says nothing about a command is hidden', () => {
  function check(text: string, ...hidden: readonly (HiddenBy | undefined)[]) {
    test(text, () => expect(commandsIn(text).commands.map(({ hiddenBy }) => hiddenBy)).toEqual(hidden));
  }

  check('a && b', undefined, undefined);
  check('a | tail', 'pipe', undefined);
  check('set -o pipefail; a | tail', 'sequence', undefined, undefined);
  check('set -euo pipefail\na | tail\nb', 'sequence', undefined, undefined, undefined);
  check('a || true', 'ignored', undefined);
  check('a && b || :', 'ignored', 'ignored', undefined);
  check('a || echo failed', 'ignored', undefined);
  check('a || { echo failed; true; }', 'ignored', 'ignored', undefined);
  check('a || b', 'fallback', undefined);
  check('a || exit 1', undefined, undefined);
  check('a || { echo no; exit 1; }', undefined, 'sequence', undefined);
  check('a; true', 'ignored', undefined);
  check('a; echo "exit $?"', 'printed', undefined);
  check('a; b; echo done', 'sequence', 'ignored', undefined);
  check('a; b', 'sequence', undefined);
  check('a\nb && c', 'sequence', undefined, undefined);
  check('a &', 'background');
  check('a && b & c', 'background', 'background', undefined);
  check('(a; b) || true', 'ignored', 'ignored', undefined);
  check('{ a; b; } | tail', 'pipe', 'pipe', undefined);
  check('if a; then b; fi', 'compound', undefined);
  check('for f in x; do a; b; done', 'compound', undefined);
  check('echo $(a)', 'substitution', undefined);
  check('X=$(a)', undefined);
  check("bash -c 'a; b' || true", 'ignored', 'ignored', undefined);
});

describe('a command knows how it is joined, and whether it may not have run', () => {
  function check(text: string, ...joins: readonly string[]) {
    test(text, () =>
      expect(
        commandsIn(text).commands.map(({ join, mayNotRun }) => `${join}${mayNotRun ? '?' : ''}`),
      ).toEqual(joins),
    );
  }

  check('a && b || c; d | e & f\ng', '', '&&', '||?', ';', '|', '&', ';');
  check("a && bash -c 'b; c'", '', '&&', ';');
  check('a && (b && c)', '', '&&', '&&');
  check('if a; then b; fi', '', '?');
});

describe('environment, launcher, folder and rights are kept apart', () => {
  function check(text: string, expected: Readonly<Record<string, unknown>>, folder?: string) {
    test(text, () => {
      const { commands } = commandsIn(text, folder === undefined ? {} : { folder });
      expect(commands.at(-1)?.command).toMatchObject(expected);
    });
  }

  check('A=1 B="x y" npm test', { environment: ['A=1', 'B=x y'], signature: 'npm test' });
  check('env -u X A=1 npm test', { environment: ['A=1'], signature: 'npm test' });
  check('cross-env A=1 npm test', { environment: ['A=1'], signature: 'npm test' });
  check('export A=1 B=2 && npm test', { environment: ['A=1', 'B=2'] });
  check('export A=1; B=2 npm test', { environment: ['A=1', 'B=2'] });
  check('(export A=1); npm test', { environment: [] });
  check("A=1 bash -c 'npm test'", { environment: ['A=1'] });
  check('cd web && npm test', { folder: 'web' });
  check('cd web && npm test', { folder: '/p/web' }, '/p');
  check('cd ../api/./x && npm test', { folder: '/p/api/x' }, '/p/web');
  check('cd /tmp/ && npm test', { folder: '/tmp' }, '/p');
  check('cd && npm test', { folder: '~' }, '/p');
  check('cd ~/x/.. && npm test', { folder: '~' }, '/p');
  check('cd - && npm test', { folder: undefined }, '/p');
  check('(cd web && npm ci); npm test', { folder: '/p' }, '/p');
  check("bash -lc 'cd web'; npm test", { folder: '/p' }, '/p');
  check('{ cd web; }; npm test', { folder: '/p/web' }, '/p');
  check('sudo -u app -E npm test', { isElevated: true, signature: 'npm test' });
  check("sudo bash -c 'npm test'", { isElevated: true, signature: 'npm test' });
  check("sudo bash -c 'npm ci'; npm test", { isElevated: false });
  check('npm test', { isElevated: false, folder: undefined, environment: [], launcher: [] });
  check('python3 - <<EOF\nprint(1)\nEOF', {
    isOpaque: true,
    words: ['-', '<<print(1)\n'],
    spelling: 'python3',
  });
  check('psql shop <<< "select 1"', { isOpaque: true, words: ['shop', '<<select 1'] });
  check('cat > a.py <<EOF\nx\nEOF', { isOpaque: false });
});

test('files written by redirection are known', () => {
  const [command] = commandsIn('npm test > a.log 2> /dev/null >> b.log').commands;
  expect(command?.writesTo).toEqual(['a.log', 'b.log']);
});

test('a very long call is read up to a limit', () => {
  expect(commandsIn('a;'.repeat(5_000)).commands.length).toBe(100);
});
