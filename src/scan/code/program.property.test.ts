import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './expression.js';
import { programOf, statementTokens } from './program.js';
import { type ProgramLanguage, syntaxes } from './syntax.js';

const languages = Object.keys(syntaxes) as ProgramLanguage[];

/** What the lexer and the reader of blocks decide on, in any order. */
const atoms =
  '( ) [ ] { } " \' ` """ \\ / // /* */ # -- (* *) ${ #{ {$ $ @ % => := = : ; , . ?. -> :: | < > \n \n\t \n=begin \n=end f" r\' def function func sub on end class async return import from require ENV{ aHR0c 686574 7 0x é \u0000 \ud800'.split(
    ' ',
  );
const code = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...atoms), fc.string({ maxLength: 4 })), { maxLength: 80 })
    .map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...atoms), { maxLength: 80 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

test('every text is read as a program of every language, and its lines and functions exist', () => {
  fc.assert(
    fc.property(code, fc.constantFrom(...languages), (text, language) => {
      const program = programOf(text, language);
      const { statements, functions } = program;
      const lines = text.split('\n').length;
      for (const statement of statements) {
        const { line, lastLine, scope } = statement;
        const tokens = statementTokens(program, statement);
        expect(tokens.length).toBeGreaterThan(0);
        expect(line).toBeGreaterThanOrEqual(0);
        expect(Math.max(line, lastLine)).toBeLessThan(lines);
        expect(scope).toBeLessThanOrEqual(functions.length);
        partsOf(tokens);
      }
      for (const [index, { scope, parent }] of functions.entries()) {
        expect(scope).toBe(index + 1);
        expect(parent).toBeLessThan(scope);
      }
    }),
    { numRuns: 1_500 },
  );
});
