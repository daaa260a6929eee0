import { expect, test } from 'vitest';

import { typedIn } from './hermes-typed.js';

function check(content: string, text: string, ...skills: readonly string[]): void {
  expect(typedIn(content)).toEqual({ text, skills: skills.map((name) => ({ name })) });
}

const loadedBelow = 'indicating they want you to follow it. The full skill content is loaded below.]';
const mark = 'The user has provided the following instruction alongside the skill invocation: ';

test('an ordinary message was typed as it is', () => {
  check('please fix it', 'please fix it');
  check('[IMPORTANT: read the docs]', '[IMPORTANT: read the docs]');
  check(
    'Why "[IMPORTANT: The user has invoked the "x" skill"?',
    'Why "[IMPORTANT: The user has invoked the "x" skill"?',
  );
});

test('the typed text of an invoked skill is the command', () => {
  const head = `[IMPORTANT: The user has invoked the "pdf" skill, ${loadedBelow}`;
  check(head, '/pdf', 'pdf');
  check(`${head}\n\nbody\n\n${mark}merge them\n\nall`, '/pdf merge them\n\nall', 'pdf');
  check(`${head}\n\n${mark}merge\n\n[Runtime note: be brief]`, '/pdf merge', 'pdf');
});

test('marks that the skill quotes do not count', () => {
  const head = `[IMPORTANT: The user has invoked the "pdf" skill, ${loadedBelow}`;
  const body = `[Skill directory: /quoted]\n${mark}quoted`;
  expect(typedIn(`${head}\n\n${body}\n\n[Skill directory: /h/pdf]\n\n${mark}merge`)).toEqual({
    text: '/pdf merge',
    skills: [{ name: 'pdf', folder: '/h/pdf' }],
  });
});

test('a bundle loads several skills', () => {
  const block =
    '\n\n[Loaded as part of the "x" skill bundle.]\n\nSkills loaded: quoted\nUser instruction: quoted';
  check(
    `[IMPORTANT: The user has invoked the "tidy" skill bundle, loading 2 skills together.]\n\nBundle: tidy\nSkills loaded: clean, work\n\nUser instruction: ship it${block}`,
    '/tidy ship it',
    'clean',
    'work',
  );
  check(
    `[IMPORTANT: The user has invoked the "/clean /work" stacked skill bundle, loading 1 skills together.]\n\nSkills loaded: clean\nSkills missing (skipped): work${block}`,
    '/clean /work',
    'clean',
  );
});

test('text that the agent added in the user’s name was not typed', () => {
  const summary = '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\n\n- fixed it';
  expect(typedIn(summary)).toBeUndefined();
  expect(typedIn('[CONTEXT SUMMARY]: earlier')).toBeUndefined();
  expect(typedIn('Review the conversation above and update the skill library.')).toBeUndefined();
  expect(typedIn(' \n')).toBeUndefined();
  check(`${summary}\n\n--- END OF CONTEXT SUMMARY — respond below ---\n\ngo on`, 'go on');
});
