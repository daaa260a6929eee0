import { expect, test } from 'vitest';

import { skillFolderIn, type UserText, userText } from './claude-user-text.js';

const nothing: UserText = { kind: 'nothing' };
const typed = (text: string): UserText => ({ kind: 'typed', text });
const command = (name: string, text: string): UserText => ({ kind: 'command', name, text });

test.each<[texts: readonly string[], expected: UserText]>([
  [['Hello.'], typed('Hello.')],
  [['  Hello.\n'], typed('Hello.')],
  [['One.', 'Two.'], typed('One.\nTwo.')],
  [['<div> is a tag that I typed'], typed('<div> is a tag that I typed')],
  [['What does <command-name> mean?'], typed('What does <command-name> mean?')],
  [[], nothing],
  [['  '], nothing],
  [['[Request interrupted by user]'], nothing],
  [['[Request interrupted by user for tool use]'], nothing],
  [['<local-command-stdout>Bye</local-command-stdout>'], nothing],
  [['<local-command-caveat>Caveat</local-command-caveat>'], nothing],
  [['<bash-input>ls</bash-input>'], nothing],
  [['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'], nothing],
  [['<task-notification>\n<task-id>b1</task-id>\n</task-notification>'], nothing],
  [['<teammate-message from="b">Done.</teammate-message>'], nothing],
  [['<system-reminder>never closed'], nothing],
  [['<system-reminder>Be brief.</system-reminder>\nHello.'], typed('Hello.')],
  [['<ide_opened_file>a.ts</ide_opened_file>', 'Hello.'], typed('Hello.')],
  [['<command-name>/clear</command-name>'], command('clear', '/clear')],
  [
    [
      '<command-message>k:draw</command-message>\n<command-name>/k:draw</command-name>\n<command-args> a\nb </command-args>',
    ],
    command('k:draw', '/k:draw a\nb'),
  ],
  [['<command-name></command-name>'], nothing],
  [['<command-message>draw</command-message>'], nothing],
  [['<command-name>/draw'], nothing],
])('%j', (texts, expected) => {
  expect(userText(texts)).toEqual(expected);
});

test.each<[text: string, expected: string | undefined]>([
  ['Base directory for this skill: /k/draw\n\n# Draw', '/k/draw'],
  ['Base directory for this skill: C:\\my skills\\draw\r\n# Draw', 'C:\\my skills\\draw'],
  ['Base directory for this skill:\n\n# Draw', undefined],
  ['He said: Base directory for this skill: /k/draw', undefined],
])('the folder in %j', (text, expected) => {
  expect(skillFolderIn(['', text])).toBe(expected);
});
