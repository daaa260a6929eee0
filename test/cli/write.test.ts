import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const noon = { environment: { COPPICE_NOW: '2026-03-01T12:00:00Z' } };
const skills = '.coppice/skills';

function homeWithSkill(): Home {
  const home = emptyHome();
  const made = home.coppice(
    [
      'create',
      'notes',
      '--description',
      'Write release notes. Use when a version is tagged.',
      '--body',
      '# Notes\n\nList the changes.\n',
    ],
    noon,
  );
  expect(made.code, made.stderr).toBe(0);
  return home;
}

const textOf = (home: Home, path = `${skills}/notes/SKILL.md`) => readFileSync(join(home.path, path), 'utf8');
const entryIn = (stdout: string) => /coppice undo (\w+)/.exec(stdout)?.[1] ?? '';

test('create writes a skill that every agent accepts, and says how to undo it', () => {
  const home = homeWithSkill();
  expect(textOf(home)).toBe(
    '---\nname: notes\ndescription: Write release notes. Use when a version is tagged.\n---\n\n# Notes\n\nList the changes.\n',
  );
  expect(home.coppice(['validate', join(skills, 'notes'), '--mode', 'strict']).code).toBe(0);
  const [record] = JSON.parse(home.coppice(['usage', '--json'], noon).stdout).records;
  expect([record.id, record.createdBy, record.lastActivityAt]).toEqual(['home:notes', 'user', 0]);
});

test.each([
  [['create', 'notes', '--description', 'again'], 'already-exists'],
  [['create', 'Bad Name', '--description', 'x'], 'bad-name'],
  [['create', '../up', '--description', 'x'], 'bad-name'],
  [['create', 'empty', '--description', ' '], 'bad-value'],
  [['create', 'long', '--description', 'x'.repeat(1025)], 'bad-value'],
  [['create', 'big', '--description', 'x', '--body', 'y'.repeat(100_001)], 'too-large'],
  [['create', 'lost', '--description', 'x', '--body-file', 'nowhere.md'], 'not-found'],
  [['create', 'two', '--description', 'x', '--body', 'a', '--body-file', 'b'], 'usage'],
  [['create', 'none'], 'usage'],
])('%j is refused with the code %s, and nothing is written', (words, code) => {
  const home = homeWithSkill();
  const { stdout } = home.coppice([...words, '--json'], noon);
  expect(JSON.parse(stdout).error.code).toBe(code);
  expect(JSON.parse(home.coppice(['history', '--json']).stdout).entries).toHaveLength(1);
});

test('a near-duplicate is created with a warning that names the other', () => {
  const home = homeWithSkill();
  const words = [
    'create',
    'release-notes',
    '--description',
    'Write release notes. Use when a version is tagged.',
  ];
  const { code, stderr } = home.coppice([...words, '--body', '# Notes\n\nList the changes.\n']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^warning: home:notes \(\d+ % similar\) is similar/),
  ]);
});

test('create names a skill for the same purpose in other words', () => {
  const home = emptyHome();
  const notes =
    'Write release notes from the commits since the last tag. Use when a version is about to be published.';
  home.put(
    `${skills}/notes/SKILL.md`,
    `---\nname: notes\ndescription: ${notes}\n---\n\nGroup what users notice, leave the rest out.\n`,
  );
  const description = 'Drafts the changelog from git history before a new release is shipped.';
  const near = home.coppice(['create', 'drafter', '--description', description]);
  expect(near.stderr).toMatch(
    /^warning: home:notes \(\d+ % similar\) is similar; consider patching it instead\n/,
  );
  const other = home.coppice(['create', 'bread', '--description', 'Plans when to bake sourdough bread.']);
  expect([other.code, other.stderr]).toEqual([0, '']);
});

test('patch changes the one place, keeps mode and the rest, and can be undone', () => {
  const home = homeWithSkill();
  chmodSync(join(home.path, skills, 'notes/SKILL.md'), 0o664);
  const patched = home.coppice(['patch', 'notes', '--find', 'changes', '--replace', '$& & `x`'], noon);
  expect(patched.stdout).toMatch(
    /^patched home:notes \(.*\/notes\/SKILL\.md\)\nundo with: coppice undo \w{12}\n$/,
  );
  expect(textOf(home)).toContain('List the $& & `x`.\n');
  expect(statSync(join(home.path, skills, 'notes/SKILL.md')).mode & 0o777).toBe(0o664);
  const entry = entryIn(patched.stdout);
  expect(home.coppice(['diff', entry]).stdout).toBe(
    '--- a/SKILL.md\n+++ b/SKILL.md\n@@ -5,4 +5,4 @@\n \n # Notes\n \n-List the changes.\n+List the $& & `x`.\n',
  );
  expect(home.coppice(['undo', entry]).code).toBe(0);
  expect(textOf(home)).toContain('List the changes.\n');
});

test.each([
  [['--find', 'nowhere', '--replace', 'x'], 'patch-no-match'],
  [['--find', 'es', '--replace', 'x'], 'patch-many-matches'],
  [['--find', 'name: notes', '--replace', 'nam notes'], 'would-break-skill'],
  [['--find', 'changes', '--replace', 'x', '--expected-sha256', '0'.repeat(64)], 'changed-on-disk'],
])('a patch with %j is refused as %s', (flags, code) => {
  const home = homeWithSkill();
  const before = textOf(home);
  const { code: exit, stdout } = home.coppice(['patch', 'notes', ...flags, '--json']);
  expect([exit, JSON.parse(stdout).error.code, textOf(home)]).toEqual([1, code, before]);
});

test('edit takes the whole content from standard input', () => {
  const home = homeWithSkill();
  const content = textOf(home).replace('List', 'Sort');
  expect(home.coppice(['edit', 'notes', '--content-file', '-'], { input: content }).code).toBe(0);
  expect(textOf(home)).toBe(content);
});

test('edit without a terminal or a file says what to do', () => {
  const home = homeWithSkill();
  expect(home.coppice(['edit', 'notes'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: no editor is set (usage)\nhint: set EDITOR, or give --content-file\n',
  });
});

test('support files come and go, and history has both', () => {
  const home = homeWithSkill();
  expect(home.coppice(['write-file', 'notes', 'references/api.md', '--content', 'hello\n']).code).toBe(0);
  expect(textOf(home, `${skills}/notes/references/api.md`)).toBe('hello\n');
  expect(home.coppice(['remove-file', 'notes', 'references/api.md']).code).toBe(0);
  expect(existsSync(join(home.path, skills, 'notes/references/api.md'))).toBe(false);
  const { entries } = JSON.parse(home.coppice(['history', 'notes', '--json']).stdout);
  expect(entries.map(({ action, state }: { action: string; state: string }) => [action, state])).toEqual([
    ['create', 'committed'],
    ['write-file', 'committed'],
    ['remove-file', 'committed'],
  ]);
});

test('rename changes folder, frontmatter and record together', () => {
  const home = homeWithSkill();
  home.coppice(['usage', 'record', 'notes', 'use'], noon);
  expect(home.coppice(['rename', 'notes', 'changelog']).code).toBe(0);
  expect(textOf(home, `${skills}/changelog/SKILL.md`)).toContain('name: changelog\n');
  const [record] = JSON.parse(home.coppice(['usage', '--json'], noon).stdout).records;
  expect([record.id, record.useCount, record.aliases]).toEqual(['home:changelog', 1, ['home:notes']]);
  expect(JSON.parse(home.coppice(['history', 'changelog', '--json']).stdout).entries).toHaveLength(2);
});

test('delete archives, restore brings the same bytes back, and a taken place offers another name', () => {
  const home = homeWithSkill();
  const before = textOf(home);
  expect(home.coppice(['delete', 'notes', '--reason', 'too old'], noon).code).toBe(0);
  expect(textOf(home, `${skills}/.archive/notes/SKILL.md`)).toBe(before);
  expect(home.coppice(['archived']).stdout).toBe('home:notes\t2026-03-01 12:00\tnotes\ttoo old\n');
  expect(home.coppice(['view', 'notes']).stderr).toContain('coppice restore notes');
  home.put(`${skills}/notes/SKILL.md`, '---\nname: notes\ndescription: Another. Use never.\n---\n');
  const taken = home.coppice(['restore', 'notes']);
  expect([taken.code, taken.stderr]).toEqual([
    1,
    expect.stringContaining('hint: coppice restore home:notes --as NEW-NAME\n'),
  ]);
  expect(home.coppice(['restore', 'notes', '--as', 'old-notes']).code).toBe(0);
  expect(textOf(home, `${skills}/old-notes/SKILL.md`)).toBe(before.replace('name: notes', 'name: old-notes'));
});

test('a pinned skill is not archived, and a frozen one not edited by an agent', () => {
  const home = homeWithSkill();
  expect(home.coppice(['pin', 'notes', '--freeze']).stdout).toBe('pinned and frozen home:notes\n');
  expect(home.coppice(['archive', 'notes'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: home:notes is pinned, so it cannot be archived (pinned)\nhint: coppice unpin home:notes\n',
  });
  const patch = ['patch', 'notes', '--find', 'List', '--replace', 'Sort'];
  expect(home.coppice([...patch, '--by', 'agent']).stderr).toContain('(pinned)');
  expect(home.coppice(patch).code).toBe(0);
  expect(home.coppice(['unpin', 'notes']).stdout).toBe('unpinned home:notes\n');
  expect(home.coppice(['archive', 'notes']).code).toBe(0);
});

test('a hand edit after an entry is never undone away', () => {
  const home = homeWithSkill();
  const entry = entryIn(home.coppice(['patch', 'notes', '--find', 'List', '--replace', 'Sort']).stdout);
  home.put(`${skills}/notes/SKILL.md`, `${textOf(home)}edited by hand\n`);
  const undone = home.coppice(['undo', entry, '--json']);
  expect([undone.code, JSON.parse(undone.stdout).error.code]).toEqual([1, 'changed-since']);
  expect(textOf(home)).toContain('edited by hand');
  expect(home.coppice(['undo', entry, '--force']).code).toBe(0);
  expect(textOf(home)).not.toContain('edited by hand');
});

test('drill restores every entry, and reports a damaged blob', () => {
  const home = homeWithSkill();
  expect(home.coppice(['drill'])).toEqual({
    code: 0,
    stdout: '1 entry can be restored, 0 problems\n',
    stderr: '',
  });
  const [{ after }] = JSON.parse(home.coppice(['history', '--json']).stdout).entries;
  home.put(`.coppice/blobs/${after}`, 'something else');
  const { code, stdout } = home.coppice(['drill', '--json']);
  expect([code, JSON.parse(stdout).problems.length]).toEqual([1, 1]);
});

test('adopt declares an agent, by name or for all that nobody declared and no other program writes', () => {
  const home = homeWithSkill();
  home.put('.claude/skills/synced/cloud/SKILL.md', '---\nname: cloud\ndescription: Synced.\n---\n');
  home.put(`${skills}/found/SKILL.md`, '---\nname: found\ndescription: Found here. Use when found.\n---\n');
  expect(home.coppice(['adopt', '--all']).stdout).toBe('adopted home:found\n');
  expect(home.coppice(['adopt']).code).toBe(2);
  const { records } = JSON.parse(home.coppice(['usage', '--json']).stdout);
  expect(
    records.map(({ id, createdBy }: { id: string; createdBy: string }) => [id, createdBy]).sort(),
  ).toEqual([
    ['home:found', 'agent'],
    ['home:notes', 'user'],
  ]);
});

test('an ambiguous name is refused for writing, with the matches', () => {
  const home = homeWithSkill();
  home.put('.claude/skills/notes/SKILL.md', '---\nname: notes\ndescription: Claude’s own. Use there.\n---\n');
  const { code, stdout } = home.coppice(['patch', 'notes', '--find', 'a', '--replace', 'b', '--json']);
  const { error } = JSON.parse(stdout);
  expect([code, error.code, error.hint]).toEqual([1, 'ambiguous-name', 'use the id of the one you mean']);
  expect(error.message).toContain('claude:notes');
});
