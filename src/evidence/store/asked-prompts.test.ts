import { expect, test } from 'vitest';
import type { EvidenceEvent } from '../rules/event.js';
import type { AskedPrompt } from './asked-prompts.js';
import { batch, event, openStore, withFolder } from './store.world.js';

async function check(events: readonly EvidenceEvent[], expected: readonly AskedPrompt[]): Promise<void> {
  await withFolder(async (folder) => {
    const store = await openStore(folder);
    try {
      store.ingest(batch(events));
      expect(store.askedPrompts()).toEqual(expected);
    } finally {
      store.close();
    }
  });
}

const said = (number: number, args: string, facts: Partial<EvidenceEvent> = {}) =>
  event(number, { kind: 'turn', tool: undefined, args, ...facts });
const load = (number: number, name: string, facts: Partial<EvidenceEvent> = {}) =>
  event(number, {
    kind: 'skill-load',
    tool: 'Skill',
    credit: { skill: { name }, reason: 'named', weight: 1, load: undefined },
    ...facts,
  });
const asked = (skill: string, prompt: string, isWrong = false): AskedPrompt => ({ skill, prompt, isWrong });

test('the message before a load is what was asked for, the newest load first, each once', () =>
  check(
    [
      said(1, 'bill the bakery for May'),
      load(2, 'invoices'),
      load(3, 'invoices'),
      said(4, 'and  now\nthe florist as well'),
      load(5, 'letters'),
    ],
    [asked('letters', 'and now the florist as well'), asked('invoices', 'bill the bakery for May')],
  ));

test('a message that blames the choice of the skill makes it wrong, another correction does not', () =>
  check(
    [
      said(1, 'bill the bakery for May'),
      load(2, 'letters'),
      said(3, 'no, that is the wrong skill', { isCorrection: true }),
      said(4, 'translate the menu', { session: 's2' }),
      load(5, 'menus', { session: 's2' }),
      said(6, 'no, in French', { session: 's2', isCorrection: true }),
    ],
    [asked('menus', 'translate the menu'), asked('letters', 'bill the bakery for May', true)],
  ));

test('loads without a telling message, that failed, or of a subagent are left out', () =>
  check(
    [
      load(1, 'first'),
      said(2, '/invoices for the bakery'),
      load(3, 'invoices'),
      said(4, 'go on'),
      load(5, 'letters'),
      said(6, 'use the skill menus for the bakery'),
      load(7, 'menus'),
      said(8, 'bill the bakery for May'),
      load(9, 'broken', { isError: true }),
      load(10, 'inner', { thread: 'sub' }),
    ],
    [],
  ));

test('what was purged is gone, and a change is noticed', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    try {
      expect(store.hasChanged).toBe(false);
      store.ingest(batch([said(1, 'bill the bakery for May'), load(2, 'invoices')]));
      expect([store.hasChanged, store.askedPrompts().length]).toEqual([true, 1]);
      store.purge({ session: 's1' });
      expect(store.askedPrompts()).toEqual([]);
    } finally {
      store.close();
    }
  }));
