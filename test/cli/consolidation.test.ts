/*
 * Keeps the walk in docs/consolidation.md true: its commands are run in the library that the page describes, and must
 * print what stands there. Ids of runs are the only part that differs.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const skills = {
  'release-notes': `---
name: release-notes
description: Write release notes from the commits since the last tag. Use when a version is about to be published.
---

# Release notes

1. Find the last tag with \`git describe --tags --abbrev=0\`.
2. Group the commits into added, changed, fixed and removed.
3. Write one line for each, in the words of a user.

\`\`\`sh
scripts/since-last-tag.sh
\`\`\`
`,
  'changelog-drafter': `---
name: changelog-drafter
description: Drafts the changelog from git history before a new release is shipped.
---

# Drafting the changelog

- Skip chores and merges.
- Put migration steps next to anything that breaks.
`,
};

test('the walk through a merge prints what the page shows', () => {
  const home = emptyHome();
  for (const [name, text] of Object.entries(skills)) home.put(`.coppice/skills/${name}/SKILL.md`, text);
  home.put(
    '.coppice/skills/release-notes/scripts/since-last-tag.sh',
    'git log --oneline "$(git describe --tags --abbrev=0)"..\n',
  );
  const on = (day: number) => ({ environment: { COPPICE_NOW: String(Date.UTC(2026, 0, day)) } });
  for (const name of Object.keys(skills)) home.coppice(['usage', 'record', name, 'use'], on(1));
  home.put('merged.md', skills['release-notes'].replaceAll('release-notes', 'releases'));

  const page = readFileSync('docs/consolidation.md', 'utf8');
  const transcripts = Array.from(page.matchAll(/^```text\n([\s\S]*?)^```$/gm), ([, text = '']) => text);
  const commands = transcripts.flatMap((text) => text.split(/^\$ /m).slice(1));
  expect(commands).toHaveLength(6);
  let run = '';
  for (const shown of commands) {
    const [command = '', ...lines] = shown.split('\n');
    const words = command.replaceAll('RUN', run).split(' ').slice(1);
    const { stdout, stderr } = home.coppice(words, on(30));
    run = /coppice undo (\S+)/.exec(stdout)?.[1] ?? run;
    const printed = `${stdout}${stderr}`.replaceAll('\t', '  ').replaceAll(run || '\0', 'RUN');
    expect.soft(printed, command).toBe(lines.join('\n'));
  }
});
