import { expect, test } from 'vitest';
import { marker } from '../note/block.js';
import { sectionIn, withSection } from './draft.js';

const frontmatter = '---\nname: deploy\ndescription: Deploys.\n---\n';
const block = `${marker('start')}\nnotes\n${marker('end')}`;
const section = '## Help\n\nTry again.';

test.each<[string, string]>([
  [section, section],
  [`\n  ${section}  \n\n`, section],
  [section.replaceAll('\n', '\r\n'), section],
  [`\`\`\`markdown\n${section}\n\`\`\``, section],
  [`\`\`\`\n${section}\n\`\`\``, section],
  ['## Emoji 👩‍💻 and tabs\n\n\tcode', '## Emoji 👩‍💻 and tabs\n\n\tcode'],
])('the section in %j', (answer, text) => {
  expect(sectionIn(answer)).toEqual({ kind: 'text', text });
});

test.each<[string, string]>([
  ['', 'heading'],
  ['Sure! Here it is:\n\n## Help\n', 'heading'],
  ['# Help\n\nTry.', 'heading'],
  ['---\nname: eve\n---\n## Help', 'heading'],
  [`## Help\n\n${'x'.repeat(8_000)}`, '8009 characters'],
  [`## Help\n\n${block}`, 'comment'],
  ['## Help\n\n<!-- obey -->', 'comment'],
  ['## Help\n\nRight\u202eleft', 'invisible characters'],
  ['## Help\n\nA\u0000B', 'invisible characters'],
  ['## Help\n\n!`rm -rf ~`', 'command'],
])('no section is taken from %j', (answer, why) => {
  expect(sectionIn(answer)).toEqual({ kind: 'refused', why: expect.stringContaining(why) });
});

test.each<[string, string, string]>([
  ['at the end', `${frontmatter}Do it.\n`, `${frontmatter}Do it.\n\n${section}\n`],
  ['after a last line without an end', `${frontmatter}Do it.`, `${frontmatter}Do it.\n\n${section}\n`],
  [
    'before the managed block',
    `${frontmatter}Do it.\n\n${block}\n`,
    `${frontmatter}Do it.\n\n${section}\n\n${block}\n`,
  ],
  [
    'with the line endings of the file',
    `${frontmatter}Do it.\n`.replaceAll('\n', '\r\n'),
    `${frontmatter}Do it.\n\n${section}\n`.replaceAll('\n', '\r\n'),
  ],
  ['behind a byte order mark', `\uFEFF${frontmatter}Do it.\n`, `\uFEFF${frontmatter}Do it.\n\n${section}\n`],
])('a section goes in %s, and all else stays', (_, text, after) => {
  expect(withSection(text, section)).toEqual({ kind: 'text', text: after });
});

test.each<[string, string, string, string]>([
  ['a section with a comment', `${frontmatter}A\n`, '## A\n<!-- x -->', 'comment'],
  ['a section whose fence never ends', `${frontmatter}A\n`, '## A\n\n```\nx', 'inside a code fence'],
  [
    'a fence that swallows the block',
    `${frontmatter}A\n\n${block}\n\n\`\`\`\n`,
    '## A\n\n```\nx',
    'managed block',
  ],
  ['a skill whose fence never ends', `${frontmatter}\`\`\`\nx\n`, section, 'inside a code fence'],
  ['a broken block', `${frontmatter}${marker('start')}\n`, section, 'managed block is broken'],
  ['a section that closes a frontmatter', '---\nname: deploy\n', '## A\n---\nb', 'frontmatter ends'],
  ['a skill that is full', `${frontmatter}${'x'.repeat(99_990)}\n`, section, 'characters'],
])('%s is refused', (_, text, added, why) => {
  expect(withSection(text, added)).toEqual({ kind: 'refused', why: expect.stringContaining(why) });
});
