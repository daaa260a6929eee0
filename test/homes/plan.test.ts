import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { scanSkill } from '../../src/scan/scan.js';
import { parseSkill } from '../../src/skill/parse.js';
import { validateSkill } from '../../src/skill/validate.js';
import { seededRandom } from '../soak/random.js';
import { faults, faulty } from './faults.js';
import { hostilePackages } from './hostile.js';
import { type HomeWishes, planHome } from './plan.js';
import { inventProcedures, type Procedure, skillText } from './procedures.js';

const wishes: HomeWishes = {
  skills: 120,
  hostile: hostilePackages().slice(0, 5),
  broken: 15,
  copies: 10,
  fixedFailures: 2,
  openFailures: 1,
  corrected: 2,
  unused: 40,
  sessions: 30,
};

const encode = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

function verdictOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  return scanSkill({
    name,
    files: Object.entries(files).map(([path, content]) => {
      const bytes = encode(content);
      return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false };
    }),
  }).verdict;
}

const verdictOfProcedure = (procedure: Procedure) =>
  verdictOf(procedure.name, { 'SKILL.md': skillText(procedure), ...procedure.beside });

test('a seed gives the same home again, and another seed another one', () => {
  expect(planHome(7, wishes)).toEqual(planHome(7, wishes));
  const paths = (seed: number) => planHome(seed, wishes).files.map(({ path }) => path);
  expect(paths(7)).not.toEqual(paths(8));
});

test('a home has what was wished, each skill in a folder of its own', () => {
  const { files, planted, uses, sessions } = planHome(7, wishes);
  const folders = files.filter(({ path }) => path.endsWith('/SKILL.md')).map(({ path }) => dirname(path));
  expect(new Set(folders).size).toBe(120);
  expect(folders).toHaveLength(120);
  expect(Object.values(planted).map((ids) => ids.length)).toEqual([5, 15, 10, 2, 40]);
  expect(sessions).toHaveLength(30 + 3 * 4 + 2 * 3);
  const usedIds = new Set(uses.map(({ id }) => id));
  expect(planted.unused.filter((id) => !usedIds.has(id))).toHaveLength(20);
});

test('copies are the same bytes in another root', () => {
  const { files, planted } = planHome(7, wishes);
  for (const id of planted.copies) {
    const name = id.slice(id.indexOf(':') + 1);
    const texts = files.filter(({ path }) => path.endsWith(`/${name}/SKILL.md`)).map((file) => file.content);
    expect([texts.length, new Set(texts).size], id).toEqual([2, 1]);
  }
});

test('invented skills are plausible: valid, harmless, of different lengths, no two alike', () => {
  const invented = inventProcedures(seededRandom(3), 400);
  expect(new Set(invented.map(({ name }) => name)).size).toBe(400);
  expect(new Set(invented.map(({ body }) => body)).size).toBe(400);
  for (const procedure of invented) {
    const skill = parseSkill(skillText(procedure), { folder: procedure.name });
    expect(validateSkill(skill, { mode: 'strict', folder: procedure.name }), procedure.name).toEqual([]);
  }
  for (const procedure of invented.slice(0, 150))
    expect(verdictOfProcedure(procedure), procedure.name).toBe('pass');
  const lengths = invented.map(({ body }) => body.split('\n').length).sort((one, other) => one - other);
  expect(lengths[0]).toBeLessThan(15);
  expect(lengths.at(-1)).toBeGreaterThan(60);
});

test('every fault leaves a skill that the specification refuses', () => {
  const [procedure] = inventProcedures(seededRandom(3), 1);
  if (procedure === undefined) throw new Error('nothing was invented');
  for (const fault of faults) {
    const { folder, text } = faulty(procedure, fault);
    expect(validateSkill(parseSkill(text, { folder }), { mode: 'strict', folder }), fault).not.toEqual([]);
  }
});

test('hostile packages are blocked, each under a name of its own', () => {
  const hostile = hostilePackages();
  expect(new Set(hostile.map(({ name }) => name)).size).toBe(hostile.length);
  for (const { name, files } of hostile) expect(verdictOf(name, files), name).toBe('block');
});
