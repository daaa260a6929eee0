import { expect, test } from 'vitest';
import type { Observation } from '../../agents/sessions/observation.js';
import { parseEntry, printEntry, type SpoolEntry } from './spool-entry.js';

const place = { session: 's', at: 5 };
const observations: readonly Observation[] = [
  { type: 'call', ...place, key: 'k', tool: 'Bash', args: { command: 'ls' }, declared: 'pdf' },
  { type: 'result', ...place, key: 'k', output: ['a\nb'], isError: true, durationMs: 3 },
  { type: 'prompt', ...place, key: 'p', text: 'no' },
  { type: 'reply', ...place, thread: 't', text: 'yes' },
  { type: 'load', ...place, key: 'l', skill: { name: 'pdf', folder: '~/pdf' } },
  { type: 'located', ...place, key: 'l', folder: '/pdf' },
  { type: 'retraction', ...place, key: 'k' },
  { type: 'call', ...place, key: 'c', tool: 'Bash', args: {}, model: 'm', tokens: 5 },
  { type: 'result', ...place, key: 'c', output: 'no', ended: 'refused', tokens: 5 },
  { type: 'prompt', ...place, key: 'q', text: 'and', isQueued: true },
  { type: 'interruption', ...place, key: 'i' },
  { type: 'facts', ...place, platform: 'linux', folder: '/r', root: 'a', isHeadless: false },
  { type: 'end', ...place },
];
const entry: SpoolEntry = { at: 7, agent: 'claude', transcript: '/s.jsonl', observations };

test('an entry of every kind of observation is one line, and reads as it was written', () => {
  for (const transcript of ['/s.jsonl', null]) {
    const printed = printEntry({ ...entry, transcript });
    expect(printed).toMatch(/^\n.+\n$/);
    expect(parseEntry(printed.trim())).toEqual({ ...entry, transcript });
  }
});

test('what is no entry, or not of this version, is not read', () => {
  const changed = (change: object) => JSON.stringify({ v: 1, ...entry, ...change });
  const observed = (...changes: unknown[]) => changed({ observations: changes });
  const rows = [
    '',
    '[]',
    printEntry(entry).slice(0, 50),
    changed({ v: 2 }),
    changed({ at: '7' }),
    changed({ agent: null }),
    changed({ transcript: 5 }),
    changed({ observations: {} }),
    observed({ type: 'other', ...place }),
    observed({ type: 'toString', ...place }),
    observed({ type: 'end', at: 5 }),
    observed({ type: 'end', session: 's' }),
    observed({ type: 'call', ...place, key: 'k' }),
    observed({ type: 'result', ...place }),
    observed({ type: 'load', ...place, key: 'l', skill: 'pdf' }),
    observed({ type: 'end', ...place }, null),
    observed({ type: 'interruption', ...place }),
    observed({ type: 'facts', ...place, folder: 5 }),
    observed({ type: 'facts', ...place, isHeadless: 'no' }),
    observed({ type: 'call', ...place, key: 'k', tool: 't', tokens: -1 }),
    observed({ type: 'call', ...place, key: 'k', tool: 't', model: 5 }),
    observed({ type: 'result', ...place, key: 'k', ended: 'maybe' }),
  ];
  expect(rows.map(parseEntry)).toEqual(rows.map(() => undefined));
});
