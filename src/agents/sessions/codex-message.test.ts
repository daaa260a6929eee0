import { expect, test } from 'vitest';

import { userMessage, wordsOf } from './codex-message.js';

test.each([
  ['typed words', 'fix it', 'fix it'],
  ['a tag that the user typed', '<div>why is this red?</div>', '<div>why is this red?</div>'],
  ['words behind a tag', '<my_tag> and more', '<my_tag> and more'],
  ['the environment', '<environment_context>\n<cwd>/r</cwd>\n</environment_context>\n', ''],
  ['instructions', '<user_instructions>\n\nUse tabs.\n\n</user_instructions>', ''],
  ['AGENTS.md', '# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>', ''],
  ['a command of the user', '<user_shell_command>\n<command>ls</command>\n</user_shell_command>', ''],
  ['a hook', '<hook_prompt hook_run_id="1">go on</hook_prompt>', ''],
  ['the place of a picture', '<image name=[Image #1]>', ''],
  ['white space', ' \n ', ''],
])('the typed text of %s remains', (_, text, typed) => {
  expect(userMessage(text).typed).toBe(typed);
  expect(userMessage([{ type: 'input_text', text }, { type: 'input_image' }, null]).typed).toBe(typed);
});

test.each([
  ['/h/skills/pdf/SKILL.md', { name: 'pdf', folder: '/h/skills/pdf' }],
  ['C:\\skills\\pdf\\skill.md', { name: 'pdf', folder: 'C:\\skills\\pdf' }],
  ['skill://team/pdf/SKILL.md', { name: 'pdf' }],
  ['/h/skills/pdf', { name: 'pdf' }],
])('a skill at %s is where its SKILL.md is', (path, skill) => {
  const text = `<skill>\n<name>pdf</name>\n<path>${path}</path>\n# PDF\n</skill>`;
  expect(userMessage(text)).toEqual({ typed: '', skills: [skill] });
});

test.each([
  ['without a path', '<skill>\n<name>pdf</name>\n# PDF\n</skill>', [{ name: 'pdf' }]],
  [
    'that has changed',
    '<skill>\n<name>pdf</name>\n<replacement_notice>new</replacement_notice>\n</skill>',
    [],
  ],
  ['that has gone', '<skill>\n<name>pdf</name>\n<unavailable_notice>gone</unavailable_notice>\n</skill>', []],
  ['that is quoted', 'what is <skill>\n<name>pdf</name>\n</skill>?', []],
])('a skill %s', (_, text, skills) => {
  expect(userMessage(text).skills).toEqual(skills);
});

test('image marks are not words', () => {
  expect(wordsOf('[Image #1] look <image name="a.png"></image>')).toBe('look');
});
