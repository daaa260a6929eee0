import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixedClock } from '../system/clock.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { dayMs, now, userHome, withMachine } from './backfill.world.js';
import { isErrorLike } from './interpret/error-like.js';
import { agentNames } from './read/reader.js';
import { findSources } from './read/sources.js';
import { EvidenceStore } from './store/evidence-store.js';

/* Cases and weaknesses about evidence, each under the name or number by which it is known elsewhere. */

const sessions = `${userHome}/.hermes/sessions`;
const window = { from: now - 7 * dayMs, to: now + 1 };

const call = (name: string, args: object, id?: string) => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

function session(id: string, messages: readonly object[]): string {
  const start = new Date(now - dayMs).toISOString();
  return JSON.stringify({ session_id: id, session_start: start, last_updated: start, messages });
}

const oneSession = session('one', [
  { role: 'user', content: 'please do it' },
  { role: 'assistant', content: '', tool_calls: [call('skill_view', { name: 'pdf' }, 'call_0')] },
  { role: 'tool', tool_call_id: 'call_0', content: '{"success":true}' },
  { role: 'assistant', content: 'done' },
]);

test('imports_tool_turn_and_session_events, records_tool_call_and_detects_skill_reference', () =>
  withMachine(async (machine) => {
    machine.put(`${sessions}/session_one.json`, oneSession);
    expect(await machine.backfill()).toMatchObject({ files: 1, filesFailed: 0, sessions: 1, eventsAdded: 3 });
    const { toolEvents, skillEvents, turns } = machine.store.summary(window);
    expect({ toolEvents, skillEvents, turns }).toEqual({ toolEvents: 1, skillEvents: 1, turns: 1 });
    expect(machine.store.skills(window)).toMatchObject([{ id: 'pdf', loads: 1, events: 1 }]);
  }));

test('is_idempotent_for_same_session_file', () =>
  withMachine(async (machine) => {
    machine.put(`${sessions}/session_one.json`, oneSession);
    await machine.backfill();
    const before = await machine.events();
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 0, filesSkipped: 1 });
    expect(await machine.events()).toEqual(before);
  }));

test('quarantines_non_sqlite_evidence_file', () =>
  withMachine(async ({ folder }) => {
    const path = join(folder, 'other.sqlite');
    writeFileSync(path, 'garbage, and not a database');
    const store = await EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(now) });
    expect(store.setAside).toMatch(/other\.sqlite\.corrupt-/);
    expect(readFileSync(store.setAside ?? '', 'utf8')).toBe('garbage, and not a database');
    expect(store.summary(window).toolEvents).toBe(0);
    store.close();
  }));

test('weakness 9: calls without an id and repeated turns count each', () =>
  withMachine(async (machine) => {
    const again = [
      { role: 'user', content: 'continue' },
      { role: 'assistant', content: 'ok', tool_calls: [call('terminal', { command: 'make' })] },
    ];
    machine.put(`${sessions}/session_again.json`, session('again', Array(5).fill(again).flat()));
    await machine.backfill();
    const { toolEvents, turns } = machine.store.summary(window);
    expect({ toolEvents, turns }).toEqual({ toolEvents: 5, turns: 5 });
  }));

test('weakness 10: a session that is no text, or vanishes, stops no other', () =>
  withMachine(async (machine) => {
    machine.put(`${sessions}/session_bad.json`, Uint8Array.of(0xff, 0xfe, 0, 1));
    machine.put(`${sessions}/session_one.json`, oneSession);
    const report = await machine.backfill();
    expect(report).toMatchObject({ files: 2, filesFailed: 1, eventsAdded: 3 });
    expect(report.failures).toMatchObject([{ path: `${sessions}/session_bad.json` }]);
  }));

test.each<[unknown, boolean]>([
  ['0 errors, 0 failed', false],
  ['no exceptions raised', false],
  ['exit_code: 0', false],
  ['{"status":"error"}', true],
  ['{"stderr":"Traceback (most recent call last):\\n  File \\"a.py\\", line 1, in x\\nKeyError: 1"}', true],
  ['Traceback: boom', true],
])('weakness 23: %j is judged by its outcome and not by its words', (output, isError) => {
  expect(isErrorLike(output)).toBe(isError);
});

test('weakness 29: the sessions of five agents are found where they live, in their present forms', () =>
  withMachine(async ({ files, put }) => {
    for (const path of [
      '.claude/projects/p/s.jsonl',
      '.codex/sessions/2026/08/30/rollout-x.jsonl',
      '.codex/archived_sessions/rollout-y.jsonl.zst',
      '.gemini/tmp/p/chats/session-x.jsonl',
      '.local/share/opencode/opencode.db',
      '.hermes/state.db',
      '.hermes/sessions/session_x.json',
    ])
      put(`${userHome}/${path}`, '');
    const place = { home: `${userHome}/.coppice`, userHome, environment: {} };
    const { sources } = findSources(files, agentNames, place);
    expect(sources.map(({ agent, form }) => `${agent} ${form}`).sort()).toEqual([
      'claude lines',
      'codex lines',
      'codex zstd-lines',
      'gemini document',
      'hermes database',
      'hermes document',
      'opencode database',
    ]);
  }));
