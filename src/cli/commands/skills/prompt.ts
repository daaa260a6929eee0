/*
 * `coppice prompt`: the index of the skills for the prompt of an agent, and what it saves.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { openLibrary } from '../../../library/open-library.js';
import { offerToAgent, withheldSentence } from '../../../library/read/offer-to-agent.js';
import { leastBudgetTokens, type PromptIndex, promptIndex } from '../../../library/rules/prompt.js';
import { findSkills } from '../../../library/use/find.js';
import { promptSkills } from '../../../library/use/prompt-skills.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { defaultBudgetTokens } from '../../rules/defaults.js';
import { agentTools, wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runPrompt(context: Context, input: Input<'prompt'>): Report {
  const budgetTokens = wholeNumber(input, 'budget', leastBudgetTokens) ?? defaultBudgetTokens;
  const library = openLibrary({ ...libraryOptions(context), tools: agentTools(input) });
  const query = input.text('query');
  const hits = query === undefined ? [] : findSkills(library, { text: query, limit: 20 }).results;
  const offer = offerToAgent(library, { allowBlocked: input.isOn('allow-blocked') });
  const { skills, withheld } = promptSkills(library, offer);
  const index = promptIndex(skills, { budgetTokens, first: hits.map(({ id }) => id) });
  const savedTokens = index.fullTokens - index.tokens;
  return {
    document: { ...index, budgetTokens, savedTokens, withheld },
    text: index.text,
    notes: [promptNotes(index, savedTokens), printable(withheldSentence(withheld))]
      .map((line) => (line === '' ? '' : `${line}\n`))
      .join(''),
  };
}

function promptNotes({ shown, total, tokens, fullTokens }: PromptIndex, savedTokens: number): string {
  if (total === 0) return 'There are no skills to list.';
  return `${shown} of ${counted(total, 'skill')} in ${counted(tokens, 'token')}; the full listing would take ${fullTokens}, so ${counted(savedTokens, 'is', 'are')} saved`;
}
