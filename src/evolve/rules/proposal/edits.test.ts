import { describe, expect, test } from 'vitest';
import { marker } from '../note/block.js';
import { proposedChange } from './change.js';
import { editsFault, editsIn, type SkillEdit, withEdits } from './edits.js';

const skill =
  '---\nname: tide\ndescription: Tells when it is high water.\nlicense: MIT\n---\n# Tide\n\nSay it.\n\nSay when.\n';

function check(
  edits: readonly SkillEdit[],
  expected: string | { readonly why: RegExp },
  mayDescribe = false,
): void {
  const made = withEdits(skill, edits, { original: skill, mayDescribe });
  if (typeof expected === 'string') expect(made).toEqual({ kind: 'text', text: expected });
  else expect(made).toEqual({ kind: 'refused', why: expect.stringMatching(expected.why) });
}

describe('edits', () => {
  test('replace, delete and add whole lines, and no other byte', () => {
    check(
      [{ op: 'replace', old: 'Say it.', text: 'Say it in UTC.' }],
      skill.replace('it.\n\nSay w', 'it in UTC.\n\nSay w'),
    );
    check([{ op: 'delete', old: 'Say it.\n\nSay when.' }], skill.replace('Say it.\n\nSay when.\n', ''));
    check(
      [{ op: 'add', after: '# Tide', text: 'One\nTwo' }],
      skill.replace('# Tide\n', '# Tide\nOne\nTwo\n'),
    );
    check([{ op: 'add', after: '', text: 'Last.\n' }], `${skill}Last.\n`);
  });

  test('follow one after the other', () => {
    check(
      [
        { op: 'replace', old: 'Say it.', text: 'Speak.' },
        { op: 'add', after: 'Speak.', text: 'Loud.' },
      ],
      skill.replace('Say it.', 'Speak.\nLoud.'),
    );
  });

  test('keep the line breaks of the file', () => {
    const crlf = skill.replaceAll('\n', '\r\n');
    const edits = [{ op: 'replace', old: 'Say it.', text: 'One\nTwo' }] as const;
    expect(withEdits(crlf, edits, { original: crlf, mayDescribe: false })).toEqual({
      kind: 'text',
      text: crlf.replace('Say it.', 'One\r\nTwo'),
    });
    const open = skill.slice(0, -1);
    const added = withEdits(open, [{ op: 'add', after: '', text: 'Last.' }], {
      original: open,
      mayDescribe: false,
    });
    expect(added).toEqual({ kind: 'text', text: `${skill}Last.\n` });
  });

  test('name lines that are there once', () => {
    check([{ op: 'delete', old: 'Say' }], { why: /not in the text: "Say"/ });
    check([{ op: 'delete', old: '' }], { why: /more than once/ });
    check([{ op: 'delete', old: 'name: tide' }], { why: /not in the text/ });
    check([{ op: 'replace', old: 'Say it.', text: 'Say it.' }], { why: /changes nothing/ });
  });

  test('change at most 20 lines, counted from the text that was there first', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}.`).join('\n');
    check([{ op: 'add', after: '', text: lines(20) }], `${skill}${lines(20)}\n`);
    check([{ op: 'add', after: '', text: lines(21) }], {
      why: /changes 21 lines, and at most 20 are allowed/,
    });
    const first = `${skill}${lines(15)}\n`;
    const more = withEdits(first, [{ op: 'add', after: '', text: 'A\nB\nC\nD\nE\nF' }], {
      original: skill,
      mayDescribe: false,
    });
    expect(more).toEqual({ kind: 'refused', why: expect.stringContaining('21 lines') });
  });

  test('change the description only where that is allowed, and no other field', () => {
    const text = 'Tells high water,\n  in UTC.';
    check([{ op: 'description', text }], { why: /only where trigger cases are evaluated/ });
    check(
      [{ op: 'description', text }],
      skill.replace('Tells when it is high water.', 'Tells high water, in UTC.'),
      true,
    );
    check([{ op: 'description', text: 'x'.repeat(2_000) }], { why: /./ }, true);
    expect(editsFault(skill, skill.replace('MIT', 'GPL'))).toMatch(/frontmatter beyond the description/);
    expect(editsFault(skill, skill.replace('name: tide', 'name: other'))).toMatch(/frontmatter beyond/);
  });

  test.each([
    ['an invisible character', 'Say\u200B it.', /invisible characters/],
    ['a comment', 'Say <!-- not --> it.', /an HTML comment/],
    ['a command that runs by itself', 'See !`date`.', /a command that runs/],
    ['an open fence', '```', /inside a code fence/],
  ])('do not add %s', (_, text, why) => check([{ op: 'add', after: '', text }], { why }));

  test('leave the managed block alone', () => {
    const noted = `${skill}\n${marker('start')}\nNote.\n${marker('end')}\n`;
    const made = withEdits(noted, [{ op: 'delete', old: 'Note.' }], { original: noted, mayDescribe: false });
    expect(made).toEqual({ kind: 'refused', why: 'the managed block would change' });
  });
});

test('a proposal whose file was changed by hand is checked like an answer of the model', () => {
  const files = { skill: { path: 'SKILL.md', text: skill }, support: { path: 'x.md', text: undefined } };
  const applied = (content: string) => proposedChange({ kind: 'edit', content, items: [] }, files).kind;
  expect(applied(skill.replace('Say it.', 'Speak.'))).toBe('change');
  expect(applied(skill.replace('name: tide', 'name: ebb'))).toBe('refused');
  expect(applied(`${skill}${'More.\n'.repeat(21)}`)).toBe('refused');
  expect(applied(`${skill}See !\`date\`.\n`)).toBe('refused');
});

test.each([
  ['not JSON', 'Sure! Here you are.', /not \{"edits"/],
  ['no edits', '{"edits": []}', /proposes nothing/],
  ['an unknown operation', '{"edits": [{"op": "rename", "text": "x"}]}', /not \{"edits"/],
  ['a missing text', '{"edits": [{"op": "replace", "old": "x"}]}', /not \{"edits"/],
  ['too many', JSON.stringify({ edits: Array(11).fill({ op: 'delete', old: 'x' }) }), /11 edits/],
])('an answer with %s is refused', (_, answer, why) => {
  expect(editsIn(answer)).toEqual({ kind: 'refused', why: expect.stringMatching(why) });
});

test('an answer in a fence is read', () => {
  const answer = '```json\n{"edits": [{"op": "delete", "old": "x"}]}\n```\n';
  expect(editsIn(answer)).toEqual({ kind: 'edits', edits: [{ op: 'delete', old: 'x' }] });
});
