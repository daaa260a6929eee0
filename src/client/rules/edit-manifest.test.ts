import { expect, test } from 'vitest';
import { addItem, removeItem, setRange } from './edit-manifest.js';
import type { ManifestItem } from './manifest.js';

const registry = '[registry]\nurl = "https://e.org"\ntenant = "acme"\n';

function skill(slug: string, range = '*'): ManifestItem {
  return { kind: 'skill', slug, wanted: { from: 'registry', range } };
}

function check(edit: (text: string) => string, before: string, after: string): void {
  expect(edit(registry + before)).toBe(registry + after);
}

test('an item is added behind the others of its kind', () => {
  const add = (text: string) => addItem(text, skill('b', '^1'));
  const block = '[[skills]]\nslug = "b"\nversion = "^1"';
  check(add, '', `\n${block}\n`);
  check(add, '\n', `\n${block}\n`);
  check(add, '# said', `# said\n\n${block}\n`);
  check(add, '[[skills]]\nslug = "a" # said\n', `[[skills]]\nslug = "a" # said\n\n${block}\n`);
  check(add, '[[skills]]\nslug = "a"', `[[skills]]\nslug = "a"\n\n${block}`);
  check(
    add,
    '\n[[skills]]\nslug = "a"\n# of a\n\n# of c\n[[agents]]\nslug = "c"\n',
    `\n[[skills]]\nslug = "a"\n# of a\n\n${block}\n\n# of c\n[[agents]]\nslug = "c"\n`,
  );
  check(
    add,
    '[[skills]]\nslug = "a"\n# of c\n[[agents]]\nslug = "c"\n',
    `[[skills]]\nslug = "a"\n\n${block}\n# of c\n[[agents]]\nslug = "c"\n`,
  );
});

test('items of other sources are added with all that is known of them', () => {
  const git = { from: 'git', url: 'a/b', path: 'in', ref: 'v1' } as const;
  const add = (text: string) => addItem(text, { kind: 'command', slug: 'x', wanted: git });
  check(add, '', '\n[[commands]]\nslug = "x"\ngit = "a/b"\npath = "in"\nref = "v1"\n');
  expect(addItem('', { kind: 'agent', slug: 'x', wanted: { from: 'path', path: './"x"' } })).toBe(
    '[[agents]]\nslug = "x"\npath = "./\\"x\\""\n',
  );
});

test('an item goes with what is said in it, and the rest stays', () => {
  const remove = (text: string) => removeItem(text, { kind: 'skill', slug: 'a' });
  check(remove, '\n[[skills]]\nslug = "a"\n', '');
  check(remove, '[[skills]]\nslug = "a"', '');
  check(remove, '# above\n[[skills]] # 1\n# inside\nslug = "a" # 2\n# below\n', '# above\n# below\n');
  check(
    remove,
    '\n[[skills]]\nslug = "b"\n\n[[skills]]\nslug = "a"\n\n[[agents]]\nslug = "a"\n',
    '\n[[skills]]\nslug = "b"\n\n[[agents]]\nslug = "a"\n',
  );
  check(remove, '\n[[skills]]\nslug = "a"\n[[agents]]\nslug = "a"\n', '\n[[agents]]\nslug = "a"\n');
  expect(remove('[[skills]]\nslug = "a"\npath = "x"\n\n[[agents]]\nslug = "a"\npath = "x"\n')).toBe(
    '[[agents]]\nslug = "a"\npath = "x"\n',
  );
});

test('a range is set in its place', () => {
  const set = (text: string) => setRange(text, { kind: 'skill', slug: 'a' }, '^2');
  check(
    set,
    "[[skills]]\nversion = '1' # said\nslug = 'a'\n",
    '[[skills]]\nversion = "^2" # said\nslug = \'a\'\n',
  );
  check(set, '[[skills]]\n  slug = "a" # said\n', '[[skills]]\n  slug = "a" # said\n  version = "^2"\n');
});

test('what cannot be done without loss is refused, with what to do', () => {
  const list = `skills = [{slug = "a"}]\n${registry}`;
  const refusal = (hint: string) =>
    expect.objectContaining({
      code: 'bad-config',
      message:
        'coppice.toml is written in a way that cannot be edited automatically without changing other parts',
      hint,
    });
  expect(() => addItem(list, skill('b'))).toThrow(refusal('add it by hand: [[skills]] slug = "b"'));
  expect(() => removeItem(list, skill('a'))).toThrow(refusal('remove skill `a` by hand'));
  expect(() => setRange(list, skill('a'), '2')).toThrow(refusal('set it by hand: version = "2"'));
});

test('what is there already, not there, or of no registry is refused', () => {
  const text = `${registry}[[skills]]\nslug = "a"\npath = "x"\n`;
  const coded = (code: string) => expect.objectContaining({ code });
  expect(() => addItem(text, skill('a'))).toThrow(coded('already-exists'));
  expect(() => removeItem(text, skill('b'))).toThrow(coded('not-found'));
  expect(() => setRange(text, skill('b'), '1')).toThrow(coded('not-found'));
  expect(() => setRange(text, skill('a'), '1')).toThrow(coded('conflict'));
  expect(() => addItem('', skill('a'))).toThrow('coppice.toml does not name a registry for skill `a`');
});
