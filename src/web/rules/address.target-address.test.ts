import { expect, test } from 'vitest';
import { targetAddress } from './address.js';

test.each([
  ['skill/axum', '/skills/axum'],
  ['skill/axum@1.0.0+a', '/skills/axum?version=1.0.0%2Ba'],
  ['agent/reviewer', '/skills/reviewer?kind=agent'],
  ['draft/0b0e', '/drafts/0b0e'],
  ['token/0b0e', undefined],
  ['user:ada@example.com', undefined],
  ['skill/../audit', undefined],
  ['constructor/axum', undefined],
])('the target %s is seen at %s', (target, address) => {
  expect(targetAddress(target)).toBe(address);
});
