import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const day = (count: number) => ({
  environment: { COPPICE_NOW: `2026-03-0${count}T12:00:00Z` },
});
const skill = (body: string) =>
  `---\nname: notes\ndescription: Takes notes. Use in meetings.\n---\n\n${body}`;
const file = '.claude/skills/notes/SKILL.md';

/** A home in which the skill was met before. */
function metHome(): Home {
  const home = emptyHome();
  home.put(file, skill('One.\n'));
  home.coppice(['list'], day(1));
  home.coppice(['status'], day(1));
  return home;
}

const text = (home: Home) => readFileSync(join(home.path, file), 'utf8');

interface Item {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
}

function entriesOf(home: Home, ...flags: readonly string[]): readonly Item[] {
  return JSON.parse(home.coppice(['history', '--json', ...flags], day(9)).stdout).entries;
}

test('status, curate and backfill record a change by hand once, and undo alone takes it back', () => {
  for (const verb of [['status'], ['curate'], ['evidence', 'backfill']]) {
    const home = metHome();
    home.put(file, skill('By hand.\n'));
    const first = home.coppice(verb, day(2));
    expect(first.stderr).toContain('recorded a change of claude:notes by others; see coppice history\n');
    for (const again of [['status'], ['curate'], ['evidence', 'backfill']]) {
      expect(home.coppice(again, day(2)).stderr).not.toContain('by others');
    }
    expect(entriesOf(home)).toMatchObject([{ action: 'observed', actor: 'other' }]);
    expect(home.coppice(['undo', '--yes'], day(3)).stdout).toContain('undone for claude:notes');
    expect(text(home)).toBe(skill('One.\n'));
    expect(home.coppice(['undo', '--yes'], day(3))).toMatchObject({
      code: 1,
      stderr:
        'error: there is no change to undo (not-found)\nhint: coppice history lists the changes; name one that is itself an undo by its id\n',
    });
  }
});

test('list and a dry run record nothing', () => {
  const home = metHome();
  home.put(file, skill('By hand.\n'));
  home.coppice(['list'], day(2));
  home.coppice(['curate', '--dry-run'], day(2));
  expect(entriesOf(home)).toEqual([]);
});

test('without a terminal undo without an entry needs --yes, and says what it would undo', () => {
  const home = metHome();
  rmSync(join(home.path, file));
  home.coppice(['status'], day(2));
  const [entry] = entriesOf(home);
  expect(home.coppice(['undo'], day(3))).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: without a terminal this needs --yes (usage)\nhint: it would undo "observed" of claude:notes, the newest change: coppice undo ${entry?.id}\n`,
  });
  home.coppice(['undo', '--yes'], day(3));
  expect(text(home)).toBe(skill('One.\n'));
});

test('history can be limited to the newest entries and to a time', () => {
  const home = metHome();
  for (const count of [2, 3, 4]) {
    home.coppice(['patch', 'notes', '--find', 'One', '--replace', 'One and one'], day(count));
  }
  expect(entriesOf(home)).toHaveLength(3);
  expect(entriesOf(home, '--limit', '2').map(({ id }) => id)).toEqual(
    entriesOf(home)
      .slice(1)
      .map(({ id }) => id),
  );
  expect(entriesOf(home, '--since', '2026-03-04')).toHaveLength(1);
  expect(entriesOf(home, '--since', '6d')).toHaveLength(2);
  expect(home.coppice(['history', '--limit', '1'], day(9)).stderr).toBe('not shown: 2 older entries\n');
  expect(home.coppice(['history', '--since', '1d'], day(9)).stderr).toBe(
    'no changes since 1d are recorded\n',
  );
  expect(home.coppice(['history', '--since', 'monday']).stderr).toBe(
    'error: --since cannot be monday (bad-value)\nhint: give a date such as 2026-01-31, or an age such as 90d\n',
  );
});

test('a purge says what can no longer be undone, and deletes the content only when it is wanted', () => {
  const home = metHome();
  home.coppice(['patch', 'notes', '--find', 'One', '--replace', 'customer 4711'], day(2));
  home.coppice(['patch', 'notes', '--find', 'customer 4711', '--replace', 'a customer'], day(3));
  const [first, second] = entriesOf(home);
  const matching = ['history', 'purge', '--matching', 'customer 4711'];
  expect(home.coppice([...matching, '--dry-run'], day(4)).stderr).toBe(
    'would delete 1 stored content; 2 entries could no longer be shown or undone\n',
  );
  expect(home.coppice(matching, day(4)).code).toBe(2);
  const purged = home.coppice([...matching, '--yes'], day(4));
  expect(purged.stderr).toBe('deleted 1 stored content; 2 entries can no longer be shown or undone\n');
  expect(purged.stdout).toContain(first?.id);
  expect(home.coppice(['undo', second?.id ?? ''], day(5))).toMatchObject({
    code: 1,
    stderr: 'error: the content was removed from the history by coppice history purge (not-stored)\n',
  });
  expect(home.coppice([...matching, '--yes'], day(6)).stderr).toBe('no stored content matches\n');
  expect(home.coppice(['drill']).code).toBe(0);
  expect(home.coppice(['history', 'purge']).stderr).toBe(
    'error: history purge needs either ENTRY or --matching TEXT (usage)\nhint: coppice history lists the entries\n',
  );
});

test.skipIf(process.getuid?.() === 0)(
  'a home that cannot be written gets one note, and the status is shown',
  () => {
    const home = metHome();
    home.put(file, skill('By hand.\n'));
    chmodSync(join(home.path, '.coppice'), 0o500);
    try {
      const { code, stdout, stderr } = home.coppice(['status'], day(2));
      expect([code, stdout.length > 0]).toEqual([0, true]);
      expect(stderr.match(/changes by others were not recorded: /g)).toHaveLength(1);
    } finally {
      chmodSync(join(home.path, '.coppice'), 0o700);
    }
  },
);

test('undo alone takes back a change that was killed at its end, not the one before', () => {
  const home = metHome();
  home.coppice(['pin', 'notes', '--freeze'], day(2));
  home.coppice(['unpin', 'notes'], day(3));
  home.coppice(['archive', 'notes'], day(4));
  const ledger = join(home.path, '.coppice/ledger.jsonl');
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
  expect(lines.pop()).toContain('"committed"');
  writeFileSync(ledger, `${lines.join('\n')}\n`);
  expect(home.coppice(['undo', '--yes'], day(5)).stdout).toMatch(/^undone for claude:notes /);
  expect(text(home)).toBe(skill('One.\n'));
  expect(entriesOf(home).map(({ action }) => action)).toEqual(['pin', 'unpin', 'archive', 'undo']);
});
