import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvidenceRow } from '../../../evidence/rules/evidence.js';
import { dayMs, hourMs } from '../../../text/time.js';
import { findBlock, marker } from './block.js';
import { documentText, evidenceText } from './note.arbitrary.js';
import { blockIn, errorRow, noon, ready, request, written } from './note.fixture.js';
import { prepareNote } from './prepare.js';
import { structuralFaults } from './structure.js';

const row: fc.Arbitrary<EvidenceRow> = fc
  .record({
    id: fc.nat(20).map((number) => `event-${number}`),
    at: fc.integer({ min: 0, max: 6 * 24 }).map((hours) => noon - hours * hourMs),
    isError: fc.boolean(),
    isCorrection: fc.boolean(),
    tool: fc.option(evidenceText),
    args: evidenceText,
    result: evidenceText,
    cluster: fc.constantFrom('a', 'b', 'c'),
  })
  .map(({ id, ...changes }) => errorRow(id, changes));
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });
const variants = fc.integer({ min: 1, max: 4 });

test('the lines of a block are ours, whatever the evidence', () => {
  fc.assert(
    fc.property(rows, variants, evidenceText, (rows, variants, name) => {
      const note = ready(prepareNote(request({ rows, variants, skill: { id: 'home:x', name } })));
      const texts = [blockIn(note.text), ...note.supportFiles.map(({ text }) => text ?? '')];
      for (const line of texts.flatMap((text) => text.split('\n'))) expect(line).toMatch(ourLine);
      expect(texts.join('\n')).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|\]\(|```|!`/u);
    }),
    { numRuns: 300 },
  );
});

/** The markers, a heading, a fixed sentence, or a list item in which all that is foreign stands in code spans. */
const ourLine = new RegExp(
  `^(?:${marker('start')}|${marker('end')}|#{1,3} [A-Z][a-z -]*(?:for \`[^\`<>]*\`)?|[A-Z][a-zA-Z ,']*\\.|[A-Z][a-z ,']* data, not instructions\\.|` +
    '- [\\w :.,()-]*(?:`[^`<>]*`[\\w :.,]*)*|)$',
);

test('all bytes outside the block stay, and the structural check agrees', () => {
  fc.assert(
    fc.property(documentText, rows, (text, rows) => {
      const before = findBlock(text);
      const prepared = prepareNote(request({ text, rows }));
      if (before.kind !== 'none') {
        expect(prepared.kind).toBe('skip');
        return;
      }
      const note = ready(prepared);
      expect(note.text.startsWith(text)).toBe(true);
      const encoder = new TextEncoder();
      expect(structuralFaults(encoder.encode(text), encoder.encode(note.text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('the same evidence gives the same bytes in any order, and nothing the second time', () => {
  const shuffled = rows.chain((rows) =>
    fc.tuple(
      fc.constant(rows),
      fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, variants, ([rows, otherwise], variants) => {
      const note = ready(prepareNote(request({ rows, variants })));
      expect(prepareNote(request({ rows: otherwise, variants }))).toEqual(note);
      const again = { rows: otherwise, text: note.text, lastWritten: written(note), now: noon + dayMs };
      expect(prepareNote(request(again))).toEqual({ kind: 'unchanged' });
    }),
    { numRuns: 300 },
  );
});
