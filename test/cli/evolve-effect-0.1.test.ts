/*
 * A home of 0.1.0: its ledger, and the skill with the note that it wrote, are of that release. The note keeps its life and
 * its baseline, and is judged by the rule of today: 0.1.0 said that it helped, without anything to compare it with.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const fixture = new URL('../fixtures/releases/0.1.0/evolve/', import.meta.url);
const written = (name: string) => readFileSync(new URL(name, fixture), 'utf8');

/** A session on each of these days of a month of 2026, in which `ship` failed or not. */
function sessions(month: string, failed: boolean): string {
  return Array.from({ length: 18 }, (_, index) => `2026-${month}-${index + 10}`)
    .flatMap((day) => {
      const line = (id: string, facts: object) => ({
        ...{ session: `s${day}`, id, at: `${day}T09:00:0${id}Z` },
        ...facts,
      });
      const call = { type: 'call', tool: 'bash', args: { command: 'ship' }, isError: failed };
      const output = failed ? 'ssh: port 22 refused' : 'shipped';
      return [line('0', { type: 'load', skill: 'deploy' }), line('1', { ...call, output })];
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function homeOf010(): Home {
  const home = emptyHome();
  const root = join(home.path, '.coppice/skills');
  home.put('.coppice/ledger.jsonl', written('ledger.jsonl').replaceAll('/home/you/.coppice/skills', root));
  home.put('.coppice/skills/deploy/SKILL.md', written('SKILL.md'));
  const blobs = new URL('blobs/', fixture);
  for (const name of readdirSync(blobs))
    home.put(`.coppice/blobs/${name}`, readFileSync(new URL(name, blobs)));
  home.put('.coppice/sessions/february.jsonl', sessions('02', true));
  home.put('.coppice/sessions/march.jsonl', sessions('03', false));
  return home;
}

const at = { environment: { COPPICE_NOW: '2026-03-28T12:00:00Z' } };

test('a note of 0.1.0 is judged by its own days, and its lines by the events that they cite', () => {
  const home = homeOf010();
  expect(home.coppice(['evidence', 'backfill', '--days', '60'], at)).toMatchObject({ code: 0 });
  const effect = () => JSON.parse(home.coppice(['evolve', 'effect', '--json'], at).stdout).notes;
  const [note] = effect();
  expect(note).toMatchObject({
    ...{ skill: 'home:deploy', noteId: '4sktdgvwpyzf', items: ['75af39ed388238fa'] },
    ...{ appliedAt: Date.UTC(2026, 2, 1, 12), endedAt: null, why: null, verdict: 'cannot-tell' },
    ...{ observed: 'less-often', missing: ['control'] },
    before: { loads: 12, errors: 12 },
    after: { loads: 18, errors: 0 },
    lines: [{ id: '75af39ed388238fa', verdict: 'stopped', before: { errors: 12 }, after: { errors: 0 } }],
  });
  const both = ['--apply-low-risk', '--approve-auto-apply'];
  expect(home.coppice(['adopt', 'deploy'], at).code).toBe(0);
  expect(home.coppice(['evolve', 'run', ...both], at)).toMatchObject({ code: 0 });
  const text = readFileSync(join(home.path, '.coppice/skills/deploy/SKILL.md'), 'utf8');
  expect(text).not.toContain('Agent guidance');
  const [after] = effect();
  expect([after.noteId, after.before, after.appliedAt]).toEqual([note.noteId, note.before, note.appliedAt]);
});
