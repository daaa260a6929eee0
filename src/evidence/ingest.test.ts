import { expect, test } from 'vitest';
import { fixture } from '../agents/sessions/reader.fixture.js';
import { home, type Machine, now, withMachine } from './backfill.world.js';
import { recordHook } from './live/spool.js';

const draw = { id: 'claude:draw', name: 'draw', folder: '/u/.claude/skills/draw' };
const path = '/u/.claude/projects/p/s.jsonl';
const loadedAt = Date.UTC(2026, 7, 1, 8);

let lines = 0;

function line(fields: object): string {
  lines += 1;
  const timestamp = new Date(loadedAt + lines * 1_000).toISOString();
  return `${JSON.stringify({ uuid: `u${lines}`, sessionId: 's', timestamp, ...fields })}\n`;
}

function call(id: string, name: string, input: object): string {
  const content = [{ type: 'tool_use', id, name, input }];
  const result = [{ type: 'tool_result', tool_use_id: id, content: 'ok', is_error: false }];
  return (
    line({ type: 'assistant', message: { content } }) + line({ type: 'user', message: { content: result } })
  );
}

/** What the usage store counts for the skill after a session of these lines. */
async function counted(text: string, meanwhile: (machine: Machine) => void = () => undefined) {
  return await withMachine(async (machine) => {
    meanwhile(machine);
    machine.put(path, text);
    await machine.backfill();
    machine.takeIn([draw]);
    const record = machine.usage.get(draw.id);
    return [record?.useCount ?? 0, record?.viewCount ?? 0, record?.patchCount ?? 0];
  });
}

test.each<[string, string, readonly number[]]>([
  ['asked for by name', call('t1', 'Skill', { skill: 'draw' }), [1, 0, 0]],
  [
    'asked for by name twice',
    call('t1', 'Skill', { skill: 'draw' }) + call('t2', 'Skill', { skill: 'draw' }),
    [2, 0, 0],
  ],
  ['read', call('t1', 'Read', { file_path: '/u/.claude/skills/draw/SKILL.md' }), [1, 0, 0]],
  [
    'read in two pieces',
    call('t1', 'Bash', { command: 'head -50 ~/.claude/skills/draw/SKILL.md' }) +
      call('t2', 'Bash', { command: 'tail -50 ~/.claude/skills/draw/SKILL.md' }),
    [1, 0, 0],
  ],
  [
    'opened at a reference',
    call('t1', 'Read', { file_path: '/u/.claude/skills/draw/references/a.md' }),
    [0, 1, 0],
  ],
  ['written', call('t1', 'Edit', { file_path: '/u/.claude/skills/draw/SKILL.md' }), [0, 0, 1]],
  [
    'only run by its script',
    call('t1', 'Bash', { command: 'python3 ~/.claude/skills/draw/scripts/x.py' }),
    [0, 0, 0],
  ],
  [
    'put before the agent again after a compaction',
    line({ type: 'user', isCompactSummary: true, message: { content: 'Summary.' } }) +
      line({
        type: 'attachment',
        attachment: {
          type: 'invoked_skills',
          skills: [{ name: 'draw', path: draw.folder, content: '# Draw' }],
        },
      }),
    [0, 0, 0],
  ],
  ['given by our own server', call('t1', 'mcp__coppice__skill_view', { name: 'draw' }), [0, 0, 0]],
  ['given by another server', call('t1', 'mcp__other__skill_view', { name: 'draw' }), [1, 0, 0]],
])('a skill that was %s', async (_, text, expected) => {
  expect(await counted(text)).toEqual(expected);
});

test('use by the agent is added to direct use, at the times at which it happened', async () => {
  await withMachine(async (machine) => {
    machine.usage.record(draw.id, 'use');
    machine.put('/u/.coppice/sessions/a.jsonl', fixture('generic/session.jsonl'));
    await machine.backfill();
    const skills = [{ ...draw, folder: '/u/.agents/skills/draw' }];
    for (let round = 0; round < 3; round += 1) machine.takeIn(skills);
    expect(machine.usage.get(draw.id)).toMatchObject({
      useCount: 2,
      lastUsedAt: now,
      sources: {
        direct: { useCount: 1 },
        'my-agent': { useCount: 1, lastUsedAt: Date.UTC(2026, 7, 1, 8, 0, 1) },
      },
    });
  });
});

test('a name means a skill that is installed later, and keeps its meaning after the skill is removed', async () => {
  await withMachine(async (machine) => {
    machine.put(path, call('t1', 'Skill', { skill: 'draw' }));
    await machine.backfill();
    const named = () => machine.store.mentions().map(({ skill }) => skill);
    machine.takeIn();
    expect(named()).toEqual([null]);
    machine.takeIn([draw]);
    expect(named()).toEqual(['claude:draw']);
    machine.takeIn();
    expect(named()).toEqual(['claude:draw']);
    machine.usage.rename('claude:draw', 'claude:paint');
    machine.takeIn();
    expect(named()).toEqual(['claude:paint']);
    expect(machine.usage.get('claude:paint')).toMatchObject({ useCount: 1 });
  });
});

test('an event of a hook is stored once, even if its transcript is read', async () => {
  const told = call('toolu_1', 'Skill', { skill: 'draw' });
  const payload = {
    ...{ hook_event_name: 'PostToolUse', session_id: 's', tool_name: 'Skill', tool_use_id: 'toolu_1' },
    ...{ tool_input: { skill: 'draw' }, tool_response: { success: true } },
  };
  const live = ({ files, takeIn, usage }: Machine) => {
    const bytes = new TextEncoder().encode(JSON.stringify(payload));
    for (let round = 0; round < 2; round += 1) {
      recordHook({ files, home, now, redact: (text) => text }, bytes);
      takeIn([draw]);
    }
    expect(usage.get(draw.id)).toMatchObject({ useCount: 1, lastUsedAt: now });
  };
  expect(await counted(told, live)).toEqual([1, 0, 0]);
});

test('what was purged or outlived its time does not come back, and stays counted', async () => {
  await withMachine(async (machine) => {
    machine.put(path, call('t1', 'Skill', { skill: 'draw' }) + call('t2', 'Bash', { command: 'ls' }));
    await machine.backfill();
    machine.takeIn([draw]);
    expect(machine.store.purge({ session: 's' })).toMatchObject({ events: 2 });
    expect(await machine.backfill()).toMatchObject({ filesSkipped: 0, eventsAdded: 0 });
    machine.put(path.replace('s.jsonl', 'copy.jsonl'), machine.files.read(path)?.bytes ?? '');
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 0 });
    machine.takeIn([draw]);
    expect(machine.usage.get(draw.id)).toMatchObject({ useCount: 1 });

    machine.put(path.replace('s.jsonl', 'other.jsonl'), call('t3', 'Skill', { skill: 'draw' }));
    await machine.backfill();
    expect(machine.store.dropBefore(now)).toBe(1);
    expect(await machine.backfill({ from: -1 })).toMatchObject({ filesSkipped: 0, eventsAdded: 0 });
    machine.takeIn([draw]);
    expect(machine.usage.get(draw.id)).toMatchObject({ useCount: 2 });
  });
});
