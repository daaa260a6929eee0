import { expect, test } from 'vitest';
import { browserWords } from './browser-words.js';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [chrome, 'Chrome on Linux'],
  [`${chrome} Edg/140.0.0.0`, 'Edge on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 15) Something/1.0', 'Android'],
  ['curl/8.0', ''],
  ['<script>alert(1)</script> Chrome/', 'Chrome'],
  [undefined, ''],
])('%s is shown as %s', (header, words) => {
  expect(browserWords(header)).toBe(words);
});
