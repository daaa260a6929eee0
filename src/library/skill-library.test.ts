import { expect, test } from 'vitest';
import { fixedClock } from '../system/clock.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { CoppiceError } from '../text/errors.js';
import { SkillLibrary } from './skill-library.js';

function library(onlyRoots: readonly string[] = [], files = memoryFiles()): SkillLibrary {
  return new SkillLibrary({
    files,
    clock: fixedClock(Date.UTC(2026, 0, 31)),
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/user',
    platform: 'linux',
    environment: {},
    onlyRoots,
  });
}

const notes = { name: 'notes', description: 'Take notes. Use in meetings.', body: 'Write it down.' };

test('a skill is created, found, invoked, counted and put into the prompt', async () => {
  const skills = library();
  const { id } = await skills.create(notes, { by: 'agent' });
  expect(skills.search({ text: 'meetings' }).results.map((found) => found.id)).toEqual([id]);
  const { message } = await skills.invoke({ typed: '/notes for Monday' });
  expect(message).toContain('Write it down.');
  expect(message).toContain('for Monday');
  expect(skills.reading.usage.get(id)).toMatchObject({ useCount: 1, createdBy: 'agent' });
  expect(skills.prompt({ budgetTokens: 200 }).text).toContain('Take notes.');
});

test('reload says what changed about the commands since they were last asked for', async () => {
  const skills = library();
  await skills.create(notes);
  const reported = () => {
    const { added, removed, unchanged, total } = skills.reload();
    return [added, removed, unchanged]
      .map((list) => list.map(({ command }) => command))
      .concat([[String(total)]]);
  };
  expect(reported()).toEqual([['/notes'], [], [], ['1']]);
  await skills.rename('notes', 'minutes');
  expect(reported()).toEqual([['/minutes'], ['/notes'], [], ['1']]);
  expect(reported()).toEqual([[], [], ['/minutes'], ['1']]);
});

test('a name must be free in every root, also in those that were not asked for', async () => {
  const files = memoryFiles();
  await library([], files).create(notes);
  files.makeFolder('/user/.claude/skills');
  await expect(library(['claude'], files).create(notes)).rejects.toThrow(CoppiceError);
  const other = await library(['claude'], files).create({ ...notes, name: 'other' });
  expect(other.id).toBe('claude:other');
});

test('a pin in the frontmatter keeps a skill from being archived', async () => {
  const skills = library();
  await skills.create(notes);
  await skills.edit(
    'notes',
    '---\nname: notes\ndescription: Take notes. Use in meetings.\npinned: yes\n---\n',
  );
  await expect(skills.archive('notes')).rejects.toMatchObject({ code: 'pinned' });
});

test('a skill that is in no archive cannot be restored, and the hint names a similar one', async () => {
  const skills = library();
  await skills.create(notes);
  await skills.archive('notes');
  await expect(skills.restore('noets')).rejects.toMatchObject({
    code: 'skill-not-found',
    hint: 'did you mean: notes',
  });
  await skills.restore('notes');
  expect(skills.list().skills.map(({ name }) => name)).toEqual(['notes']);
});

test('a skill in no readable archive may be in an unreadable one, and the hint says so', async () => {
  const files = memoryFiles();
  files.makeFolder('/user/.claude/skills');
  files.write('/user/.claude/skills/.archive', new Uint8Array());
  await expect(library([], files).restore('notes')).rejects.toMatchObject({
    code: 'skill-not-found',
    hint: 'it may be in an archive that cannot be read: /user/.claude/skills/.archive',
  });
});

test('an archived skill whose name is in two roots is restored by its id', async () => {
  const files = memoryFiles();
  files.makeFolder('/user/.claude/skills');
  for (const root of ['home', 'claude']) {
    await library([root], files).create(notes);
    await library([root], files).archive('notes');
  }
  const skills = library([], files);
  await expect(skills.restore('notes')).rejects.toMatchObject({
    code: 'ambiguous-name',
    message: expect.stringContaining('home:notes'),
  });
  expect(await skills.restore('claude:notes')).toMatchObject({ id: 'claude:notes' });
  expect(await skills.restore('notes', { as: 'other' })).toMatchObject({ id: 'home:other' });
});

/** As a caller in plain JavaScript does it. */
const untyped = (): Record<string, (...given: unknown[]) => unknown> => Object(library());

test.each([
  ['search', ['pdf'], 'search takes an object with text, keywords, limit, archived, not the string "pdf"'],
  ['search', [{}], 'search takes a string as text, not undefined'],
  ['search', [{ text: 'pdf', limit: '3' }], 'search takes a number as limit, not the string "3"'],
  ['search', [{ text: 'pdf', semantic: true }], 'search compares words only'],
  ['list', ['pdf'], 'list takes an object with category, query, limit, cursor, all, plugins'],
  ['view', [], 'view takes a string as the name of a skill, not undefined'],
  ['viewFile', ['notes', 7], 'viewFile takes a string as the path of a file, not a value of type number'],
  ['prompt', [], 'prompt takes an object with budgetTokens, query, not undefined'],
  ['history', [['notes']], 'history takes a string as the name of a skill, not an array'],
  ['diff', [null], 'diff takes a string as the id of an entry, not null'],
])('a wrong call of %s is refused with a clear message', (method, given, message) => {
  expect(() => untyped()[method]?.(...given)).toThrow(
    expect.objectContaining({ code: 'bad-value', message: expect.stringContaining(message) }),
  );
});

test.each([
  ['searchByMeaning', [{ text: 'pdf' }], 'searchByMeaning takes an object with textLimit, not undefined'],
  ['invoke', ['/notes'], 'invoke takes an object with typed, session, runtimeNote'],
  ['create', [{ name: 'notes' }], 'create takes a string as description, not undefined'],
  ['archive', [], 'archive takes a string as the name of a skill, not undefined'],
  ['undo', [7], 'undo takes a string as the id of an entry or a run'],
])('a wrong call of %s rejects with a clear message', async (method, given, message) => {
  await expect(untyped()[method]?.(...given)).rejects.toThrow(
    expect.objectContaining({ code: 'bad-value', message: expect.stringContaining(message) }),
  );
});

test('a library without its options is refused with a clear message', () => {
  const construct = (...given: unknown[]) => Reflect.construct(SkillLibrary, given);
  expect(() => construct()).toThrow('new SkillLibrary takes an object with files, clock, home');
  expect(() => construct({ files: memoryFiles() })).toThrow('new SkillLibrary takes an object as clock');
});

test('with models of the caller, a skill is found by its meaning', async () => {
  const skills = library();
  await skills.create(notes);
  const embed = async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from([/meeting|minutes/i.test(text) ? 1 : 0, 1]));
  const models = {
    embedder: async () => ({ name: 'toy', embed }),
    reranker: () => Promise.reject(new Error('there is none')),
    textLimit: 500,
  };
  const found = await skills.searchByMeaning({ text: 'minutes of the assembly' }, models);
  expect(found).toMatchObject({ mode: 'hybrid', model: 'toy', results: [{ id: 'home:notes' }] });
});
