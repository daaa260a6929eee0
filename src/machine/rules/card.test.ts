import { expect, test } from 'vitest';
import { type AttentionFacts, attentionKinds, attentionOf } from '../../app/rules/attention.js';
import { cardOf } from './card.js';

const nothing: AttentionFacts = {
  hostile: [],
  unreadable: [],
  unloadable: [],
  unfinished: 0,
  project: null,
  fixes: [],
  copies: [],
  overBudget: [],
  toRetire: 0,
  unused: { days: 30, skills: [] },
  overlap: [],
  proposals: 0,
  updates: { count: 0, at: 0 },
};

const listing = { agent: 'Claude Code', characters: 9_000, limit: 8_000 };

test.each<[Partial<AttentionFacts>, string, object | null]>([
  [
    { hostile: [{ id: 'a:x', archivable: true }] },
    '1 skill is blocked by the scanner',
    { act: 'archive-blocked' },
  ],
  [{ hostile: [{ id: 'a:x', archivable: false }] }, '1 skill is blocked by the scanner', null],
  [{ unloadable: [{ id: 'a:x', fixable: true }] }, '1 skill cannot be loaded', { act: 'fix' }],
  [
    { unloadable: [{ id: 'a:x', fixable: false }] },
    '1 skill cannot be loaded',
    { act: 'archive-unloadable' },
  ],
  [{ unfinished: 2 }, '2 changes of a skill did not complete', { act: 'fix' }],
  [{ copies: ['a:x', 'a:y', 'a:z', 'a:w'] }, '4 skills are exact copies of another', { act: 'dedupe' }],
  [
    { overBudget: [{ ...listing, canFit: true }] },
    'The listing of Claude Code needs 9,000 of 8,000 characters, so descriptions are cut',
    { act: 'fit' },
  ],
  [
    { overBudget: [{ ...listing, canFit: false }] },
    'The listing of Claude Code needs 9,000 of 8,000 characters, so descriptions are cut',
    null,
  ],
  [{ toRetire: 1 }, '1 skill made by agents is due to be retired', { act: 'curate' }],
  [{ unused: { days: 30, skills: ['a:x'] } }, '1 skill was not used in 30 days', { act: 'tidy' }],
  [{ proposals: 1 }, '1 proposal waits for your decision', null],
  [
    { fixes: [{ skills: ['a:x', 'a:y'] }] },
    '1 recurring failure has a known fix',
    { act: 'note', skill: 'a:x' },
  ],
])('%j', (facts, message, act) => {
  const [line] = attentionOf({ ...nothing, ...facts });
  expect(line && cardOf(line)).toMatchObject({ message, act });
});

test('every kind has a card', () => {
  for (const kind of attentionKinds)
    expect(cardOf({ kind, message: 'something', command: 'coppice x', count: 1, skills: [] })).toMatchObject({
      message: 'Something',
      act: null,
    });
});
