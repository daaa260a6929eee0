import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerEmbedder } from './embedding-thread.js';

/** A thread that runs this; `port` and `start` are at hand. */
async function thread(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  const head = `import { parentPort as port, workerData as start } from 'node:worker_threads';\n`;
  writeFileSync(file, head + code);
  const embedder = await workerEmbedder(file, { setting: 'offline', home: '/home', environment: { A: 'b' } });
  onTestFinished(() => embedder.close());
  return embedder;
}

const ready = `port.postMessage({ kind: 'ready', name: start.setting + ' ' + start.environment.A });\n`;
const refusal = `{ code: 'model-failed', message: 'too long', hint: 'shorten it' }`;

test('every question gets its own answer, in whatever order they come', async () => {
  const embedder = await thread(`${ready}
    const asked = [];
    port.on('message', (one) => {
      asked.push(one);
      if (asked.length < 2) return;
      for (const { id, texts, purpose } of asked.reverse())
        port.postMessage({ kind: 'vectors', id, vectors: texts.map((text) => Float32Array.of(text.length, purpose === 'query')) });
    });`);
  expect(embedder.name).toBe('offline b');
  const answers = await Promise.all([embedder.embed(['a', 'bb']), embedder.embed(['ccc'], 'query')]);
  expect(answers).toEqual([[Float32Array.of(1, 0), Float32Array.of(2, 0)], [Float32Array.of(3, 1)]]);
});

test('a question that fails fails alone', async () => {
  const embedder = await thread(`${ready}
    port.on('message', ({ id, texts }) => port.postMessage(
      texts[0] === 'bad' ? { kind: 'failed', id, fault: ${refusal} } : { kind: 'vectors', id, vectors: [] }));`);
  await expect(embedder.embed(['bad'])).rejects.toMatchObject({ code: 'model-failed', hint: 'shorten it' });
  expect(await embedder.embed(['good'])).toEqual([]);
});

test('what is closed answers no more', async () => {
  const embedder = await thread(`${ready}port.on('message', () => undefined);`);
  const asked = expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'model-failed' });
  await embedder.close();
  await asked;
});

test('a thread without a model is refused with what it says', async () => {
  await expect(thread(`port.postMessage({ kind: 'refused', fault: ${refusal} });`)).rejects.toMatchObject({
    code: 'model-failed',
    message: 'too long',
  });
});

test.each([`throw new Error('out of memory')`, 'process.exit()'])(
  'a thread that dies (%s) fails all questions, those that come later too',
  async (end) => {
    const embedder = await thread(`${ready}port.on('message', () => { ${end} });`);
    const gone = {
      code: 'model-failed',
      message: expect.stringContaining('the thread of the model is gone'),
    };
    await expect(embedder.embed(['a'])).rejects.toMatchObject(gone);
    await expect(embedder.embed(['b'])).rejects.toMatchObject(gone);
    await expect(thread(end)).rejects.toMatchObject(gone);
  },
);
