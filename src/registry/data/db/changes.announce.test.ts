import { expect, test } from 'vitest';
import { readAnnouncement } from './changes.js';

test.each([
  ['1:catalog', { tenantId: 1, part: 'catalog' }],
  ['9007199254740991:usage', { tenantId: 9007199254740991, part: 'usage' }],
  ['1:', undefined],
  ['1:unheard-of', undefined],
  ['catalog', undefined],
  ['', undefined],
])('%o means %o', (payload, changed) => expect(readAnnouncement(payload)).toEqual(changed));
