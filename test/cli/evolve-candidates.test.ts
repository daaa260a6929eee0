import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';
import { failedSessions, hoursBefore } from './failed-sessions.js';

const now = Date.UTC(2026, 5, 15, 12);

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

/** Skills that failed in so many sessions each. */
function homeWith(failures: Readonly<Record<string, number>>): Home {
  const home = emptyHome();
  const sessions = Object.entries(failures).map(([skill, count]) => {
    coppice(home, 'create', skill, '--description', `Fills ${skill} forms.`, '--by', 'agent');
    return failedSessions({ skill, starts: hoursBefore(now, count) });
  });
  home.put('sessions/all.jsonl', sessions.join(''));
  coppice(home, 'evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  return home;
}

const candidates = (home: Home, ...flags: string[]) => coppice(home, 'evolve', 'candidates', ...flags);

const rowOf = (skill: string, count: number) =>
  `home:${skill}\t${count} sessions failed without a known fix\n`;

test('those that a note would help are listed in the order a run takes them, with what it could save', () => {
  const home = homeWith({ two: 2, three: 3, four: 4 });
  expect(candidates(home)).toEqual({ code: 0, stdout: rowOf('four', 4) + rowOf('three', 3), stderr: '' });
  expect(candidates(home, '--min-evidence', '8').stdout).toBe(rowOf('four', 4));
  expect(JSON.parse(candidates(home, '--json').stdout)).toMatchObject({
    selection: { mode: 'deterministic-evidence', eligible: 2 },
    candidates: [
      {
        skill: 'home:four',
        events: 8,
        saves: { fixable: 0, corrections: 0, unsolved: 4, sentence: '4 sessions failed without a known fix' },
        selection: { source: 'savings', score: 4 },
      },
      { skill: 'home:three' },
    ],
  });
});

test('without evidence it says so', () => {
  expect(candidates(emptyHome())).toMatchObject({
    code: 0,
    stderr: 'there is nothing to note about any skill\n',
  });
});

test('a semantic plan names the models and loads none, also with a reranker', () => {
  const home = homeWith({ two: 3 });
  home.put('.coppice/config.toml', '[search]\nmodel = "someone/model"\n');
  const plan = {
    mode: 'semantic-plan',
    models: { embedding: 'someone/model', reranker: 'BAAI/bge-reranker-v2-m3' },
    modelExecuted: false,
  };
  for (const flags of [['--semantic'], ['--semantic', '--rerank']]) {
    const { selection } = JSON.parse(candidates(home, ...flags, '--json').stdout);
    expect(selection).toEqual({
      mode: 'deterministic-evidence',
      eligible: 1,
      models: { embedding: null, reranker: null },
      plan,
    });
    const byText = candidates(home, '--query', 'two', ...flags, '--json');
    expect(JSON.parse(byText.stdout).selection).toEqual({ mode: 'lexical', query: 'two', plan });
  }
  expect(candidates(home, '--semantic').stderr).toMatch(/^search\.model is someone\/model, /);
});

test('a missing model is reported, and the order by evidence stands', () => {
  const home = homeWith({ two: 3, three: 4 });
  home.put('.coppice/config.toml', '[search]\nmodel = "someone/model"\n');
  const { code, stdout, stderr } = candidates(home, '--execute-semantic');
  expect(code).toBe(0);
  expect(stdout).toBe(rowOf('three', 4) + rowOf('two', 3));
  expect(stderr).toMatch(/^the model someone\/model was not found: .*; ordered by evidence instead\n$/);
  const byText = (...flags: string[]) => candidates(home, '--query', 'three', '--execute-semantic', ...flags);
  expect(JSON.parse(byText('--json').stdout)).toMatchObject({
    selection: { mode: 'semantic-unavailable', fallback: 'lexical', query: 'three' },
    candidates: [{ skill: 'home:three' }],
  });
  expect(byText().stderr).toMatch(/; ordered by words instead\n$/);
});

test('the offline model orders them, without network and set-up', () => {
  const home = homeWith({ two: 3, three: 4 });
  const { selection, candidates: ordered } = JSON.parse(
    candidates(home, '--execute-semantic', '--json').stdout,
  );
  expect(selection).toEqual({
    mode: 'semantic',
    eligible: 2,
    models: { embedding: 'offline', reranker: null },
  });
  const scores = ordered.map(({ selection: why }: { selection: { score: number } }) => why.score);
  expect(scores).toEqual(scores.toSorted((left: number, right: number) => right - left));
  expect(scores.every((score: number) => score > 0 && score < 1)).toBe(true);
});

test('a text ranks all skills by how well they fit it', () => {
  const home = homeWith({ tax: 0, web: 0 });
  const { selection, candidates: found } = JSON.parse(
    candidates(home, '--query', 'tax forms', '--json').stdout,
  );
  expect(selection).toEqual({ mode: 'lexical', query: 'tax forms' });
  expect(found[0]).toMatchObject({ skill: 'home:tax', name: 'tax' });
  expect(candidates(home, '--query', 'zzz').stderr).toBe('no skill matches\n');
  const byMeaning = candidates(home, '--query', 'tax forms', '--execute-semantic', '--json');
  expect(JSON.parse(byMeaning.stdout)).toMatchObject({
    selection: { mode: 'semantic', models: { embedding: 'offline', reranker: null }, query: 'tax forms' },
    candidates: [{ skill: 'home:tax' }, { skill: 'home:web' }],
  });
});
