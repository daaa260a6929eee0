import { expect, test } from 'vitest';
import { namedTenant } from './tenant-name.js';

interface Named {
  readonly header?: string;
  readonly host?: string;
  readonly pattern?: string;
}

function check({ header, host, pattern }: Named, expected: string | undefined): void {
  test(`header ${header}, host ${host}, hosts ${pattern}: ${expected}`, () => {
    expect(namedTenant({ tenantHeader: header, host }, pattern)).toBe(expected);
  });
}

const pattern = '{tenant}.skills.example.com';

check({}, undefined);
check({ header: 'acme' }, 'acme');
check({ header: ' ACME ' }, 'acme');
check({ header: '' }, undefined);
check({ header: '../acme' }, '../acme');
check({ host: 'acme.skills.example.com' }, undefined);
check({ host: 'acme.skills.example.com', pattern }, 'acme');
check({ host: 'Acme.Skills.Example.com:4600', pattern }, 'acme');
check({ host: 'acme.skills.example.com.', pattern }, 'acme');
check({ header: 'globex', host: 'acme.skills.example.com', pattern }, 'globex');
check({ header: '  ', host: 'acme.skills.example.com', pattern }, 'acme');
check({ host: 'skills.example.com', pattern }, undefined);
check({ host: '.skills.example.com', pattern }, undefined);
check({ host: 'a.b.skills.example.com', pattern }, undefined);
check({ host: 'acme.skills.example.com.evil.net', pattern }, undefined);
check({ host: 'skills-acme.example.com', pattern: 'skills-{tenant}.example.com' }, 'acme');
check({ host: 'acme.localhost:4600', pattern: '{tenant}.localhost:4600' }, 'acme');
check({ host: 'x', pattern: 'x{tenant}x' }, undefined);
check({ host: 'localhost', pattern: 'no placeholder' }, undefined);
