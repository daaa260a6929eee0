import { expect, test } from 'vitest';
import type { Bundle } from './commands.js';
import { type Commands, commandNamed, commandsOf } from './commands.js';
import type { SkillEntry } from './entry.js';
import type { Root } from './root.js';

test('every skill has the command of its slug, in the order of the slugs', () => {
  check(commandsOf([skill('Zip It'), skill('gif_search')], []), [
    '/gif-search home:gif_search',
    '/zip-it home:Zip It',
  ]);
});

test('the first skill of a slug has the command, and the later one is reported', () => {
  check(
    commandsOf([skill('gif-search'), skill('gif_search')], []),
    ['/gif-search home:gif-search'],
    [
      'command-taken /skills/gif_search/SKILL.md: The command /gif-search already invokes home:gif-search, which takes precedence.',
    ],
  );
});

test('a bundle has its command before a skill, and the first of two bundles before the second', () => {
  check(
    commandsOf([skill('media')], [bundle('media', 'a'), bundle('Media', 'b')]),
    ['/media bundle:media'],
    [
      'command-taken /bundles/b.toml: The command /media already invokes bundle:media, which takes precedence.',
      'command-taken /skills/media/SKILL.md: The command /media already invokes bundle:media, which takes precedence.',
    ],
  );
});

test('commands of the agents themselves are not taken', () => {
  check(
    commandsOf([skill('help')], [bundle('clear', 'a')]),
    [],
    [
      'command-reserved /bundles/a.toml: The command /clear is reserved by agents.',
      'command-reserved /skills/help/SKILL.md: The command /help is reserved by agents.',
    ],
  );
});

test('a name that makes no slug has no command', () => {
  check(
    commandsOf([skill('检索')], []),
    [],
    [
      'no-command /skills/检索/SKILL.md: The name has no letter from a to z and no digit, so no command can be made from it.',
    ],
  );
});

test('a skill that is not trusted has no command and takes none', () => {
  check(commandsOf([skill('gif-search', false), skill('gif_search')], []), ['/gif-search home:gif_search']);
});

test('a command is found however its case, hyphens and slash are typed, and by nothing else', () => {
  const commands = commandsOf([skill('gif-search')], []);
  for (const typed of ['/gif-search', '/gif_search', '/GIF_Search', 'gif-search']) {
    expect(commandNamed(commands, typed)?.id, typed).toBe('home:gif-search');
  }
  for (const typed of ['', '/', '//gif-search', '/gif-searc', '/gif!search', '/gif/search', '/ gif-search']) {
    expect(commandNamed(commands, typed), typed).toBeUndefined();
  }
});

function check(
  { commands, diagnostics }: Commands,
  expected: readonly string[],
  faults: readonly string[] = [],
): void {
  expect(commands.map(({ command, id }) => `${command} ${id}`)).toEqual(expected);
  expect(diagnostics.map(({ code, path, message }) => `${code} ${path}: ${message}`)).toEqual(faults);
}

function skill(name: string, trusted = true): SkillEntry {
  const root: Root = { label: 'home', shownAs: 'home', kind: 'home', path: '/skills', trusted };
  const none: readonly string[] = [];
  return {
    id: `home:${name}`,
    name,
    description: `Does ${name}`,
    category: undefined,
    root,
    folder: `/skills/${name}`,
    path: `/skills/${name}/SKILL.md`,
    alsoIn: [],
    tags: none,
    pinned: false,
    platforms: none,
    requires: none,
    conditions: {
      requiresTools: none,
      requiresToolsets: none,
      fallbackForTools: none,
      fallbackForToolsets: none,
    },
    diagnostics: [],
  };
}

function bundle(name: string, file: string): Bundle {
  return { name, description: '', skills: ['x'], instruction: undefined, path: `/bundles/${file}.toml` };
}
