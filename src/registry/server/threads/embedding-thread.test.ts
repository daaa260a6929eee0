import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerEmbedder } from './embedding-thread.js';

/** A thread that runs `code`, which may use `port` and `start`. */
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

test('every request gets its own answer, in whatever order they come', async () => {
  const embedder = await thread(`${ready}
    const requests = [];
    port.on('message', (one) => {
      requests.push(one);
      if (requests.length < 2) return;
      for (const { id, texts, purpose } of requests.reverse())
        port.postMessage({ kind: 'vectors', id, vectors: texts.map((text) => Float32Array.of(text.length, purpose === 'query')) });
    });`);
  expect(embedder.name).toBe('offline b');
  const answers = await Promise.all([embedder.embed(['a', 'bb']), embedder.embed(['ccc'], 'query')]);
  expect(answers).toEqual([[Float32Array.of(1, 0), Float32Array.of(2, 0)], [Float32Array.of(3, 1)]]);
});

test('a failure affects only its own request', async () => {
  const embedder = await thread(`${ready}
    port.on('message', ({ id, texts }) => port.postMessage(
      texts[0] === 'bad' ? { kind: 'failed', id, fault: ${refusal} } : { kind: 'vectors', id, vectors: [] }));`);
  await expect(embedder.embed(['bad'])).rejects.toMatchObject({ code: 'model-failed', hint: 'shorten it' });
  expect(await embedder.embed(['good'])).toEqual([]);
});

test('closing refuses the running requests', async () => {
  const embedder = await thread(`${ready}port.on('message', () => undefined);`);
  const request = expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'model-failed' });
  await embedder.close();
  await request;
});

test('a thread without a model is refused with its reason', async () => {
  await expect(thread(`port.postMessage({ kind: 'refused', fault: ${refusal} });`)).rejects.toMatchObject({
    code: 'model-failed',
    message: 'too long',
  });
});

test.each([`throw new Error('out of memory')`, 'process.exit()'])(
  'after the thread ended (%s), all requests fail, including later ones',
  async (end) => {
    const embedder = await thread(`${ready}port.on('message', () => { ${end} });`);
    const gone = {
      code: 'model-failed',
      message: expect.stringContaining('the thread of the model ended'),
    };
    await expect(embedder.embed(['a'])).rejects.toMatchObject(gone);
    await expect(embedder.embed(['b'])).rejects.toMatchObject(gone);
    await expect(thread(end)).rejects.toMatchObject(gone);
  },
);
