/*
 * `coppice list`: a table for a person, plain lines for a pipe.
 */

import { type ListedSkill, type Listing, listSkills } from '../../library/list.js';
import { CoppiceError } from '../../system/errors.js';
import { printable } from '../../system/printable.js';
import { table } from '../../system/table.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function run(context: Context, input: Input): Report {
  const listing = listSkills(libraryOf(context, input), {
    category: input.text('category'),
    query: input.text('query'),
    limit: limitOf(input.text('limit')),
    cursor: input.text('cursor'),
    all: input.isOn('all'),
  });
  return { document: listing, text: () => page(context, listing), talk: talk(listing) };
}

function limitOf(given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d*$/.test(given)) return given === undefined ? undefined : Number(given);
  throw new CoppiceError('bad-value', `--limit cannot be ${given}`, { hint: 'give a whole number from 1' });
}

function page({ terminal: { stdout, unicode } }: Context, { skills, hidden = [] }: Listing): string {
  const rows = [
    ...skills.map(skillRow),
    ...hidden.map(({ id, reason, path }) => [id, '', '', `hidden: ${reason}`, path]),
  ].map((row) => row.map((cell) => printable(cell)));
  if (rows.length === 0) return '';
  const lines = stdout.isTerminal
    ? table(rows, { columns, width: stdout.width, unicode })
    : rows.map((row) => row.join('\t'));
  return `${lines.join('\n')}\n`;
}

const columns = [
  { header: 'SKILL' },
  { header: 'CATEGORY' },
  { header: 'ROOT' },
  { header: 'STATE' },
  { header: 'DESCRIPTION', flexible: true },
];

function skillRow({
  name,
  category,
  root,
  state,
  pinned,
  trusted,
  description,
}: ListedSkill): readonly string[] {
  const marks = [state, pinned ? 'pinned' : '', trusted ? '' : 'untrusted'].filter((mark) => mark !== '');
  return [name, category ?? '', root, marks.join(', '), description];
}

function talk({ message, total, diagnostics, nextCursor, hint }: Listing): string {
  const lines = [
    message === undefined ? `${total} ${total === 1 ? 'skill' : 'skills'}` : printable(message),
    ...(diagnostics.length > 0
      ? [`${diagnostics.length} things are wrong with them: coppice list --json shows what`]
      : []),
    ...(nextCursor === null ? [] : [`next page: --cursor ${nextCursor}`]),
    ...(total > 0 ? [`hint: coppice ${hint}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
