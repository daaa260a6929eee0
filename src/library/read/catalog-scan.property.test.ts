import fc from 'fast-check';
import { expect, test } from 'vitest';
import { skillText } from '../use/find.world.js';
import { ScanWorld } from './catalog-scan.world.js';

const name = fc.constantFrom('a', 'b', 'c', 'references', 'a/x', 'b/x', 'a/x/y', 'c/.git');
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), name, text: fc.constantFrom('One.', 'Two.') }),
  fc.record({ kind: fc.constantFrom('lower', 'unlink', 'folder', 'hide', 'swap', 'file'), name }),
  fc.record({ kind: fc.constant('link' as const), name, to: name }),
  fc.record({ kind: fc.constant('scan' as const), name }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** What is impossible at the moment, such as removing what is not there, changes nothing. */
function apply(world: ScanWorld, one: Change): void {
  const folder = `/roots/one/${one.name}`;
  const { disk } = world;
  try {
    if ('text' in one) world.put(`${folder}/SKILL.md`, skillText('name', one.text));
    else if ('to' in one) disk.symlink(`/roots/one/${one.to}`, `${folder}/link`);
    else if (one.kind === 'lower') disk.rename(`${folder}/SKILL.md`, `${folder}/skill.md`);
    else if (one.kind === 'unlink') disk.unlink(`${folder}/SKILL.md`);
    else if (one.kind === 'folder') disk.mkdir(`${folder}/SKILL.md`, 0o700);
    else if (one.kind === 'hide') disk.rename(folder, '/roots/hidden');
    else if (one.kind === 'swap') disk.rename('/roots/hidden', folder);
    else if (one.kind === 'file') world.put(`${folder}/notes.txt`, 'text');
    else world.scan();
  } catch (fault) {
    expect(fault).toBeInstanceOf(Error);
  }
}

test('whatever changes between scans, a scan with caches finds what one without them finds', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 14 }), (changes) => {
      const world = new ScanWorld();
      for (const one of changes) {
        apply(world, one);
        const { skills, diagnostics } = world.scan();
        world.scan();
        expect(world.scan()).toMatchObject({ skills, diagnostics });
        expect(world.scan({ usesCaches: false })).toMatchObject({ skills, diagnostics });
      }
    }),
  );
});
