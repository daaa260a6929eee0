import { expect, test } from 'vitest';
import { slugSchema } from '../api/names.js';
import { localSlugs } from './local-names.js';

/** Each is `root:name`, with ` in folder` where the folder has another name. */
function slugs(...skills: readonly string[]): readonly string[] {
  const named = skills.map((text) => {
    const [, root = '', name = '', folder = name] = /^(.*?):(.*?)(?: in (.*))?$/.exec(text) ?? [];
    return { id: text, root, name, folder: `/roots/${root}/${folder}` };
  });
  const found = localSlugs(named);
  return skills.map((id) => found.get(id) ?? 'none');
}

test.for<[readonly string[], readonly string[]]>([
  [
    ['home:deploy', 'claude:tidy'],
    ['deploy', 'tidy'],
  ],
  [
    ['home:deploy', 'claude:deploy', 'claude@1f2e3d4c:deploy'],
    ['deploy', 'deploy-claude', 'deploy-claude-1f2e3d4c'],
  ],
  [['home:Deploy The_Shop!'], ['deploy-the-shop']],
  [['home:Über uns'], ['uber-uns']],
  [['home:代码审查 in review'], ['review']],
  [['home:代码审查 in 代码'], ['none']],
  // A page of the server has this address.
  [['claude:new'], ['new-claude']],
  [
    ['home:a', 'home:A in b', 'home:a in c'],
    ['a', 'a-home', 'a-home-2'],
  ],
  [
    [`home:${'x'.repeat(80)}`, `claude:${'x'.repeat(70)}`],
    ['x'.repeat(64), `${'x'.repeat(57)}-claude`],
  ],
  [[`home:${'x'.repeat(63)}-y`], ['x'.repeat(63)]],
])('%o are called %o', ([skills, expected]) => {
  const made = slugs(...skills);
  expect(made).toEqual(expected);
  for (const slug of made) expect(slugSchema.safeParse(slug).success).toBe(true);
});
