import { expect, test } from 'vitest';
import { noEvidence } from '../evidence.js';
import { reportMarkdown } from './markdown.js';
import { evidenceReport } from './report.js';
import { reportSaying, sampleNow, sampleWeek } from './sample-evidence.fixture.js';

test('the report has headings and tables', () => {
  const page = reportMarkdown(sampleWeek);
  expect(page.startsWith('# Evidence\n\n7 days, 2026-01-24 12:00 to 2026-01-31 12:00 UTC. No skill')).toBe(
    true,
  );
  expect(page.match(/^## .*$/gm)).toEqual([
    '## Episodes',
    '## What fails',
    '## What users corrected',
    '## Skills',
    '## Models',
    '## Summary',
    '## Per day',
    '## Tools',
    '## Errors that tools stated',
    '## Latest',
  ]);
  expect(page).toContain(`
| Skill | Episodes | Change | Bad | Recovered | Failed | Corrected | Loads | Last used | Agents |
| --- | --: | --: | --: | --: | --: | --: | --: | --- | --- |
| \`home:deploy\` | 3 | ▲2 | 33% (1/3) | 2 | 0 | 1 | 3 | 2026-01-27 12:01 | \`claude, codex\` |
`);
  expect(page).toContain(
    '\n- `npm publish` fails with `npm ERR! 403 Forbidden` (1 session of `home:deploy`). No fix was seen.\n',
  );
  expect(page).toContain('\n- `no, that is the wrong registry` about `home:deploy`, 2026-01-27 12:04\n');
});

test('an empty report says how to collect evidence', () => {
  const page = reportMarkdown(evidenceReport(noEvidence, { now: sampleNow, days: 7 }));
  expect(page).toContain('\n- `coppice evidence backfill` reads the sessions of your agents\n');
  expect(page).not.toContain('|');
});

test('a bar in a shell command is shown as it is', () => {
  expect(reportMarkdown(reportSaying('cat a | head'))).toContain('| `cat a \\| head` |');
});
