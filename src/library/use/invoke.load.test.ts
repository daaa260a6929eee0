import { expect, test } from 'vitest';
import { readConfig } from '../config/config.js';
import { readCatalog } from '../read/catalog.js';
import { FindWorld, skillText } from './find.world.js';
import { loadInvoked } from './invoke.js';

test('commands of a root that is not trusted are not run, whatever the configuration says', async () => {
  const body = 'a !`echo ran` b';
  const { library } = new FindWorld({ '/project/.agents/skills/x/SKILL.md': skillText('x', 'x', body) });
  const [entry] = readCatalog(library).skills;
  if (entry === undefined) throw new Error('the skill is not in the catalog');
  const config = readConfig('library.inline_shell = true', '/home/config.toml');
  const skill = await loadInvoked(library, entry, { config, session: undefined, instruction: '' });
  expect(skill).toMatchObject({ kind: 'loaded', body: `\n${body}` });
});
