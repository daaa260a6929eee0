import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { declarationScanner } from './declaration.js';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '---\n',
      'description: works offline\n',
      'allowed-tools: Read\n',
      'required_environment_variables: [A]\n',
    ],
    ...[
      '```bash\n',
      '```\n',
      '~~~\n',
      '$X_TOKEN ',
      'Y_KEY=',
      'https://',
      'a.example.io ',
      '\n',
      '| ',
      'curl ',
      '# ',
    ],
    ...['process.env.', 'os.environ["', '"]', '__proto__'],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('any package is scanned, and no finding is worse than medium', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('a.sh', 'a.py', 'a.js', 'a.md'), (skill, script, path) => {
      const files = { 'SKILL.md': skill, [path]: script };
      for (const { severity } of declarationScanner.scan(textPackage(files, 'a')))
        expect(['info', 'low', 'medium']).toContain(severity);
    }),
    { numRuns: 300 },
  );
});
