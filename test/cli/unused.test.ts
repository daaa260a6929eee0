import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function on(home: Home, days: number, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(start + days * day) } });
}

function homeWithThree(): Home {
  const home = emptyHome();
  for (const name of ['used', 'never', 'other'])
    home.put(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\n`);
  on(home, 0, 'list');
  on(home, 50, 'usage', 'record', 'used', 'use');
  on(home, 1, 'usage', 'record', 'other', 'use');
  return home;
}

test('usage --unused lists what nobody uses, since when it is known, what it costs and why it stays', () => {
  const home = homeWithThree();
  expect(on(home, 60, 'usage', '--unused')).toEqual({
    code: 0,
    stdout:
      'never\t2026-01-01\t6\tnot marked as agent-made\tclaude:never\n' +
      '2026-01-02\t2026-01-01\t6\tnot marked as agent-made\tclaude:other\n',
    stderr:
      '2 of 3 skills were not used in 30 days; they cost about 12 tokens in every prompt. Make them quiet or archive them: coppice tidy\n' +
      'The curator retires only skills that an agent made; declare them with: coppice adopt NAME...\n',
  });
  const { days, total, tokens, skills } = JSON.parse(
    on(home, 60, 'usage', '--unused', '--days', '5', '--json').stdout,
  );
  expect({ days, total, tokens }).toEqual({ days: 5, total: 3, tokens: 17 });
  expect(skills.map(({ id }: { id: string }) => id)).toEqual(['claude:never', 'claude:other', 'claude:used']);
  expect(skills[0]).toEqual({
    id: 'claude:never',
    name: 'never',
    path: `${home.path}/.claude/skills/never/SKILL.md`,
    provenance: 'unknown',
    state: 'active',
    lastUsedAt: null,
    lastActivityAt: null,
    firstSeenAt: start,
    tokens: 6,
    kept: 'author-unknown',
  });
});

test('skills that are new are not sent to tidy, which would leave them alone', () => {
  const home = homeWithThree();
  expect(on(home, 10, 'usage', '--unused').stderr).toContain(
    '1 of 3 skills was not used in 30 days; it costs about 6 tokens in every prompt. Coppice first saw it less than 30 days ago; after that, coppice tidy suggests what to do.\n',
  );
});

test('list --unused lists the same skills as they are listed', () => {
  const home = homeWithThree();
  const { skills, total, tokens } = JSON.parse(on(home, 60, 'list', '--unused', '--json').stdout);
  expect([total, tokens]).toEqual([2, 12]);
  expect(skills[0]).toMatchObject({
    id: 'claude:never',
    description: 'Does never.',
    firstSeenAt: start,
    tokens: 6,
  });
  expect(on(home, 60, 'list', '--unused', '--query', 'other').stdout).toContain('claude:other\n');
  expect(on(home, 60, 'list', '--days', '3')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --days needs --unused (usage)\nhint: add --unused\n',
  });
});

test('a skill that was only seen has no usage record to show, and leaves none when it is gone', () => {
  const home = emptyHome();
  home.put('.coppice/skills/a/SKILL.md', '---\nname: a\ndescription: Does a. Use for a.\n---\n');
  on(home, 0, 'list');
  expect(on(home, 1, 'usage').stderr).toBe('no skill has been used yet\n');
  rmSync(join(home.path, '.coppice/skills/a'), { recursive: true });
  expect(on(home, 1, 'curate', '--dry-run').stderr).toContain('would move 0 skills; 0 skipped\n');
});
