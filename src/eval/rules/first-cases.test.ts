import { expect, test } from 'vitest';
import type { EvidenceRow } from '../../evidence/rules/evidence.js';
import { triggerCandidates } from './first-cases.js';

function row(
  at: number,
  kind: EvidenceRow['kind'],
  session: string,
  given: Partial<EvidenceRow>,
): EvidenceRow {
  return {
    ...{
      id: String(at),
      at,
      agent: 'claude',
      session,
      kind,
      tool: null,
      skill: null,
      reason: null,
      weight: 1,
    },
    ...{ isError: false, isCorrection: false, args: '', result: '', cluster: '', ...given },
  };
}

const rows = [
  row(1, 'turn', 'a', { args: 'When is high\n water in Husum?' }),
  row(2, 'skill-load', 'a', { skill: 'home:tide' }),
  row(3, 'turn', 'b', { args: 'Write a poem about the sea' }),
  row(4, 'skill-load', 'b', { skill: 'home:poems' }),
  row(5, 'turn', 'a', { args: '/compact and then go on' }),
  row(6, 'skill-load', 'a', { skill: 'home:tide' }),
  row(7, 'turn', 'c', { args: 'yes' }),
  row(8, 'skill-load', 'c', { skill: 'home:tide' }),
  row(9, 'turn', 'd', { args: 'Which tide for the ferry to Amrum?' }),
  row(10, 'skill-load', 'd', { skill: 'home:poems' }),
  row(11, 'skill-load', 'd', { skill: 'home:tide' }),
  row(12, 'skill-load', 'e', { skill: 'home:tide' }),
];

test('requests before a load are candidates, the newest first, and each once', () => {
  expect(triggerCandidates(rows.toReversed(), 'home:tide', 5)).toEqual([
    { query: 'Which tide for the ferry to Amrum?', should_trigger: true },
    { query: 'When is high water in Husum?', should_trigger: true },
    { query: 'Write a poem about the sea', should_trigger: false },
  ]);
  expect(triggerCandidates(rows, 'home:tide', 1).map(({ should_trigger }) => should_trigger)).toEqual([
    true,
    false,
  ]);
});
