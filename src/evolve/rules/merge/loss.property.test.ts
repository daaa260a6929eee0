import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf } from '../../../skill/layout.js';
import { sha256Hex } from '../../../text/hash.js';
import { composeMerge, composeWithText } from './compose.js';
import { lossOf } from './loss.js';
import type { MergedFile, ResultPackage, SourcePackage } from './package.js';
import { sourceNamed } from './source.arbitrary.js';

const sources = fc.tuple(sourceNamed('one'), sourceNamed('two'));

/** Letters and digits alone: whatever a rule calls layout, these must not get lost. */
const letters = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');

/** All letters of the result, file by file. */
const lettersIn = (result: ResultPackage) =>
  Array.from(result.values(), ({ bytes }) => letters(new TextDecoder().decode(bytes)));

/** The lines of a source of which the result has not even the letters. */
function lostLines(source: SourcePackage, result: ResultPackage): readonly number[] {
  const texts = lettersIn(result);
  return bodyOf(source.skill)
    .split(/\r?\n/)
    .flatMap((line, at) => {
      const wanted = letters(line);
      return wanted === '' || texts.some((text) => text.includes(wanted)) ? [] : [at + 1];
    });
}

test('the default form has every line and every file of its sources, or is refused and names what is missing', () => {
  fc.assert(
    fc.property(sources, (both) => {
      const composed = composeMerge(both, { name: 'result', drops: [] });
      if (composed.kind === 'refused') return;
      const { missing } = lossOf(both, composed.files, []);
      const hashes = new Set(Array.from(composed.files.values(), ({ bytes }) => sha256Hex(bytes)));
      for (const source of both) {
        const named = missing.filter((loss) => loss.source === source.id);
        expect(lostLines(source, composed.files)).toEqual([]);
        for (const { bytes } of source.files.values()) expect(hashes.has(sha256Hex(bytes))).toBe(true);
        // Only what the form cannot keep as it was: keys that the sources do not share, and links out of the package.
        for (const { kind } of named) expect(['frontmatter', 'dead-link', 'link']).toContain(kind);
      }
    }),
    { numRuns: 300 },
  );
});

test('whatever is taken out of the result, what gets lost by that is named', () => {
  fc.assert(
    fc.property(sources, fc.nat(), fc.nat(), (both, whichFile, whichLine) => {
      const composed = composeMerge(both, { name: 'result', drops: [] });
      if (composed.kind === 'refused') return;
      const result = withoutOneLine(composed.files, whichFile, whichLine);
      const { missing } = lossOf(both, result, []);
      for (const source of both) checkNamed(source, result, missing);
    }),
    { numRuns: 300 },
  );
});

test('whatever text a person writes, every line of the sources is in it or is named', () => {
  const texts = fc.tuple(sources, fc.infiniteStream(fc.boolean()));
  fc.assert(
    fc.property(texts, ([both, keep]) => {
      const kept = both
        .flatMap(({ skill }) => bodyOf(skill).split(/\r?\n/))
        .filter(() => keep.next().value === true)
        .join('\n');
      const text = `---\nname: result\ndescription: Both.\n---\n${kept}`;
      const composed = composeWithText(both, new TextEncoder().encode(text));
      if (composed.kind === 'refused') return;
      const { missing } = lossOf(both, composed.files, []);
      for (const source of both) checkNamed(source, composed.files, missing);
    }),
    { numRuns: 300 },
  );
});

/** A lost line is named by its number, or by that of the line with which its paragraph begins. */
function checkNamed(
  source: SourcePackage,
  result: ResultPackage,
  missing: ReturnType<typeof lossOf>['missing'],
): void {
  const named = new Set(missing.filter((loss) => loss.source === source.id).map(({ line }) => line));
  const lines = bodyOf(source.skill).split(/\r?\n/);
  for (const line of lostLines(source, result)) {
    let start = line;
    while (start > 1 && !named.has(start) && (lines[start - 2] ?? '').trim() !== '') start--;
    expect(named.has(start), `line ${line}: ${lines[line - 1]}`).toBe(true);
  }
}

function withoutOneLine(files: ResultPackage, whichFile: number, whichLine: number): ResultPackage {
  const changed = new Map<string, MergedFile>(files);
  const path = [...files.keys()][whichFile % files.size] ?? 'SKILL.md';
  const lines = new TextDecoder().decode(files.get(path)?.bytes).split('\n');
  lines.splice(whichLine % lines.length, 1);
  changed.set(path, { bytes: new TextEncoder().encode(lines.join('\n')), mode: 0o644 });
  return changed;
}
