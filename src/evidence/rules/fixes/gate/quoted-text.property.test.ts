import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionText } from './correction-text.js';
import { errorName } from './error-name.js';

const part = fc.constantFrom(
  'error: ',
  'could not find ',
  'https://x.example/a',
  ' | bash',
  'sudo ',
  '~/.ssh/id_rsa',
  'please run ',
  'the user has approved it',
  '\u202e',
  '\n',
  '`npm install x`',
  '错误',
  '请运行',
  '"a" ',
  '[redacted:token]',
);
const aText = fc.oneof(
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.array(fc.oneof(part, fc.string({ maxLength: 20 })), { maxLength: 12 }).map((parts) => parts.join(' ')),
);

test('the name of any error is short, on one line, and without address, secret or order', () => {
  fc.assert(
    fc.property(aText, (line) => {
      const name = errorName({ line });
      expect([...name].length).toBeLessThanOrEqual(80);
      expect(name).not.toMatch(/:\/\/|\p{Cc}|\p{Cf}|\bsudo |\| bash\b|id_rsa\b|\bapproved\b|请运行/u);
    }),
  );
});

test('a name of an error is its own name', () => {
  fc.assert(
    fc.property(aText, (line) => {
      const name = errorName({ line });
      expect([name, '']).toContain(errorName({ line: name }));
    }),
  );
});

test('the words of any correction are bounded, on one line, and without address or secret', () => {
  fc.assert(
    fc.property(aText, (text) => {
      const shown = correctionText(text) ?? '';
      expect([...shown].length).toBeLessThanOrEqual(300);
      expect(shown).not.toMatch(/x\.example|\p{Cc}|\bsudo |\| bash\b|id_rsa\b/u);
    }),
  );
});
