/*
 * `coppice prompt`: the index of the skills for the prompt of an agent, and what it saves.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { leastBudgetTokens, type PromptIndex, promptIndex } from '../../../library/rules/prompt.js';
import { findSkills } from '../../../library/use/find.js';
import { promptSkills } from '../../../library/use/prompt-skills.js';
import { counted } from '../../../text/plural.js';
import { defaultBudgetTokens } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runPrompt(context: Context, input: Input<'prompt'>): Report {
  const budgetTokens = wholeNumber(input, 'budget', leastBudgetTokens) ?? defaultBudgetTokens;
  const library = libraryOf(context);
  const query = input.text('query');
  const hits = query === undefined ? [] : findSkills(library, { text: query, limit: 20 }).results;
  const index = promptIndex(promptSkills(library), { budgetTokens, first: hits.map(({ id }) => id) });
  const savedTokens = index.fullTokens - index.tokens;
  return {
    document: { ...index, budgetTokens, savedTokens },
    text: index.text,
    notes: `${promptNotes(index, savedTokens)}\n`,
  };
}

function promptNotes({ shown, total, tokens, fullTokens }: PromptIndex, savedTokens: number): string {
  if (total === 0) return 'There are no skills to list.';
  return `${shown} of ${counted(total, 'skill')} in ${counted(tokens, 'token')}; the full listing would take ${fullTokens}, so ${counted(savedTokens, 'is', 'are')} saved`;
}
