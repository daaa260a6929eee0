import { expect, test } from 'vitest';
import { labelledOutputs } from './error-like.fixture.js';
import { isErrorLike } from './error-like.js';

test('outputs of tools are judged as a person would', () => {
  const wrong = labelledOutputs.filter(([label, output]) => isErrorLike(output) !== (label === 'error'));
  const accuracy = 1 - wrong.length / labelledOutputs.length;
  process.stdout.write(
    `error-like: ${(accuracy * 100).toFixed(1)} % of ${labelledOutputs.length} outputs judged right\n`,
  );
  expect(labelledOutputs.length).toBeGreaterThanOrEqual(150);
  expect(accuracy, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(0.97);
});

function check(output: unknown, expected: boolean, stated?: boolean) {
  test(`${JSON.stringify(output)?.slice(0, 60)}${stated === undefined ? '' : ` stated as ${stated}`} is ${expected ? 'an' : 'no'} error`, () => {
    expect(isErrorLike(output, stated)).toBe(expected);
  });
}

// What the transcript states wins over what the answer says.
check('Traceback: boom', false, false);
check({ exit_code: 1 }, false, false);
check('done', true, true);
check({ success: true }, true, true);

// The first that says something decides.
check({ is_error: false, success: false }, false);
check({ success: true, exit_code: 1, error: 'x' }, false);
check({ exit_code: 0, status: 'error' }, false);
check({ status: 'ok', error: 'x' }, false);
check({ result: { metadata: { exit_code: 1 } } }, false);

// A stated code counts before words.
check('Exit code: 0\nOutput:\nerror: told by a file that was read', false);
check('Exit code: 3\nOutput:\nall is well', true);

// Of a long text only its beginning and its end are looked at.
check(`error: at the start\n${'fine\n'.repeat(2000)}`, true);
check(`${'fine\n'.repeat(2000)}error: at the end`, true);
check(`${'fine\n'.repeat(2000)}error: in the middle\n${'fine\n'.repeat(2000)}`, false);
