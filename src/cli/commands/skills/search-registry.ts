/*
 * `coppice search --registry`: the published items that match.
 */

import type { Context } from '../../../app/context.js';
import { catalogPage, remoteOf } from '../../../app/project/project.js';
import type { FindRequest } from '../../../library/use/find.js';
import type { ItemRow } from '../../../registry/api/item.js';
import { CoppiceError } from '../../../text/errors.js';
import { rowsText } from '../../frame/rows.js';
import { kindOf } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function searchRegistry(
  context: Context,
  input: Input<'search'>,
  { text, keywords, limit = 10 }: FindRequest,
): Promise<Report> {
  for (const flag of ['archived', 'semantic', 'rerank'] as const)
    if (input.isOn(flag))
      throw new CoppiceError(
        'usage',
        `--${flag} works only for skills on this machine, not with --registry`,
        {
          hint: 'leave it out',
        },
      );
  const remote = await remoteOf(context);
  const kind = kindOf(input);
  const found = await remote.search(text, { kind, keywords, limit: Math.min(limit, 200) });
  const results = found.map((row) => documentOf(row, catalogPage(remote.place, row)));
  const rows = results.map(({ slug, version, state, description }) => [
    slug,
    version ?? '-',
    state,
    description,
  ]);
  const [first] = results;
  const add = first && `coppice add ${first.slug}${first.kind === 'skill' ? '' : ` --kind ${first.kind}`}`;
  return {
    document: { results, mode: 'registry' },
    text: rowsText(context.terminal, ['ITEM', 'VERSION', 'STATE', 'DESCRIPTION'], rows),
    notes:
      add === undefined
        ? `no published ${kind} matches\nhint: --kind selects skills, agents or commands\n`
        : `hint: ${add}\n`,
  };
}

/** A deprecation is shown instead of the state, because it matters most for the choice. */
function documentOf(
  { kind, slug, version, name, description, state, deprecated, tags }: ItemRow,
  url: string,
) {
  const shown = deprecated === null ? state : 'deprecated';
  return { kind, slug, version, name, description, state: shown, tags, url };
}
