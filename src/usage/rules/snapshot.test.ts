import { expect, test } from 'vitest';

import { applyJournal, usageOf } from './apply-journal.js';
import { parseSnapshot, printSnapshot } from './snapshot.js';

const folded = { generation: 3, offset: 120, rotated: [{ generation: 2, offset: 900, rotatedAt: 1700 }] };
const at = Date.UTC(2026, 0, 31);
const usage = applyJournal(usageOf([]), [
  { kind: 'use', id: 'home:b', at },
  {
    kind: 'put',
    id: 'home:b',
    set: { createdBy: 'agent', pinLevel: 'freeze', overrides: { neverUsed: 'immediate' } },
  },
  { kind: 'view', id: 'home:a', at, source: 'claude' },
  { kind: 'rename', id: 'home:b', to: '10' },
  { kind: 'put', id: '9', set: {} },
]);

const text = `{
  "folded": {
    "generation": 3,
    "offset": 120,
    "rotated": [
      {
        "generation": 2,
        "offset": 900,
        "rotatedAt": 1700
      }
    ]
  },
  "records": {
    "10": {
      "aliases": [
        "home:b"
      ],
      "createdBy": "agent",
      "overrides": {
        "neverUsed": "immediate"
      },
      "pinLevel": "freeze",
      "sources": {
        "direct": {
          "days": {
            "2026-01-31": 1
          },
          "lastUsedAt": ${at},
          "useCount": 1
        }
      }
    },
    "9": {},
    "home:a": {
      "sources": {
        "claude": {
          "days": {
            "2026-01-31": 1
          },
          "lastViewedAt": ${at},
          "viewCount": 1
        }
      }
    }
  },
  "version": 1
}
`;

test('a snapshot is printed with sorted keys, without zeros, and ends with a newline', () => {
  expect(printSnapshot({ usage, folded })).toBe(text);
});

test('what was printed is sound and the same', () => {
  expect(parseSnapshot(text)).toEqual({ kind: 'sound', snapshot: { usage, folded } });
});

function check(change: (sound: string) => string, kind: string, ids: readonly string[] | undefined): void {
  const parsed = parseSnapshot(change(text));
  const read = parsed.snapshot && [...parsed.snapshot.usage.records.keys()].sort();
  expect({ kind: parsed.kind, ids: read }, change(text)).toEqual({ kind, ids });
}

const all = ['10', '9', 'home:a'];

test('keys that are not known are let through', () => {
  check((sound) => sound.replace('"9": {}', '"9": {"colour": "green"}'), 'sound', all);
  check((sound) => sound.replace('"version": 1', '"version": 1, "later": {}'), 'sound', all);
});

test('without a position nothing of a damaged snapshot can be used', () => {
  check(() => '', 'damaged', undefined);
  check(() => '{"broken', 'damaged', undefined);
  check(() => '[]', 'damaged', undefined);
  check((sound) => sound.slice(0, -3), 'damaged', undefined);
  check((sound) => sound.replace('"version": 1', '"version": "1"'), 'damaged', undefined);
  check((sound) => sound.replace('"offset": 120', '"offset": -120'), 'damaged', undefined);
  check((sound) => sound.replace('"rotatedAt": 1700', '"rotatedAt": null'), 'damaged', undefined);
  check((sound) => sound.replace('"records"', '"recorded"'), 'damaged', undefined);
});

test('a record of a wrong shape makes a snapshot damaged, and the others can be saved', () => {
  check((sound) => sound.replace('"9": {}', '"9": []'), 'damaged', ['10', 'home:a']);
  check((sound) => sound.replace('"freeze"', '"frozen"'), 'damaged', ['9', 'home:a']);
  check((sound) => sound.replace('"viewCount": 1', '"viewCount": 1.5'), 'damaged', ['10', '9']);
  check((sound) => sound.replace('"home:b"', '""'), 'damaged', ['9', 'home:a']);
  check((sound) => sound.replace('"claude"', '"__proto__"'), 'damaged', ['10', '9']);
  check((sound) => sound.replace('"claude": {', '"claude": 1, "other": {'), 'damaged', ['10', '9']);
});

test('a snapshot of a newer version is not damaged, and gives what is understood', () => {
  check((sound) => sound.replace('"version": 1', '"version": 2'), 'newer', all);
  check((sound) => sound.replace('"freeze"', '"melt"').replace('"version": 1', '"version": 2'), 'newer', [
    '9',
    'home:a',
  ]);
  check(() => '{"version": 2, "folded": "elsewhere"}', 'newer', undefined);
});
