import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportPage } from './html.js';
import { reportSaying } from './sample-evidence.fixture.js';

/** Every tag with its attributes, in order: all that a browser could act on. */
function tags(text: string): readonly string[] {
  return text.match(/<[^>]*>/g) ?? [];
}

const harmless = reportPage(reportSaying('x'));

function check(text: string): void {
  const found = reportPage(reportSaying(text));
  expect(tags(found)).toEqual(tags(harmless));
  expect(found.replace(/&#\d+;/g, '').replace(/<style>.*<\/style>/s, '')).not.toMatch(/&|\0|\u202E/);
}

test('known attacks come out as text, wherever they are', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title></style><svg onload=alert(1)>',
    '<!-- --><![CDATA[',
    'javascript:alert(1)',
    '&lt;script&gt;&#60;',
    '\0\u202E\u2028',
  ])
    check(text);
});

test('no text becomes markup', () => {
  const unit = fc.constantFrom(...'<>&"\'`=/!-; xX', 'script', '\0', '\u2028');
  const text = fc.oneof(fc.string({ unit, minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }));
  fc.assert(fc.property(text, check), { numRuns: 100 });
});
