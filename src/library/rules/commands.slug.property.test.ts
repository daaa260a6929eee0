import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf, typedSlug } from './commands.js';

const names = fc.string({ unit: fc.constantFrom(...'aZ09-_ /.+é检🎉\0\n') });

test('a slug has only lower-case letters, digits and single hyphens between them', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(slugOf(name)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
    }),
  );
});

test('a slug is its own slug, and finds itself when it is typed with underscores and capitals', () => {
  fc.assert(
    fc.property(names, (name) => {
      const slug = slugOf(name);
      expect(slugOf(slug)).toBe(slug);
      expect(typedSlug(slug.replaceAll('-', '_').toUpperCase())).toBe(slug);
    }),
  );
});
