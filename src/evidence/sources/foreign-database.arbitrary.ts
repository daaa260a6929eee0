/*
 * What a cell of another program's database may hold: any type of SQLite, and JSON that is not what it should be.
 */

import fc from 'fast-check';

export const aCell: fc.Arbitrary<null | number | bigint | string | Uint8Array> = fc.oneof(
  fc.constant(null),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.string(),
  fc.uint8Array({ maxLength: 40 }),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '\0',
    '\0json:[{',
    '\ud800',
    '{"time":{"created":9223372036854775807}}',
    'x'.repeat(2 ** 21),
  ),
);
