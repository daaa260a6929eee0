import { expect, test } from 'vitest';
import { marker } from './block.js';
import { body, readyNote } from './note.fixture.js';
import { structuralFaults } from './structure.js';

const encode = (text: string) => new TextEncoder().encode(text);

function check(before: string, after: string, ...faults: readonly string[]): void {
  expect(structuralFaults(encode(before), encode(after)), JSON.stringify(after.slice(0, 200))).toEqual(
    faults,
  );
}

const noted = readyNote().text;

test('a note that was added, replaced or removed passes', () => {
  check(body, noted);
  check(noted, noted.replace('boom', 'bang'));
  check(noted, body);
  check('no frontmatter', readyNote({ text: 'no frontmatter' }).text);
});

test('a change outside the block is refused', () => {
  check(body, noted.replace('Do it.', 'Do that.'), 'outside-block-changed');
  check(noted, `${noted}tail\n`, 'outside-block-changed');
  check(noted, noted.replace(`\n\n${marker('start')}`, `\n${marker('start')}`), 'outside-block-changed');
  check(body, body.replaceAll('\n', '\r\n'), 'frontmatter-changed', 'outside-block-changed');
  check(body, `\uFEFF${body}`, 'frontmatter-changed', 'outside-block-changed');
});

test('a changed frontmatter is refused by name', () => {
  check(body, noted.replace('name: deploy', 'name: other'), 'frontmatter-changed', 'outside-block-changed');
});

test('anything but one block is refused', () => {
  const tail = (line: string) => `${noted}${line}\n`;
  check(noted, tail(marker('start')), 'unbalanced-managed-block-markers:2!=1', 'outside-block-changed');
  check(
    noted,
    tail(`${marker('start')}\n${marker('end')}`),
    'duplicate-managed-block:2',
    'outside-block-changed',
  );
  check(
    body,
    `${body}${marker('end')}\n${marker('start')}\n`,
    'managed-block-end-before-start',
    'outside-block-changed',
  );
});

test('a text above the hard cap is refused', () => {
  const before = `${'👍'.repeat(99_999)}\n`;
  const after = `${before}\n${marker('start')}\n${marker('end')}\n`;
  check(before, after, 'over-hard-cap:100055>100000');
  check(before, before);
});

test('bytes that are no UTF-8 are refused', () => {
  expect(structuralFaults(encode(body), Uint8Array.of(0xff, 0xfe))).toEqual(['not-utf8']);
});
