import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { frame, lastBlock, rawBlock, repeatedBlock, skippableFrame } from '../sources/zstd.fixture.js';
import { ZstdFrames } from './zstd-frames.js';

const stream = Uint8Array.from(
  Buffer.concat([
    skippableFrame(3),
    frame([rawBlock('one'), rawBlock(''), repeatedBlock('a', 9, lastBlock)]),
    readFileSync(new URL('../../agents/sessions/fixtures/codex/session.jsonl.zst', import.meta.url)),
    frame([rawBlock('two', lastBlock)]),
    skippableFrame(0),
  ]),
);

function blocksOf(pieces: readonly Uint8Array[]) {
  const frames = new ZstdFrames();
  const blocks = pieces.flatMap((piece) => [...frames.push(piece)]);
  return { blocks, isComplete: frames.isComplete() };
}

test('wherever the bytes are cut, the blocks are the same', () => {
  const whole = blocksOf([stream]);
  expect(whole).toMatchObject({ isComplete: true });
  expect(whole.blocks).toHaveLength(5);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: stream.length }), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.sort((left, right) => left - right), stream.length];
      const pieces = places.slice(1).map((end, index) => stream.subarray(places[index], end));
      expect(blocksOf(pieces)).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

test('a stream is complete only at the end of a frame', () => {
  const ends = [...Array(stream.length + 1).keys()].filter(
    (length) => blocksOf([stream.subarray(0, length)]).isComplete,
  );
  expect(ends).toHaveLength(6);
});
