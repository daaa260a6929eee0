import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../system/sqlite.js';
import { firstTables } from './migrations.js';
import { batch, event, idOf, now, openStore, start, withFolder } from './store.world.js';

const window = { from: start, to: now };

/** A store as version 0.1.0 wrote it: a load, agreement, a command that fails and then works, and a refusal. */
async function oldStore(folder: string): Promise<void> {
  const database = await openDatabase(join(folder, 'evidence.sqlite'));
  database.exec(`${firstTables} PRAGMA application_id = ${0x63_6f_70_70}; PRAGMA user_version = 1;`);
  database.exec(`
    INSERT INTO words (ref, word) VALUES (1, 'claude'), (2, 'Bash'), (3, 'Skill'), (4, 'ship: no device');
    INSERT INTO sources (ref, path) VALUES (1, '/one.jsonl');
    INSERT INTO cursors VALUES (1, 'claude', 9, 9, 1, 1, 9, '', '', 0, '{}');
    INSERT INTO mentions (ref, name, folder, skill) VALUES (1, 'deploy', '', 'home:deploy');
    INSERT INTO sessions (ref, agent, id, started_at, last_at) VALUES (1, 1, 's1', ${start}, ${start + 6_000});
  `);
  const insert = database.prepare(`
    INSERT INTO events (id, at, source, is_live, agent, session, thread, turn, kind, activity, tool, mention, reason,
      weight, load, is_evidence, is_correction, is_error, is_outcome_live, duration_ms, cluster, args, result)
    VALUES (unhex(?), ?, 1, 0, 1, 1, '', 1, ?, NULL, ?, ?, ?, 1, unhex(?), 1, 0, ?, 0, NULL, ?, ?, ?)`);
  const rows: readonly (readonly [string, number | null, number | null, string, string])[] = [
    ['skill-load', 3, 0, '{"skill":"deploy"}', ''],
    ['turn', null, 0, 'yes, go ahead', 'Shall I go on?'],
    ['tool', 2, 1, '{"command":"ship --prod"}', 'Exit code 1\nship: no device'],
    ['tool', 2, 0, '{"command":"ship --prod --port 2"}', 'shipped'],
    ['tool', 2, 1, '{"command":"rm -r dist"}', 'the user refused it: leave that folder alone'],
  ];
  for (const [index, [kind, tool, isError, args, result]] of rows.entries()) {
    const isLoad = index === 0;
    const cluster = isError === 1 ? 4 : null;
    insert.run(
      ...[idOf(index + 1), start + index * 1_000, kind, tool, isLoad ? 1 : null, isLoad ? 'named' : null],
      ...[isLoad ? idOf(1) : null, isError, cluster, args, result],
    );
  }
  database.close();
}

test('a store of version 0.1.0 is upgraded, and its events give episodes without reading a transcript', () =>
  withFolder(async (folder) => {
    await oldStore(folder);
    const store = await openStore(folder);
    const [episode] = store.episodes(window);
    expect(episode).toMatchObject({
      ...{ id: idOf(1), skill: { name: 'home:deploy' }, session: 's1', result: 'corrected' },
      failures: [{ command: { text: 'ship --prod' }, ending: { kind: 'fixed' } }],
      corrections: [{ by: 'refusal', text: 'leave that folder alone' }],
      counts: { failed: 1, refused: 1 },
    });
    expect(episode?.model).toBeUndefined();
    expect(store.cursor('/one.jsonl')).toMatchObject({ offset: 9 });
    store.close();
  }));

test('what was stored before the upgrade is merged with what is read after it', () =>
  withFolder(async (folder) => {
    await oldStore(folder);
    const store = await openStore(folder);
    const more = [
      event(1, { kind: 'skill-load', at: start, tool: 'Skill', model: 'opus-5' }),
      event(6, { args: '{"command":"ship --dry"}', isError: true, result: 'Exit code 1\nship: no device' }),
    ];
    expect(store.ingest(batch(more)).added).toBe(1);
    expect(store.episodes(window)).toMatchObject([{ failures: [{}, { command: { text: 'ship --dry' } }] }]);
    expect(store.purge({ session: 's1' }).events).toBe(6);
    expect(store.episodes(window)).toEqual([]);
    store.close();
    const again = await openStore(folder);
    expect(again.summary(window).sessions).toBe(0);
    again.close();
  }));
