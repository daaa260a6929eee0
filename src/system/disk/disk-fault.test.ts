import { expect, test } from 'vitest';
import { CoppiceError, type ErrorCode } from '../../text/errors.js';
import { explainFault, faultCode, systemFault } from './disk-fault.js';
import { memoryDisk } from './memory-disk.js';

function errorFor(fault: unknown, path = '/a/b'): unknown {
  try {
    return explainFault(memoryDisk(), 'write', path, () => {
      throw fault;
    });
  } catch (error) {
    return error;
  }
}

test('every code of the system has one meaning', () => {
  const rows: [ErrorCode, ...string[]][] = [
    ['not-found', 'ENOENT'],
    ['not-a-file', 'EISDIR', 'ENXIO'],
    ['not-a-folder', 'ENOTDIR'],
    ['already-exists', 'EEXIST', 'ENOTEMPTY'],
    ['no-permission', 'EACCES', 'EPERM', 'EROFS'],
    ['disk-full', 'ENOSPC', 'EDQUOT'],
    ['cross-device', 'EXDEV'],
    ['path-unsafe', 'ELOOP', 'ERR_INVALID_ARG_VALUE'],
    ['file-failed', 'EIO', 'EMFILE', 'ENAMETOOLONG', 'EFBIG', 'ERR_SHORT_WRITE', 'ESOMETHING'],
  ];
  for (const [code, ...faults] of rows) {
    for (const fault of faults) expect(errorFor(systemFault(fault, 'write')), fault).toMatchObject({ code });
  }
});

test('the error is a sentence with the action, the path, the reason and the code of the system', () => {
  const fault = systemFault('ENOSPC', 'write');
  expect(errorFor(fault)).toMatchObject({
    message: 'cannot write /a/b: no space is left (ENOSPC)',
    hint: 'free some disk space, and try again',
    cause: fault,
  });
});

test('a path in an open folder that is gone stays as it is', () => {
  expect(errorFor(systemFault('EIO', 'write'), '/proc/self/fd/7/x')).toMatchObject({
    message: 'cannot write /proc/self/fd/7/x: the operating system reported an error (EIO)',
  });
});

test('what is no fault of the system passes through', () => {
  for (const other of [
    new CoppiceError('usage', 'x'),
    new TypeError('x'),
    'text',
    { code: 'EIO' },
    undefined,
  ]) {
    expect(errorFor(other)).toBe(other);
    expect(faultCode(other)).toBeUndefined();
  }
});
