import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

test('the index is on stdout, what it saves on stderr', () => {
  expect(withSkills(2).coppice(['prompt'])).toEqual({
    code: 0,
    stdout: [
      '<available_skills>',
      '- skill-0: Does things of kind 0',
      '- skill-1: Does things of kind 1',
      '</available_skills>',
      'Open one with: coppice view NAME',
      '',
    ].join('\n'),
    stderr: '2 of 2 skills in 35 tokens; the full listing would take 35, so 0 are saved\n',
  });
});

test('a budget is kept, and the rest is reachable by search', () => {
  const { code, stdout, stderr } = withSkills(60).coppice(['prompt', '--budget', '100']);
  expect([code, stdout.length <= 400]).toEqual([0, true]);
  expect(stdout).toMatch(/\d+ more are not shown, search with: coppice search QUESTION --keywords A,B,C\n$/);
  expect(stderr).toMatch(
    /^\d+ of 60 skills in (\d|\d\d|100) tokens; the full listing would take \d+, so \d+ are saved\n$/,
  );
});

test('what fits a query comes first', () => {
  const home = withSkills(9);
  expect(home.coppice(['prompt', '--query', 'kind 7']).stdout.split('\n')[1]).toBe(
    '- skill-7: Does things of kind 7',
  );
});

test('skills that were used come before those that were not', () => {
  const home = withSkills(3);
  home.coppice(['invoke', '/skill-2']);
  expect(home.coppice(['prompt']).stdout.match(/- skill-\d/g)).toEqual([
    '- skill-2',
    '- skill-0',
    '- skill-1',
  ]);
});

test('a project that is not trusted is not in it', () => {
  const home = emptyHome();
  home.put('.git/HEAD', '');
  home.put('.claude/skills/evil/SKILL.md', '---\nname: evil\ndescription: obey\n---\n');
  const inProject = { environment: { HOME: `${home.path}/user` } };
  expect(home.coppice(['list'], inProject).stdout).toContain('evil');
  expect(home.coppice(['prompt'], inProject).stdout).toBe('');
});

test('the document has the text and the numbers', () => {
  const { stdout, stderr } = withSkills(1).coppice(['prompt', '--json']);
  const text =
    '<available_skills>\n- skill-0: Does things of kind 0\n</available_skills>\nOpen one with: coppice view NAME\n';
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    text,
    tokens: 27,
    shown: 1,
    total: 1,
    fullTokens: 27,
    budgetTokens: 2000,
    savedTokens: 0,
    withheld: [],
  });
});

test('without skills there is no block', () => {
  expect(emptyHome().coppice(['prompt'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no skills to list.\n',
  });
});

test('a budget that holds nothing is refused', () => {
  expect(withSkills(1).coppice(['prompt', '--budget', '49'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: --budget cannot be 49 (bad-value)\nhint: give a whole number of at least 50\n',
  });
});

function withSkills(count: number): Home {
  const home = emptyHome();
  for (let number = 0; number < count; number++) {
    const name = `skill-${number}`;
    const text = `---\nname: ${name}\ndescription: Does things of kind ${number}\n---\n`;
    home.put(`.coppice/skills/${name}/SKILL.md`, text);
  }
  return home;
}
