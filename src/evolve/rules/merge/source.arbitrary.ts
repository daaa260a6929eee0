/*
 * Skills for the laws of a merge: Markdown of every kind, broken fences, links that lead somewhere or nowhere, files.
 */

import fc from 'fast-check';
import { parseSkill } from '../../../skill/parse.js';
import type { SourcePackage } from './package.js';

const words = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_.,:!?()é-]{1,8}$/), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(' '));

const line = fc.oneof(
  words,
  words.map((text) => `# ${text}`),
  words.map((text) => `- **${text}**`),
  words.map((text) => `3. ${text}. And ${text}!`),
  words.map((text) => `| ${text} | b |`),
  words.map((text) => `> ${text}`),
  words.map((text) => `    ${text}`),
  fc.constantFrom('', '---', '```sh', '```', '~~~', '| --- |', '===', '<!-- note -->', '\t', '…'),
  fc.constantFrom(
    '[a](a.md)',
    '[x](references/x.md#top)',
    '[gone](gone.md)',
    '<https://example.org/a>',
    '![i](../up.png)',
  ),
);

const bodies = fc.oneof(
  fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n')),
  fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\r\n')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const keys = fc.subarray([
  'license: MIT',
  'version: 1.2.3',
  'allowed-tools: Bash',
  'tags: [a, b]',
  'custom:\n  deep: yes',
]);

export function sourceNamed(name: string): fc.Arbitrary<SourcePackage> {
  return fc
    .record({
      body: bodies,
      description: words,
      more: keys,
      files: fc.dictionary(
        fc.constantFrom('a.md', 'references/x.md', 'scripts/run.sh', 'data.bin'),
        fc.oneof(
          fc.uint8Array({ maxLength: 8 }),
          words.map((text) => new TextEncoder().encode(text)),
        ),
        { maxKeys: 3 },
      ),
    })
    .map(({ body, description, more, files }) => ({
      id: `home:${name}`,
      name,
      skill: parseSkill(
        new TextEncoder().encode(
          `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${more.map((key) => `${key}\n`).join('')}---\n${body}`,
        ),
      ),
      files: new Map(Object.entries(files).map(([path, bytes]) => [path, { bytes, mode: 0o644 }])),
    }));
}
