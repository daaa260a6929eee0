/*
 * `coppice list`: a table for a person, plain lines for a pipe.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { type ListedSkill, type Listing, listSkills } from '../../../library/read/list.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

/** What few listings need is loaded for these alone. */
export async function runList(context: Context, input: Input<'list'>): Promise<Report> {
  const kind = input.text('kind');
  if (kind === 'agent' || kind === 'command') {
    const { definitionList } = await import('./list-definitions.js');
    return definitionList(context, input, kind);
  }
  if (input.isOn('unused') || input.text('days') !== undefined) {
    const { unusedListing } = await import('./unused.js');
    return unusedListing(context, input, (only) => listingOf(context, input, only));
  }
  const listing = listingOf(context, input);
  const isEverything = input.text('category') === undefined && input.text('query') === undefined;
  const first = isEverything && listing.total === 0 ? [howToBegin] : [];
  return { document: listing, text: () => page(context, listing), notes: listNotes(listing, first) };
}

function listingOf(context: Context, input: Input<'list'>, only?: ReadonlySet<string>): Listing {
  return listSkills(libraryOf(context), {
    category: input.text('category'),
    query: input.text('query'),
    limit: wholeNumber(input, 'limit', 1),
    cursor: input.text('cursor'),
    all: input.isOn('all'),
    plugins: input.isOn('plugins'),
    only,
  });
}

function page({ terminal }: Context, { skills, hidden = [] }: Listing): string {
  const hiddenRows = hidden.map(({ id, reason, path }) => [id, '', '', `hidden: ${reason}`, path]);
  return rowsText(
    terminal,
    ['SKILL', 'CATEGORY', 'ROOT', 'STATE', 'DESCRIPTION'],
    [...skills.map(skillRow), ...hiddenRows],
  );
}

function skillRow({
  name,
  category,
  root,
  state,
  pinned,
  trusted,
  verdict,
  accepted,
  quiet,
  description,
}: ListedSkill): readonly string[] {
  const marks = [
    state,
    pinned ? 'pinned' : '',
    trusted ? '' : 'untrusted',
    verdict === null ? '' : accepted ? `${verdict} (accepted)` : verdict,
    quiet.length === 0 ? '' : `quiet for ${quiet.join(' and ')}`,
  ].filter((mark) => mark !== '');
  return [name, category ?? '', root, marks.join(', '), description];
}

const howToBegin =
  'hint: coppice create NAME --description TEXT creates one, coppice doctor shows what each agent sees';

function listNotes(
  { message, total, diagnostics, nextCursor, hint }: Listing,
  first: readonly string[],
): string {
  const lines = [
    message === undefined ? counted(total, 'skill') : printable(message),
    ...(diagnostics.length > 0 ? [`diagnostics: ${diagnostics.length}; coppice doctor explains them`] : []),
    ...(nextCursor === null ? [] : [`next page: --cursor ${nextCursor}`]),
    ...(total > 0 ? [`hint: coppice ${hint}`] : first),
  ];
  return `${lines.join('\n')}\n`;
}
