import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { reportCorpus } from './corpus.report.js';

const corpus = new URL('../../../shared/corpus/skills.jsonl.gz', import.meta.url);
const isThere = existsSync(corpus);

test.skipIf(!isThere)(
  `real files are read${isThere ? '' : ' (skipped: ../shared/corpus is not here)'}`,
  () => {
    const { files, fenced, usable, failures } = reportCorpus(
      gunzipSync(readFileSync(corpus)).toString().trim().split('\n'),
    );
    expect(failures).toEqual([]);
    expect(files).toBeGreaterThan(1000);
    expect(usable / fenced).toBeGreaterThanOrEqual(0.995);
  },
);

test('the report shows the result for each file', () => {
  const lines = [
    { path: 'a/SKILL.md', text: '---\nname: a\ndescription: b\n---\n' },
    { path: 'b/SKILL.md', text: '---\ndescription: b: c\n---\n' },
    { path: 'c/SKILL.md', base64: btoa('no fence \xff') },
  ];
  expect(reportCorpus(lines.map((line) => JSON.stringify(line)))).toEqual({
    files: 3,
    fenced: 2,
    complete: 1,
    usable: 2,
    readings: { clean: 1, repaired: 1, none: 1 },
    diagnostics: { 'yaml-repaired': 1, 'name-missing': 1, 'no-frontmatter': 1 },
    failures: [],
  });
});
