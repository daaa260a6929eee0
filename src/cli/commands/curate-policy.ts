/*
 * `coppice curate policy`: ages of one skill's own, instead of those of the configuration.
 */

import { findSkillToChange } from '../../library/read/resolve.js';
import { printable } from '../../text/printable.js';
import { neverUsedRules, type PolicyOverrides } from '../../usage/rules/record.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { wholeNumber } from '../whole-number.js';

export function runCuratePolicy(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const { id } = findSkillToChange(library, input.argument('name') ?? '');
  const before = input.isOn('clear') ? {} : library.usage.get(id)?.overrides;
  const given = overridesIn(input);
  const overrides = { ...before, ...given };
  if (input.isOn('clear') || Object.keys(given).length > 0) {
    const result = library.usage.put(id, { overrides });
    if (!result.ok) throw result.error;
  }
  const own = Object.entries(overrides).map(([key, value]) => `${key} ${value}`);
  return {
    document: { id, overrides },
    text: `${printable(id)}: ${own.length > 0 ? own.join(', ') : 'as configured'}\n`,
  };
}

function overridesIn(input: Input): PolicyOverrides {
  const staleAfterDays = wholeNumber(input, 'stale-after-days', 1);
  const archiveAfterDays = wholeNumber(input, 'archive-after-days', 1);
  const neverUsed = neverUsedRules.find((rule) => rule === input.text('never-used'));
  return {
    ...(staleAfterDays !== undefined && { staleAfterDays }),
    ...(archiveAfterDays !== undefined && { archiveAfterDays }),
    ...(neverUsed !== undefined && { neverUsed }),
  };
}
