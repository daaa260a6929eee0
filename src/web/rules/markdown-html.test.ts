import { expect, test } from 'vitest';
import { markdownHtml, packagePath } from './markdown-html.js';

const files = new Set(['references/a b.md', 'logo.png']);

function check(text: string, expected: string) {
  const html = markdownHtml(text, (path) => (files.has(path) ? `/file?${path}` : undefined));
  expect(html.trim()).toBe(expected);
}

test('headings stand below the heading of the page, and can be linked to', () => {
  check('# One', '<h2 id="text-one">One</h2>');
  check('###### Six', '<h6 id="text-six">Six</h6>');
  check('# A b!\n# A b\n', '<h2 id="text-a-b">A b!</h2>\n<h2 id="text-a-b-1">A b</h2>');
  check('[see](#a-b)', '<p><a href="#text-a-b" rel="noreferrer nofollow">see</a></p>');
});

test('links lead to the web, to mail and to files of the package', () => {
  check('[x](https://a.example/?b)', '<p><a href="https://a.example/?b" rel="noreferrer nofollow">x</a></p>');
  check('<a@b.example>', '<p><a href="mailto:a@b.example" rel="noreferrer nofollow">a@b.example</a></p>');
  check(
    '[x](./references/a%20b.md#top)',
    '<p><a href="/file?references/a b.md" rel="noreferrer nofollow">x</a></p>',
  );
});

test.each([
  ['[x](missing.md)', '<p>x</p>'],
  ['[x](../outside.md)', '<p>x</p>'],
  ['[x](/v1/auth/logout)', '<p>x</p>'],
  ['[x](//elsewhere.example)', '<p>x</p>'],
  ['[x](ftp://elsewhere.example)', '<p>x</p>'],
  ['[**x**](tel:1) y', '<p><strong>x</strong> y</p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](JaVaScRiPt&colon;alert(1))', '<p>[x](JaVaScRiPt:alert(1))</p>'],
  ['[x](data:text/html,a)', '<p>[x](data:text/html,a)</p>'],
  ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
])('what leads elsewhere is only text: %s', check);

test.each([
  ['![a cat](https://elsewhere.example/cat.png)', '<p>[a cat: https://elsewhere.example/cat.png]</p>'],
  ['![](//elsewhere.example/cat.png)', '<p>[picture: //elsewhere.example/cat.png]</p>'],
  ['![a](data:image/png;base64,AAAA)', '<p>[a]</p>'],
  [
    '[![our logo](logo.png)](https://a.example)',
    '<p><a href="https://a.example" rel="noreferrer nofollow">our logo</a></p>',
  ],
  ['![our logo](logo.png)', '<p><a href="/file?logo.png">our logo</a></p>'],
  ['![<b>](x.png "onerror=1")', '<p>[&lt;b&gt;: x.png]</p>'],
])('no picture is loaded: %s', check);

test.each([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
  ['<!-- hidden -->', '<p>&lt;!-- hidden --&gt;</p>'],
  ['```"><b>\n</code><script>\n```', '<pre tabindex="0"><code>&lt;/code&gt;&lt;script&gt;\n</code></pre>'],
])('HTML of the author is shown as they wrote it: %s', check);

test('tables are aligned without styles', () => {
  const html = markdownHtml('|a|b|\n|:--|--:|\n|1|2|\n');
  expect(html).toContain('<td>1</td>\n<td class="number">2</td>');
  expect(html).not.toContain('style');
});

test.each([
  ['a.md', 'a.md'],
  ['./a/../b.md?raw#x', 'b.md'],
  ['a/', 'a'],
  ['%zz.md', '%zz.md'],
  ['..', undefined],
  ['%2e%2e/secret', undefined],
  ['\\a', undefined],
  ['c:a', undefined],
  ['#a', undefined],
  ['.', undefined],
])('the path that %s leads to in the package', (href, expected) => {
  expect(packagePath(href)).toBe(expected);
});
