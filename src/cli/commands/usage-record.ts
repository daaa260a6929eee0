/*
 * `coppice usage record`: one event, for hooks and scripts. Here, unlike on an agent's way, a failure is told.
 */

import { findSkill } from '../../library/read/resolve.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import { activityKinds } from '../../usage/rules/counters.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runUsageRecord(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const { id } = findSkill(library, input.argument('name') ?? '').entry;
  const kind = activityKinds.find((known) => known === input.argument('kind'));
  if (!kind) throw new CoppiceError('internal', 'the kind was not checked against its choices');
  const result = library.usage.record(id, kind);
  if (!result.ok) throw result.error;
  return { document: { id, kind, at: context.clock.now() }, text: `counted a ${kind} of ${printable(id)}\n` };
}
