import { expect, test } from 'vitest';
import { z } from 'zod';
import { CoppiceError } from '../../../text/errors.js';
import { slugSchema } from '../../api/names.js';
import { usageRoutes } from '../../api/routes/usage.js';
import { checkInput } from './check-input.js';

function refused(schema: z.ZodType, value: unknown): CoppiceError {
  try {
    checkInput(schema, value, 'body');
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test('valid input is returned as the schema transforms it', () => {
  expect(checkInput(z.object({ limit: z.coerce.number().default(50) }), {}, 'query')).toEqual({ limit: 50 });
});

test('the message says where and why', () => {
  expect(refused(z.object({ item: z.object({ slug: slugSchema }) }), { item: { slug: 'No' } }).message).toBe(
    'body.item.slug: a slug is 1 to 64 lower-case letters, digits and hyphens, no hyphen first',
  );
});

test('the data lists the first twenty issues', () => {
  const { data } = refused(z.array(z.number()), Array(50).fill('x'));
  expect(data?.['issues']).toHaveLength(20);
});

test.each([
  ['one event', { skill_id: 'lib', event: 'bogus' }, 'body.event: '],
  [
    'many events',
    {
      events: [
        { skill_id: 'lib', event: 'use' },
        { skill_id: 'lib', event: 'x' },
      ],
    },
    'body.events.1.event: ',
  ],
])('of alternatives, the message is about the likely one: %s', (_, value, expected) => {
  const { message } = refused(usageRoutes.postUsage.body, value);
  expect(message.slice(0, expected.length)).toBe(expected);
});
