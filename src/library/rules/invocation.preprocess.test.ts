// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of skills are written like this.

import { expect, test } from 'vitest';
import { type Passes, preprocess } from './invocation.js';

const values = { skillFolder: '/skills/gif', session: 's-1', instruction: 'find cats' };
const off: Passes = { values: undefined, run: undefined };

test('variables are filled in, in every spelling', async () => {
  for (const agent of ['COPPICE', 'HERMES', 'CLAUDE']) {
    await check(`run \${${agent}_SKILL_DIR}/x`, { ...off, values }, 'run /skills/gif/x');
    await check(`in \${${agent}_SESSION_ID}`, { ...off, values }, 'in s-1');
  }
  await check('search $ARGUMENTS, ${ARGUMENTS}!', { ...off, values }, 'search find cats, find cats!');
});

test('other text, and a variable without a value, stays as it is', async () => {
  for (const body of [
    '${NOT_KNOWN}',
    '$COPPICE_SKILL_DIR',
    '${COPPICE_SKILL_DIR',
    '$ARGUMENTS_2',
    '$ARGUMENTS[0]',
    '$1',
  ]) {
    await check(body, { ...off, values }, body);
  }
  await check(
    '${COPPICE_SESSION_ID}',
    { ...off, values: { ...values, session: undefined } },
    '${COPPICE_SESSION_ID}',
  );
});

test('without an instruction its variable is empty', async () => {
  await check('fix $ARGUMENTS.', { ...off, values: { ...values, instruction: '' } }, 'fix .');
});

test('inserted values are literal, and not scanned again', async () => {
  const instruction = '$& $1 $ARGUMENTS ${COPPICE_SKILL_DIR}';
  await check('<$ARGUMENTS>', { ...off, values: { ...values, instruction } }, `<${instruction}>`);
});

test('commands give way to their output', async () => {
  await check('now: !`date`, here: !`pwd`.', { ...off, run }, 'now: <date>, here: <pwd>.');
  await check('!`one`!`two`', { ...off, run }, '<one><two>');
});

test('text that is not a command stays as it is', async () => {
  for (const body of ['`date`', '! `date`', '!``', '!`da\nte`', '!`date', '!date'])
    await check(body, { ...off, run }, body);
});

test('a command is run as its author wrote it, without the values of variables in it', async () => {
  await check(
    '!`ls ${COPPICE_SKILL_DIR} $ARGUMENTS`',
    { values, run },
    '<ls ${COPPICE_SKILL_DIR} $ARGUMENTS>',
  );
});

test('each pass works without the other', async () => {
  const body = '$ARGUMENTS !`date`';
  await check(body, off, body);
  await check(body, { ...off, values }, 'find cats !`date`');
  await check(body, { ...off, run }, '$ARGUMENTS <date>');
  await check(body, { values, run }, 'find cats <date>');
});

test('an instruction cannot make a command', async () => {
  for (const [body, instruction, expected] of [
    ['do: $ARGUMENTS', '!`rm -rf /`', 'do: !`rm -rf /`'],
    ['!$ARGUMENTS', '`rm -rf /`', '!`rm -rf /`'],
    ['!`$ARGUMENTS', 'rm -rf /`', '!`rm -rf /`'],
    ['!$ARGUMENTS$ARGUMENTS', '`', '!``'],
    ['!`a` $ARGUMENTS', '` !`b`', '<a> ` !`b`'],
  ] as const) {
    await check(body, { values: { ...values, instruction }, run }, expected);
  }
});

test('the output of a command makes neither a command nor a variable', async () => {
  const echo = async () => '!`rm -rf /` ${COPPICE_SKILL_DIR} $ARGUMENTS';
  await check('!`x` !`y`', { values, run: echo }, `${await echo()} ${await echo()}`);
});

async function run(command: string): Promise<string> {
  return `<${command}>`;
}

async function check(body: string, passes: Passes, expected: string): Promise<void> {
  expect(await preprocess(body, passes), body).toBe(expected);
}
