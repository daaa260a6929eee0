import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const at = (day: number) => ({ environment: { COPPICE_NOW: String(Date.UTC(2026, 0, 1 + day)) } });
const text = (name: string, description: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}`;
const forms = text(
  'pdf-forms',
  'Fill in PDF forms. Use when a form must be completed.',
  '# PDF forms\n\n1. List the fields.\n2. Fill them: `scripts/fill.sh`.\n\n```sh\npdftk form.pdf fill_form data.fdf output out.pdf\n```\n\nSee [the table](references/fields.md).\n',
  'license: MIT\nversion: 1.2.0\n',
);
const joins = text(
  'pdf-join',
  'Join PDF files. Use when documents must become one.',
  '# Joining\n\n- Keep the bookmarks.\n- Use qpdf, not ghostscript.\n',
);

function library(): Home {
  const home = emptyHome();
  home.put('.coppice/skills/pdf-forms/SKILL.md', forms);
  home.put('.coppice/skills/pdf-forms/references/fields.md', '| field | type |\n');
  home.put('.coppice/skills/pdf-forms/scripts/fill.sh', 'echo fill\n');
  home.put('.coppice/skills/pdf-join/SKILL.md', joins);
  home.put('.coppice/skills/report/SKILL.md', text('report', 'Writes reports.', 'Steps.\n'));
  home.coppice(['usage', 'record', 'pdf-forms', 'use'], at(0));
  home.coppice(['usage', 'record', 'pdf-join', 'use'], at(0));
  return home;
}

const merge = (home: Home, ...more: readonly string[]) =>
  home.coppice(['merge', 'pdf-forms', 'pdf-join', '--into', 'pdf', ...more, '--json'], at(60));
const json = (home: Home, words: readonly string[]) =>
  JSON.parse(home.coppice([...words, '--json'], at(60)).stdout);

function treeOf(home: Home): Readonly<Record<string, string>> {
  const root = join(home.path, '.coppice/skills');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.'),
  );
  return Object.fromEntries(
    paths.map((path) => {
      const isFile = statSync(join(root, path)).isFile();
      return [path, isFile ? readFileSync(join(root, path), 'utf8') : 'folder'];
    }),
  );
}

test('each source keeps its own tree, its body byte for byte and its frontmatter', () => {
  const home = library();
  const { run, missing, dropped } = JSON.parse(merge(home).stdout);
  expect([missing, dropped]).toEqual([[], []]);
  const tree = treeOf(home);
  expect(tree['pdf/references/pdf-forms/pdf-forms.md']).toBe(forms.slice(forms.indexOf('\n# PDF')));
  expect(tree['pdf/references/pdf-forms/frontmatter.yaml']).toContain('license: MIT\nversion: 1.2.0\n');
  expect(tree['pdf/references/pdf-forms/scripts/fill.sh']).toBe('echo fill\n');
  expect(tree['pdf/references/pdf-join/pdf-join.md']).toBe(joins.slice(joins.indexOf('\n# Joining')));
  expect(tree['pdf/SKILL.md']).toContain(
    '## pdf-forms\n\nFill in PDF forms. Use when a form must be completed.\n',
  );
  expect(existsSync(join(home.path, '.coppice/skills/pdf-forms'))).toBe(false);
  expect(typeof run).toBe('string');
});

test('old names lead to the new skill in view, invoke and bundles, and each says so', () => {
  const home = library();
  home.put('.coppice/bundles/office.toml', 'name = "office"\nskills = ["pdf-join", "report"]\n');
  expect(JSON.parse(merge(home, '--include', 'required').stdout).run).not.toBeNull();
  const viewed = home.coppice(['view', 'pdf-join'], at(60));
  expect(viewed.stdout).toContain('home:pdf');
  expect(viewed.stderr).toContain('"pdf-join" was merged into home:pdf.');
  const said = '[The skill "pdf-join" was merged into "pdf": follow its section pdf-join.]';
  for (const command of ['/pdf-join', 'home:pdf-join', '/office'])
    expect(home.coppice(['invoke', command], at(60)).stdout).toContain(said);
  expect(json(home, ['view', 'home:pdf-forms'])).toMatchObject({
    id: 'home:pdf',
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'merged' })]),
  });
  const edited = home.coppice(['patch', 'pdf-join', '--find', 'a', '--replace', 'b'], at(60));
  expect([edited.code, edited.stderr]).toEqual([1, expect.stringContaining('it was merged into home:pdf')]);
});

test('one undo restores all', () => {
  const home = library();
  const before = treeOf(home);
  const { run } = JSON.parse(merge(home).stdout);
  expect(treeOf(home)).not.toEqual(before);
  expect(home.coppice(['undo', run], at(60)).code).toBe(0);
  expect(treeOf(home)).toEqual(before);
  expect(home.coppice(['view', 'pdf-join'], at(60)).stderr).not.toContain('merged');
});

test('a merge that was undone is not suggested again', () => {
  const home = library();
  home.put('.coppice/skills/filler/SKILL.md', forms.replace('name: pdf-forms', 'name: filler'));
  home.coppice(['usage', 'record', 'filler', 'use'], at(0));
  const [cluster] = json(home, ['overlap']).clusters;
  expect(cluster).toMatchObject({
    skills: ['home:filler', 'home:pdf-forms'],
    suggestion: 'coppice merge home:filler home:pdf-forms --into NAME --dry-run',
  });
  const { run } = json(home, ['merge', 'filler', 'pdf-forms', '--into', 'pdf']);
  expect(json(home, ['overlap']).clusters).toEqual([]);
  expect(home.coppice(['undo', run], at(60)).code).toBe(0);
  expect(json(home, ['overlap'])).toMatchObject({
    clusters: [],
    distinct: [['home:filler', 'home:pdf-forms']],
  });
});

test('a text that loses something is refused, line by line, until it is dropped with a reason', () => {
  const home = library();
  const before = treeOf(home);
  const all = `${forms.slice(forms.indexOf('# PDF'))}\n${joins.slice(joins.indexOf('# Joining'))}`;
  const whole = text(
    'pdf',
    'Fill in PDF forms. Use when a form must be completed. Join PDF files. Use when documents must become one.',
    all,
  );
  home.put('merged.md', whole.replace('- Keep the bookmarks.\n', ''));
  const refused = merge(home, '--text', join(home.path, 'merged.md'));
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).error).toMatchObject({
    code: 'merge-would-lose',
    message: 'the merge would lose 1 thing: home:pdf-join line 4, item: Keep the bookmarks.',
  });
  expect(treeOf(home)).toEqual(before);
  home.put('dropped.jsonl', '{"text": "Keep the bookmarks.", "reason": "qpdf does it by itself"}\n');
  const done = merge(
    home,
    '--text',
    join(home.path, 'merged.md'),
    '--dropped',
    join(home.path, 'dropped.jsonl'),
  );
  expect(JSON.parse(done.stdout)).toMatchObject({
    missing: [],
    dropped: [{ source: 'home:pdf-join', kind: 'item', line: 4, reason: 'qpdf does it by itself' }],
  });
});

test('a line that names its own folder by a variable needs a replacement', () => {
  const home = library();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a skill
  const line = 'Run ${CLAUDE_SKILL_DIR}/scripts/join.sh.';
  home.put('.coppice/skills/pdf-join/SKILL.md', `${joins}\n${line}\n`);
  const { error } = JSON.parse(merge(home).stdout);
  expect(error.message).toContain(`home:pdf-join line 7, folder variable: ${line}`);
  expect(error.hint).toContain('a line that names its own folder needs a "replacement" there');
  const drop = { text: line, reason: 'another folder now', replacement: 'Run scripts/join.sh.' };
  home.put('dropped.json', JSON.stringify([drop]));
  expect(merge(home, '--dropped', join(home.path, 'dropped.json')).code).toBe(0);
  expect(treeOf(home)['pdf/references/pdf-join/pdf-join.md']).toContain('\nRun scripts/join.sh.\n');
});

test('what is protected is refused with the reason and the flag', () => {
  const home = library();
  home.coppice(['pin', 'pdf-join'], at(60));
  const { error } = JSON.parse(merge(home).stdout);
  expect(error).toMatchObject({
    code: 'merge-protected',
    message: 'home:pdf-join is not merged: it is pinned',
    hint: 'merge it anyway with: --include pinned',
  });
  const young = home.coppice(['merge', 'report', 'pdf-forms', '--into', 'x', '--json'], at(1));
  expect(JSON.parse(young.stdout).error.hint).toContain('--include young');
  expect(merge(home, '--include', 'pinned').code).toBe(0);
});

test('bad requests get one line', () => {
  const home = library();
  const check = (words: readonly string[], message: string) =>
    expect(home.coppice(['merge', ...words], at(60)).stderr).toContain(message);
  check(['pdf-forms', '--into', 'pdf'], 'name at least two skills to merge');
  check(['pdf-forms', 'pdf-join', '--into', 'report'], 'there is already a skill named report');
  check(['pdf-forms', 'pdf-join', '--into', 'pdf-join'], 'pdf-join is one of the skills to merge');
  check(['pdf-forms', 'pdf-join', '--into', 'pdf', '--text', 'none.md'], 'there is no file none.md');
  home.put('bad.json', '[{"text": "x"}]');
  check(
    ['pdf-forms', 'pdf-join', '--into', 'pdf', '--dropped', join(home.path, 'bad.json')],
    'entry 1 needs "text" and "reason"',
  );
});
