import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { pinoLog } from './pino-log.js';

test('lines are buffered, and the last are written at the end', async () => {
  const stream = new PassThrough();
  const log = pinoLog('info', stream);
  log.debug({ hidden: true }, 'not at this level');
  log.info({ url: 'http://here' }, 'listening');
  expect(stream.read()).toBeNull();
  await log.close();
  const { level, url, msg } = JSON.parse(String(stream.read()));
  expect({ level, url, msg }).toEqual({ level: 'info', url: 'http://here', msg: 'listening' });
});

test('an error is written at once, with the lines before it', () => {
  const stream = new PassThrough();
  const log = pinoLog('info', stream);
  log.info({}, 'before');
  log.error({}, 'out of order');
  expect(String(stream.read())).toMatch(/before.*\n.*out of order/);
});

test('a full buffer is written at once', () => {
  const stream = new PassThrough();
  const log = pinoLog('info', stream);
  for (let line = 0; line < 200; line++) log.info({ line }, 'one of many');
  expect(String(stream.read())).toContain('"line":0');
});

test('lines to a closed pipe are dropped', async () => {
  const stream = new PassThrough();
  const log = pinoLog('info', stream);
  stream.emit('error', Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
  log.info({}, 'into the void');
  await log.close();
  expect(stream.read()).toBeNull();
});

test('another fault of the stream is not hidden', () => {
  const stream = new PassThrough();
  pinoLog('info', stream);
  const fault = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  expect(() => stream.emit('error', fault)).toThrow('disk full');
});
