/*
 * Jobs with whatever a format might trip over.
 */

import fc from 'fast-check';
import { CoppiceError } from '../../../text/errors.js';
import type { Job } from './job.js';
import { parseEvery } from './job.js';

/** What means something to systemd, to XML, to cron or to a shell. */
const meaningful = String.raw`" ' \ \\ % %% %h \% $ $$ $HOME $(id) ; & | < > # [ ] = - -- --> &amp; ]]> é 😀 漢 Z9 /`;

const awkward = [
  ...meaningful.split(' '),
  ...[
    '\n',
    '\r',
    '\t',
    '\0',
    '\x01',
    '\x1b',
    '\x7f',
    '\u0085',
    '\u2028',
    '\ufffe',
    '\ud800',
    '\ufeff',
    ' ',
    '`',
  ],
  ...['\nExecStartPost=/bin/evil', '\n* * * * * evil', '</string><string>', '\n# coppice:schedule:end\n'],
];

const word = fc.oneof(
  fc.array(fc.constantFrom(...awkward), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const every = fc.constantFrom('hourly', 'daily', 'weekly', '00:00', '23:59').map(parseEvery);

/** The program is named by its whole path, as it always is. */
export const anyJob: fc.Arbitrary<Job> = fc.record({
  every,
  command: fc
    .tuple(fc.oneof(fc.constant('node'), word), fc.array(word, { maxLength: 5 }))
    .map(([program, words]) => [`/usr/bin/${program}`, ...words]),
  environment: fc.dictionary(fc.constantFrom('COPPICE_HOME', 'CODEX_HOME'), word),
});

/** Undefined if the format cannot represent the job. */
export function unlessRefused(render: () => string): string | undefined {
  try {
    return render();
  } catch (fault) {
    if (fault instanceof CoppiceError && fault.code === 'bad-value') return undefined;
    throw fault;
  }
}
