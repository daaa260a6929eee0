/*
 * `coppice list --kind agent` and `--kind command`: the definitions of all agents.
 */

import type { DefinitionKind } from '../../../agents/agent.js';
import { type Context, libraryOf } from '../../../app/context.js';
import { listDefinitions } from '../../../library/read/list-definitions.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

/** What agents read from single files has no category, state or hidden entries. */
export function definitionList(context: Context, input: Input<'list'>, kind: DefinitionKind): Report {
  const unfit =
    (['category', 'cursor'] as const).find((flag) => input.text(flag) !== undefined) ??
    (input.isOn('unused') ? 'unused' : undefined);
  if (unfit !== undefined)
    throw new CoppiceError('bad-value', `--${unfit} is for skills, not for ${kind}s`, {
      hint: 'use --query to narrow the list',
    });
  const listing = listDefinitions(libraryOf(context), kind, {
    query: input.text('query'),
    limit: wholeNumber(input, 'limit', 1),
  });
  return {
    document: listing,
    text: () =>
      rowsText(
        context.terminal,
        [kind.toUpperCase(), 'OF', 'ROOT', 'DESCRIPTION'],
        listing.items.map(({ name, agent, root, trusted, description }) => [
          name,
          agent,
          trusted ? root : `${root}, untrusted`,
          description,
        ]),
      ),
    notes: `${listing.message ?? counted(listing.total, kind)}\n`,
  };
}
