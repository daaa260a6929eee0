import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTomlKey } from './toml.js';

const trusted = 'library.trusted_projects';

function check(text: string, wanted: readonly string[], edited: string): void {
  expect(setTomlKey(text, trusted, wanted)).toBe(edited);
}

test('an empty file gets a header and the key', () => {
  check('', ['/a'], '[library]\ntrusted_projects = ["/a"]\n');
});

test('a file without the table gets it at the end, behind an empty line', () => {
  check(
    '[curator]\nstale_after_days = 3',
    ['/a'],
    '[curator]\nstale_after_days = 3\n\n[library]\ntrusted_projects = ["/a"]\n',
  );
  check(
    '# mine\n[[library.external_dirs]]\npath = "/x"\nlabel = "x"\n',
    ['/a'],
    '# mine\n[[library.external_dirs]]\npath = "/x"\nlabel = "x"\n\n[library]\ntrusted_projects = ["/a"]\n',
  );
});

test('a key is put behind the others of its table, in their spelling', () => {
  check(
    '[library] # where\n  create_in = "home" # here\n\n[curator]\n',
    ['/a'],
    '[library] # where\n  create_in = "home" # here\n  trusted_projects = ["/a"]\n\n[curator]\n',
  );
  check('[library]\n[curator]\n', ['/a'], '[library]\ntrusted_projects = ["/a"]\n[curator]\n');
  check(
    'library.create_in = "home"\n[curator]\n',
    ['/a'],
    'library.create_in = "home"\nlibrary.trusted_projects = ["/a"]\n[curator]\n',
  );
  check(
    '[library]\r\ncreate_in = "home"\r\n',
    ['/a'],
    '[library]\r\ncreate_in = "home"\r\ntrusted_projects = ["/a"]\r\n',
  );
});

test('what only looks like the table or the key is passed over', () => {
  const text = [
    '[skills]',
    'note = """',
    '[library]',
    'trusted_projects = []',
    '"""',
    "other = '[library]'",
    '',
  ].join('\n');
  check(text, ['/a'], `${text}\n[library]\ntrusted_projects = ["/a"]\n`);
  check(
    '["library"]\n"trusted_projects" = [] # none\n',
    ['/a'],
    '["library"]\n"trusted_projects" = ["/a"] # none\n',
  );
});

test('items are added and dropped in a list on one line', () => {
  const list = (items: string) => `[library]\ntrusted_projects = ${items} # said\n`;
  check(list('[]'), ['/a', '/b'], list('["/a", "/b"]'));
  check(list("['/a']"), ['/a', '/b'], list(`['/a', "/b"]`));
  check(list('["/a", "/b", "/c"]'), ['/b', '/c'], list('["/b", "/c"]'));
  check(list('["/a", "/b", "/c"]'), ['/a', '/c'], list('["/a", "/c"]'));
  check(list('["/a", "/b", "/c"]'), ['/a', '/b'], list('["/a", "/b"]'));
  check(list('["/a"]'), [], list('[]'));
  check(list('["/a"]'), ['/b'], list('["/b"]'));
  check(list('["]", "#"]'), [']', '#', ','], list('["]", "#", ","]'));
});

test('items are added and dropped in a list of lines, with what is said about them', () => {
  const list = (...lines: string[]) => ['library.trusted_projects = [', ...lines, ']', ''].join('\n');
  check(
    list('  "/a", # work', '  "/b"  # play'),
    ['/a', '/b', '/c'],
    list('  "/a", # work', '  "/b",  # play', '  "/c"'),
  );
  check(list('  "/a", # work', '  "/b",'), ['/a', '/b', '/c'], list('  "/a", # work', '  "/b",', '  "/c",'));
  check(list('  # mine', '  "/a", # work', '  "/b"  # play'), ['/b'], list('  # mine', '  "/b"  # play'));
  check(list('  # none yet'), ['/a'], list('  # none yet', '  "/a",'));
  check(list('  "/a"', '  , "/b"'), ['/b'], list('  "/b"'));
});

test('a value that is no list is replaced', () => {
  expect(setTomlKey('[telemetry]\nenabled = true # yes\n', 'telemetry.enabled', false)).toBe(
    '[telemetry]\nenabled = false # yes\n',
  );
  expect(setTomlKey('[curator]\nnever_used = """\nnever"""\n', 'curator.never_used', 'never')).toBe(
    '[curator]\nnever_used = "never"\n',
  );
});

test('there is no edit where more than the key would have to change', () => {
  for (const text of ['library = {create_in = "home"}\n', 'library = 1\n', '[[library]]\n']) {
    expect(setTomlKey(text, trusted, ['/a'])).toBeUndefined();
  }
});

test('any path is written so that it is read back', () => {
  for (const path of ['/a "b"', 'C:\\x', '/tab\there', '/del\u007f', '/ünï', "/it's"]) {
    expect(parse(setTomlKey('', trusted, [path]) ?? '')).toEqual({ library: { trusted_projects: [path] } });
  }
});
