import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { borrowedNames } from './borrowed-names.js';

function check(
  own: string,
  slug: string,
  expected: string | undefined,
  more: Readonly<Record<string, string>> = {},
) {
  const files = {
    'SKILL.md': `---\nname: ${own}\ndescription: x\n---\n\nRun \`python scripts/make.py\`.\n`,
    '_meta.json': `{\n  "owner": "somebody",\n  "slug": "${slug}"\n}\n`,
    ...more,
  };
  const [found] = borrowedNames.ofPackage?.(textPackage(files)) ?? [];
  expect.soft([own, slug, found?.why]).toEqual([own, slug, expected]);
}

function borrowed(slug: string, how: string): string {
  return `The package is published as "${slug}", which ${how}, the name in its SKILL.md.`;
}

const script = { 'scripts/make.py': 'print(1)\n' };

test('a name with random characters behind it, or a letter changed, is found', () => {
  const suffixed = 'youtube-digest-k3x9q';
  check('youtube-digest', suffixed, borrowed(suffixed, 'adds random characters to "youtube-digest"'), script);
  const misspelled = 'calender-helper';
  check(
    'calendar-helper',
    misspelled,
    borrowed(misspelled, 'is almost the same as "calendar-helper"'),
    script,
  );
});

test('a name without its hyphens is found only if the scripts that it runs are missing', () => {
  const how = 'is "image-maker-pro" without its hyphens, and the scripts that it runs are missing';
  check('image-maker-pro', 'imagemaker-pro', borrowed('imagemaker-pro', how));
  check('image-maker-pro', 'imagemaker-pro', undefined, script);
});

test('a title, a longer name, a plural and a version are no finding', () => {
  check('Image Maker', 'image-maker', undefined);
  check('Charts / SVG', 'charts-svg', undefined);
  check('tavily', 'tavily-search', undefined);
  check('pamela-call', 'pamela-calls', undefined);
  check('image-optimizer', 'image-optimize', undefined);
  check('solana-trader', 'solana-trader-v2', undefined);
  check('agent-notes', 'agent-notes', undefined);
});

test('the manifest is data, whatever it contains', () => {
  check('agent-notes', 'x', undefined, { '_meta.json': '"slug": 1' });
  check('agent-notes', 'x', undefined, { '_meta.json': '\u0000' });
});
