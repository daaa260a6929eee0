import { expect, test } from 'vitest';
import { changesOf, type DraftTexts, lineCount, type Typed, typedSince } from './draft.js';

const saved: DraftTexts = {
  slug: 'log-triage',
  tags: 'logs, data',
  whenToUse: 'when logs fail',
  notes: '',
  skillMd: 'a\nb\n',
};

function check(name: string, typed: Typed, requests: readonly object[], before = saved): void {
  test(name, () => expect(changesOf(before, typed)).toEqual(requests));
}

check('nothing typed is nothing to save', {}, []);
check('what was typed and taken back is nothing to save', { ...saved }, []);
check('spaces and repeats are no other tags', { tags: 'logs,data, logs ,' }, []);
check('only what differs is sent', { slug: 'logs', notes: '' }, [{ slug: 'logs' }]);
check('an empty field clears', { tags: '', whenToUse: '' }, [{ tags: [], when_to_use: '' }]);
check('the file goes with the slug it must fit', { slug: 'logs', skillMd: 'c' }, [
  { slug: 'logs', skill_md: 'c' },
]);
check(
  'fields that are rewritten in the file follow it',
  { tags: 'x', notes: 'n', whenToUse: 'now', skillMd: 'c' },
  [
    { notes: 'n', skill_md: 'c' },
    { tags: ['x'], when_to_use: 'now' },
  ],
);
check('without the file all goes at once', { tags: 'x', notes: 'n' }, [{ notes: 'n', tags: ['x'] }]);

const windows = { ...saved, skillMd: 'a\r\nb\r\n' };
check('line ends alone are no change', { skillMd: 'a\nb\n' }, [], windows);
check('line ends of the file are kept', { skillMd: 'a\nc\n' }, [{ skill_md: 'a\r\nc\r\n' }], windows);
check('mixed line ends are left to what was typed', { skillMd: 'a\nc' }, [{ skill_md: 'a\nc' }], {
  ...saved,
  skillMd: 'a\r\nb\n',
});

test('what was typed while saving is kept', () => {
  const sent = { notes: 'one', skillMd: 'two' };
  expect(typedSince(sent, { notes: 'one', skillMd: 'two more', slug: 'new' })).toEqual({
    skillMd: 'two more',
    slug: 'new',
  });
});

test.each([
  ['', 1],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['a\n\n', 2],
])('%j has %i lines', (text, count) => {
  expect(lineCount(text)).toBe(count);
});
