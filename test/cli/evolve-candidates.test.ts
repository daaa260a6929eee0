import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 5, 15, 12);

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

/** Skills with so many loads each, one more an hour into the past. */
function homeWith(loads: Readonly<Record<string, number>>): Home {
  const home = emptyHome();
  const lines = Object.entries(loads).flatMap(([skill, count]) => {
    coppice(home, 'create', skill, '--description', `Fills ${skill} forms.`, '--by', 'agent');
    return Array.from({ length: count }, (_, index) => {
      return { type: 'load', session: `${skill}-${index}`, at: now - (index + 1) * 3_600_000, skill };
    });
  });
  home.put('sessions/all.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  coppice(home, 'evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  return home;
}

const candidates = (home: Home, ...flags: string[]) => coppice(home, 'evolve', 'candidates', ...flags);

test('those with enough evidence are listed in the order a run takes them', () => {
  const home = homeWith({ one: 1, two: 2, three: 3 });
  expect(candidates(home)).toEqual({
    code: 0,
    stdout: 'events=3, errors=0\thome:three\nevents=2, errors=0\thome:two\n',
    stderr: '',
  });
  expect(candidates(home, '--min-evidence', '3').stdout).toBe('events=3, errors=0\thome:three\n');
  expect(JSON.parse(candidates(home, '--json').stdout)).toMatchObject({
    selection: { mode: 'deterministic-evidence', eligible: 2 },
    candidates: [
      { skill: 'home:three', events: 3, selection: { source: 'evidence-threshold', score: 3 } },
      { skill: 'home:two' },
    ],
  });
});

test('without evidence it says so', () => {
  expect(candidates(emptyHome())).toMatchObject({ code: 0, stderr: 'no skill has enough evidence\n' });
});

test('a semantic plan names the models and loads none, also with a reranker', () => {
  const home = homeWith({ two: 2 });
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

test('a model that is missing is told, and the order by evidence stands', () => {
  const home = homeWith({ two: 2, three: 3 });
  home.put('.coppice/config.toml', '[search]\nmodel = "someone/model"\n');
  const { code, stdout, stderr } = candidates(home, '--execute-semantic');
  expect(code).toBe(0);
  expect(stdout).toBe('events=3, errors=0\thome:three\nevents=2, errors=0\thome:two\n');
  expect(stderr).toMatch(/^the model someone\/model was not found: .*; ordered by evidence instead\n$/);
  const byText = (...flags: string[]) => candidates(home, '--query', 'three', '--execute-semantic', ...flags);
  expect(JSON.parse(byText('--json').stdout)).toMatchObject({
    selection: { mode: 'semantic-unavailable', fallback: 'lexical', query: 'three' },
    candidates: [{ skill: 'home:three' }],
  });
  expect(byText().stderr).toMatch(/; ordered by words instead\n$/);
});

test('the offline model orders them, without network and set-up', () => {
  const home = homeWith({ two: 2, three: 3 });
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
