import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cosine } from '../embedding.js';
import { energeticEmbedder } from './energetic.js';
import { portsWith } from './model-ports.fixture.js';

test('the same meaning is closer than a shared word, without a network', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const embedder = await energeticEmbedder(portsWith());
  const [query, same, other] = await embedder.embed([
    'How do I put my program on the production server?',
    'Deploy an application and release it to users.',
    'A recipe for a cake that you put in the oven.',
  ]);
  if (!query || !same || !other) throw new Error('three vectors were expected');
  expect(cosine(query, same)).toBeGreaterThan(cosine(query, other) + 0.1);
  expect([query, same, other].map(({ length }) => length)).toEqual([512, 512, 512]);
  for (const vector of [query, same, other]) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(connect).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});

test('a text has the same vector alone, in a batch, and with other white space', async () => {
  const embedder = await energeticEmbedder(portsWith());
  const many = Array.from({ length: 20 }, (_, index) => `text ${index} about something`);
  const [alone] = await embedder.embed(['fill forms']);
  const [spaced] = await embedder.embed(['\n fill\t\n forms ']);
  const among = (await embedder.embed([...many, 'fill forms', ''])).at(-2);
  if (!alone || !among) throw new Error('vectors were expected');
  expect(spaced).toEqual(alone);
  expect(cosine(alone, among)).toBeCloseTo(1, 5);
});

test('any text has a vector', async () => {
  const embedder = await energeticEmbedder(portsWith());
  const long = 'x'.repeat(100_000);
  for (const text of ['', ' ', '\n', '中文', '😀', '\ud800', '\u0000', '<unk>', long]) {
    const vectors = await embedder.embed([text]);
    expect(vectors.map(({ length }) => length)).toEqual([512]);
  }
});

test('unexpected packages are refused, and none may download its weights', async () => {
  const initModel = vi.fn();
  const load = async () => ({ initModel });
  await expect(energeticEmbedder(portsWith({ load }))).rejects.toMatchObject({
    code: 'model-failed',
    message: 'the model offline cannot be used: the package has no weights',
  });
  expect(initModel).not.toHaveBeenCalled();
  const without = await energeticEmbedder(portsWith({ load: async () => ({ modelSource: 1 }) }));
  await expect(without.embed(['a'])).rejects.toMatchObject({ code: 'model-failed' });
});

test('a missing package is reported', async () => {
  const load = () => Promise.reject(new Error('not installed'));
  await expect(energeticEmbedder(portsWith({ load }))).rejects.toThrow('not installed');
});
