import { expect, test } from 'vitest';
import { noConditions, type SkillSummary, skillEntry, type ToolConditions } from './entry.js';
import { explainHidden, type HiddenReason, hiddenReasons, hidingRule, type Surroundings } from './filters.js';

const root = { label: 'home', shownAs: 'home', kind: 'home', path: '/home/skills', trusted: true } as const;
const location = { folder: 'x', file: 'x/SKILL.md', realFolder: '/home/skills/x' };

const plain: SkillSummary = {
  name: 'x',
  description: 'y',
  category: undefined,
  tags: [],
  pinned: false,
  platforms: [],
  requires: [],
  conditions: noConditions,
  diagnostics: [],
};

const here: Surroundings = { platform: 'linux', disabled: [], platformDisabled: {} };

function check(
  summary: Partial<SkillSummary>,
  surroundings: Partial<Surroundings>,
  expected: HiddenReason | undefined,
): void {
  const entry = skillEntry(root, location, { ...plain, ...summary }, []);
  expect(hidingRule({ ...here, ...surroundings })(entry)).toBe(expected);
}

test.each<[readonly string[], string, HiddenReason | undefined]>([
  [[], 'linux', undefined],
  [['linux'], 'linux', undefined],
  [['macos', 'linux'], 'linux', undefined],
  [['macos'], 'linux', 'platform'],
  [['macos'], 'darwin', undefined],
  [['darwin'], 'darwin', undefined],
  [['windows'], 'win32', undefined],
  [['win32'], 'win32', undefined],
  [['freebsd'], 'freebsd', undefined],
  [['toString'], 'linux', 'platform'],
])('for platforms %j on %s: %s', (platforms, platform, expected) =>
  check({ platforms }, { platform }, expected),
);

test.each<[Partial<Surroundings>, HiddenReason | undefined]>([
  [{ disabled: ['x'] }, 'disabled'],
  [{ disabled: ['home:x'] }, 'disabled'],
  [{ disabled: ['claude:x', 'y'] }, undefined],
  [{ platformDisabled: { linux: ['x'] } }, 'disabled'],
  [{ platformDisabled: { macos: ['x'] } }, undefined],
  [{ platformDisabled: { macos: ['x'] }, platform: 'darwin' }, 'disabled'],
])('with %j: %s', (surroundings, expected) => check({}, surroundings, expected));

const tools = { tools: ['shell'], toolsets: ['web'] };

test.each<[Partial<ToolConditions>, HiddenReason | undefined]>([
  [{}, undefined],
  [{ requiresTools: ['shell'], requiresToolsets: ['web'] }, undefined],
  [{ requiresTools: ['shell', 'browser'] }, 'conditions'],
  [{ requiresToolsets: ['mail'] }, 'conditions'],
  [{ fallbackForTools: ['browser'], fallbackForToolsets: ['mail'] }, undefined],
  [{ fallbackForTools: ['shell', 'browser'] }, 'conditions'],
  [{ fallbackForToolsets: ['web'] }, 'conditions'],
])('with a shell and the web, %j: %s', (conditions, expected) => {
  check({ conditions: { ...noConditions, ...conditions } }, { tools }, expected);
  check({ conditions: { ...noConditions, ...conditions } }, {}, undefined);
});

test('every reason is explained with what to change', () => {
  const entry = skillEntry(root, location, { ...plain, platforms: ['macos'] }, []);
  for (const reason of hiddenReasons) {
    const { message, hint } = explainHidden(entry, reason);
    expect([message.includes('x'), hint.length > 0], reason).toEqual([true, true]);
  }
});
