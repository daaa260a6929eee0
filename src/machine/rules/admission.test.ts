import { expect, test } from 'vitest';
import { admissionOf, type RequestFacts } from './admission.js';

const api: RequestFacts = {
  method: 'POST',
  path: '/machine/api/apply',
  host: 'localhost:4610',
  origin: 'http://localhost:4610',
  site: 'same-origin',
};

test.each<[string, Partial<RequestFacts>, string]>([
  ['the page of this server', {}, 'welcome'],
  [
    'the page at the other name of this machine',
    { host: '127.0.0.1:4610', origin: 'http://127.0.0.1:4610' },
    'welcome',
  ],
  ['a program without an origin', { origin: null, site: null }, 'welcome'],
  ['a name of somebody else that leads here', { host: 'rebound.example:4610' }, 'foreign-host'],
  ['a name that only begins like ours', { host: 'localhost.example:4610' }, 'foreign-host'],
  ['a request for another port', { host: 'localhost:4611' }, 'foreign-host'],
  ['a request without a host', { host: null }, 'foreign-host'],
  ['a page from elsewhere', { origin: 'https://example.com', site: 'cross-site' }, 'foreign-origin'],
  [
    'a page at another port of this machine',
    { origin: 'http://localhost:5173', site: 'same-site' },
    'foreign-origin',
  ],
  ['a file in the browser', { origin: 'null', site: 'cross-site' }, 'foreign-origin'],
  [
    'a picture on a page from elsewhere',
    { method: 'GET', origin: null, site: 'cross-site' },
    'foreign-origin',
  ],
  ['an address that was typed', { method: 'GET', origin: null, site: 'none' }, 'foreign-origin'],
  [
    'a link from elsewhere to a page',
    { method: 'GET', path: '/machine', origin: null, site: 'cross-site' },
    'welcome',
  ],
])('%s', (_, facts, expected) => {
  expect(admissionOf({ ...api, ...facts }, 4610)).toBe(expected);
});
