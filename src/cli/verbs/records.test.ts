import { expect, test } from 'vitest';
import { inputOf } from '../frame/command.world.js';

test('an input has what the record of its verb declares', () => {
  const input = inputOf('evidence report', '--days', '3', '--format=md', '--json');
  const days: string | undefined = input.text('days');
  const format: 'text' | 'json' | 'md' | undefined = input.text('format');
  expect([days, format, input.isOn('json')]).toEqual(['3', 'md', true]);
  const required: string = inputOf('rename', 'old', 'new').argument('name');
  const optional: string | undefined = inputOf('view', 'name').argument('file');
  const repeated: readonly string[] = inputOf('adopt', 'one', 'two').argumentList('name');
  expect([required, optional, repeated]).toEqual(['old', undefined, ['one', 'two']]);
});

test('what the record does not declare does not compile, and fails', () => {
  const input = inputOf('rename', 'old', 'new');
  // @ts-expect-error The verb has no such argument.
  expect(() => input.argument('file')).toThrow('the verb rename declares no file');
  // @ts-expect-error Nor has it such a flag.
  expect(() => input.isOn('dry-run')).toThrow('the verb rename declares no dry-run');
});
