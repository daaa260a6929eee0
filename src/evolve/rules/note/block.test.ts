import { expect, test } from 'vitest';
import { findBlock, marker, removeBlock, spliceBlock } from './block.js';

const start = marker('start');
const end = marker('end');
const block = `${start}\nnote\n${end}`;

/** The kind; of a block its text, of a malformed one the reason. */
function find(text: string): string {
  const place = findBlock(text);
  if (place.kind === 'block') return place.text;
  return place.kind === 'malformed' ? place.why : place.kind;
}

function check(text: string, expected: string): void {
  expect(find(text), JSON.stringify(text)).toBe(expected);
}

function spliced(text: string, written = block): string {
  const place = findBlock(text);
  if (place.kind !== 'none' && place.kind !== 'block') throw new Error(find(text));
  return spliceBlock(text, place, written);
}

test('markers are a block only as whole lines', () => {
  check(`a\n${block}\nb\n`, block);
  check(block, block);
  check(`${start} \nnote\n${end}\t`, `${start} \nnote\n${end}\t`);
  check(`a\r\n${start}\r\nnote\r\n${end}\r\n`, `${start}\r\nnote\r\n${end}`);
  check(`text ${start}\n${end} text\n`, 'none');
  check(` ${start}\n ${end}\n`, 'none');
  check(`> ${start}\n> ${end}\n`, 'none');
  check(`${start.toUpperCase()}\n${end.toUpperCase()}\n`, 'none');
});

test('markers in the frontmatter are data', () => {
  check(`---\n${start}\n${end}\n---\nbody\n`, 'none');
  check(`\uFEFF---\r\n${start}\r\n---\r\n${start}\r\n${end}\r\n`, `${start}\r\n${end}`);
  check(`---\nnever closed\n${start}\n${end}\n`, `${start}\n${end}`);
});

test('markers in a code fence are an example', () => {
  for (const [opening, closing] of [
    ['```', '```'],
    ['```markdown', '```  '],
    ['   ~~~', '~~~'],
    ['~~~ a`b', '~~~~~'],
    ['````', '````'],
    ['- ```', '  ```'],
    ['10. ```sh', '    ```'],
  ]) {
    check(`${opening}\n${block}\n${closing}\n`, 'none');
    check(`${opening}\r\n${start}\r\n${closing}\r\n${block}\r\n`, block);
  }
});

test('what only looks like a fence hides no marker', () => {
  check(`    \`\`\`\n${block}\n`, block);
  check(`\`\`\n${block}\n`, block);
  check(`\`\`\` a\`b\n${block}\n`, block);
  check(`> \`\`\`\n${block}\n`, block);
});

test('what only looks like the end of a fence does not end it', () => {
  for (const closing of ['``', '~~~', '``` sh', '    ```'])
    check(`\`\`\`\n${closing}\n${block}\n`, 'open-fence');
  check(`\`\`\`\`\n\`\`\`\n${block}\n\`\`\`\`\n`, 'none');
});

test('a document that ends inside a fence has no place for a block, unless it has one already', () => {
  check('text\n```\ncode\n', 'open-fence');
  check(`${block}\n\`\`\`\ncode\n`, block);
});

test('anything but one ordered pair of markers is refused', () => {
  check(`body\n${start}\nno end\n`, 'unbalanced-managed-block-markers:1!=0');
  check(`${end}\n`, 'unbalanced-managed-block-markers:0!=1');
  check(`${start}\n${block}\n`, 'unbalanced-managed-block-markers:2!=1');
  check(`${end}\n${start}\n`, 'managed-block-end-before-start');
  check(`${block}\n${block}\n`, 'duplicate-managed-block:2');
  check(`${start}\n${marker('end', 'curator-evolver')}\n`, 'mixed-managed-block-markers');
  check(
    `${block}\n${marker('start', 'curator-evolver')}\n${marker('end', 'curator-evolver')}\n`,
    'duplicate-managed-block:2',
  );
});

test("a predecessor's block is told from ours", () => {
  const theirs = `${marker('start', 'curator-evolver')}\nold\n${marker('end', 'curator-evolver')}`;
  expect(findBlock(`a\n${theirs}\nb\n`)).toMatchObject({
    kind: 'block',
    text: theirs,
    markers: 'curator-evolver',
  });
  expect(findBlock(block)).toMatchObject({ kind: 'block', markers: 'coppice' });
  expect(spliced(`a\n${theirs}\nb\n`)).toBe(`a\n${block}\nb\n`);
});

test('a new block comes last, after a blank line, in the line endings of the file', () => {
  const crlf = block.replaceAll('\n', '\r\n');
  expect(spliced('body\n')).toBe(`body\n\n${block}\n`);
  expect(spliced('body  \n\n\n')).toBe(`body  \n\n\n\n${block}\n`);
  expect(spliced('no newline')).toBe(`no newline\n\n${block}`);
  expect(spliced('\uFEFFa\r\nb\r\n')).toBe(`\uFEFFa\r\nb\r\n\r\n${crlf}\r\n`);
  expect(spliced('a\r\nb')).toBe(`a\r\nb\r\n\r\n${crlf}`);
  expect(spliced('')).toBe(block);
});

test('a block is replaced where it stands, whatever signs the new one holds', () => {
  const strange = `${start}\n\\u \\1 $& $' $\` $1\n${end}`;
  expect(spliced(`a\n\n${block}\ntail`, strange)).toBe(`a\n\n${strange}\ntail`);
  expect(spliced(spliced(`a\n\n${block}\ntail`, strange))).toBe(`a\n\n${block}\ntail`);
});

test('a START marker in prose deletes nothing on the second run', () => {
  const prose = `Text with ${start} inline.\n\n\`\`\`\n${start}\n${end}\n\`\`\`\n\nTail that must stay.\n`;
  expect(spliced(spliced(prose), `${start}\nsecond\n${end}`)).toBe(`${prose}\n${start}\nsecond\n${end}\n`);
});

test('removing a block gives back what was there before it', () => {
  const removed = (text: string): string => {
    const place = findBlock(text);
    if (place.kind !== 'block') throw new Error(place.kind);
    return removeBlock(text, place);
  };
  for (const text of [
    '',
    '\n',
    'body\n',
    'body  \n\n\n',
    'no newline',
    'a\r\nb\r\n',
    'a\r\nb',
    '\uFEFFa\r\nb\n',
  ]) {
    expect(removed(spliced(text)), JSON.stringify(text)).toBe(text);
  }
  expect(removed(`a\n\n${block}\ntail\n`)).toBe('a\n\ntail\n');
  expect(removed(`a\n${block}`)).toBe('a\n');
  expect(removed(`${block}\n`)).toBe('');
});
