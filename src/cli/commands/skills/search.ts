/*
 * `coppice search`: the skills that match, best first.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { type Findings, type FindRequest, findSkills } from '../../../library/use/find.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import { namesIn, wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runSearch(context: Context, input: Input<'search'>): Report | Promise<Report> {
  const request = {
    text: input.argumentList('text').join(' '),
    keywords: namesIn(input.text('keywords')),
    archived: input.isOn('archived'),
    limit: wholeNumber(input, 'limit', 1),
  };
  if (input.isOn('registry')) return inRegistry(context, input, request);
  if (input.isOn('semantic') || input.isOn('rerank')) return byMeaning(context, input, request);
  return report(context, findSkills(libraryOf(context), request));
}

async function inRegistry(context: Context, input: Input<'search'>, request: FindRequest): Promise<Report> {
  const { searchRegistry } = await import('./search-registry.js');
  return await searchRegistry(context, input, request);
}

async function byMeaning(context: Context, input: Input<'search'>, request: FindRequest): Promise<Report> {
  // Loaded only here, so that a search by words does not wait for it.
  const { findSkillsByMeaning } = await import('../../../library/use/find-by-meaning.js');
  const { semanticModels } = await import('../../../app/semantic-models.js');
  const library = libraryOf(context);
  const progress = showProgress(context.terminal);
  try {
    const findings = await findSkillsByMeaning(
      library,
      { ...request, rerank: input.isOn('rerank') },
      semanticModels(context, library.config, library),
      { onEmbedded: (done, total) => progress.update({ label: 'reading skills', done, total }) },
    );
    return report(context, findings);
  } finally {
    progress.end();
  }
}

function report(context: Context, findings: Findings): Report {
  const rows = findings.results.map(({ id, score, state, trusted, verdict, description }) => {
    const marks = [state, ...(trusted ? [] : ['untrusted']), ...(verdict === null ? [] : [verdict])];
    return [id, score.toFixed(2), marks.join(', '), description];
  });
  return {
    document: findings,
    text: rowsText(context.terminal, ['SKILL', 'SCORE', 'STATE', 'DESCRIPTION'], rows),
    notes: searchNotes(findings),
  };
}

function searchNotes({ message, hint }: Findings): string {
  const lines = [...(message === undefined ? [] : [message]), `hint: coppice ${hint}`];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
