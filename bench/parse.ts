/*
 * The time to parse 10,000 skills, against the bare YAML parser on their frontmatter alone. The peer looks for no fences,
 * decodes no bytes, checks no limits and reads no fields. The files are invented, and the same in every run; they have the
 * mix of fields, styles and lengths that published skills have.
 */

import { FAILSAFE_SCHEMA, type LoadOptions, load } from 'js-yaml';
import { parseSkill } from '../src/skill/parse.js';
import { type Bench, shortest } from './bench.js';

export const benches: readonly Bench[] = [
  {
    name: 'parse: 10,000 skills',
    limit: { ratio: 2 },
    run: () => {
      // The peer is faster with the schema that leaves scalars as text, so that one is compared.
      const figures = compare({ schema: FAILSAFE_SCHEMA });
      const details = { 'js-yaml with types, ms': compare({}).peer };
      return { ...figures, unit: 'ms', peerName: 'js-yaml, text only', details };
    },
  },
];

/** Measures slice by slice: other processes disturb a short piece of work less often. */
function compare(options: LoadOptions): { ours: number; peer: number } {
  const total = { ours: 0, peer: 0 };
  for (let start = 0; start < 10_000; start += 500) {
    const blocks = Array.from({ length: 500 }, (_, at) => inventBlock(start + at));
    const files = blocks.map((block) => new TextEncoder().encode(`---\n${block}---\n${body}`));
    const best = shortest(
      30,
      () => {
        for (const file of files) parseSkill(file);
      },
      () => {
        for (const block of blocks) load(block, options);
      },
    );
    total.ours += best.ours;
    total.peer += best.peer;
  }
  return total;
}

const body = `\n# Steps\n\n${'Do it.\n'.repeat(300)}`;

const words =
  'search the web for images and write a report when asked about code, data or documents in a folder'.split(
    ' ',
  );

/** Each number gives its own mix of fields, styles and lengths. */
function inventBlock(number: number): string {
  const text = (length: number) =>
    Array.from({ length }, (_, at) => words[(number * 7 + at * 3) % words.length]).join(' ');
  const lines = [`name: skill-${number}`, inventDescription(number, text(12 + (number % 30)))];
  if (number % 2 === 0) lines.push(`version: 1.${number % 10}.0`);
  if (number % 3 === 0) lines.push('license: MIT', `author: Author ${number % 50}`);
  if (number % 4 === 0)
    lines.push(`tags: [${words.slice(number % 5, (number % 5) + 4).join(', ')}]`.replaceAll(',,', ','));
  if (number % 5 === 0)
    lines.push('metadata:', '  hermes:', '    category: media', '    requires_tools:', '      - terminal');
  if (number % 6 === 0)
    lines.push(`metadata_json: {"openclaw": {"emoji": "🌳", "requires": {"bins": ["jq", "curl"]}}}`);
  if (number % 7 === 0) lines.push('allowed-tools: Read Write Bash(git add:*)', '# a comment');
  return `${lines.join('\n')}\n`;
}

function inventDescription(number: number, text: string): string {
  switch (number % 4) {
    case 0:
      return `description: "${text}: quoted."`;
    case 1:
      return `description: >-\n  ${text}\n  ${text}`;
    case 2:
      return `description: '${text}'`;
    default:
      return `description: ${text}`;
  }
}
