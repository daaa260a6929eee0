import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { explainedFault, sqlState } from './database-fault.js';

function check(properties: Readonly<Record<string, string>>, code: string | undefined): void {
  const { message = 'no', ...rest } = properties;
  const fault = Object.assign(new Error(message), rest);
  const explained = explainedFault(fault);
  if (code === undefined) expect(explained).toBe(fault);
  else expect(explained).toMatchObject({ name: 'CoppiceError', code, cause: fault });
}

/** A fault that the server reports. */
const reported = (code: string) => ({ code, severity: 'ERROR' });

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])(
  'a socket that fails with %s is an outage',
  (code) => check({ code, syscall: 'connect' }, 'unavailable'),
);

test.each(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])(
  'a socket that was closed before it was written to (%s) is an outage',
  (code) => check({ code }, 'unavailable'),
);

test.each([
  ['the connection is lost', '08006'],
  ['too many connections', '53300'],
  ['an administrator ends the session', '57P01'],
  ['the server recovers from a crash', '57P02'],
  ['the server starts', '57P03'],
  ['the statement took too long', '57014'],
  ['the lock was not released in time', '55P03'],
  ['the transaction was idle for too long', '25P03'],
  ['the server became a replica', '25006'],
])('an outage: %s', (_, code) => check(reported(code), 'unavailable'));

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
])('a fault of the driver without a code is an outage: %s', (message) => check({ message }, 'unavailable'));

test('a full disk has its own code', () => check(reported('53100'), 'disk-full'));

test.each([
  ['a unique key', reported('23505')],
  ['a deadlock', reported('40P01')],
  ['a refused credential', reported('28P01')],
  ['an error in the program', { message: 'undefined is not a function' }],
  ['an error of Node that is not about a socket', { code: 'ERR_INVALID_ARG_TYPE' }],
])('a fault that the caller has to judge stays as it is: %s', (_, properties) =>
  check(properties, undefined),
);

test('an error that is already explained stays as it is', () => {
  const error = new CoppiceError('not-found', 'no');
  expect(explainedFault(error)).toBe(error);
});

test('only a fault of the server has a state', () => {
  expect(sqlState(Object.assign(new Error('no'), reported('23505')))).toBe('23505');
  expect(sqlState(Object.assign(new Error('no'), { code: 'EPIPE' }))).toBeUndefined();
  expect(sqlState('23505')).toBeUndefined();
});
