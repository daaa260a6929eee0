/*
 * Decisions on proposals, as the command line and the pages make them: accepted through the one write path with the
 * verifiers of the configuration, or rejected as a fact in the ledger.
 */

import {
  type Acceptance,
  type AcceptOptions,
  acceptProposal,
  type DecideDeps,
  rejectProposal,
} from '../evolve/proposals/decide.js';
import type { Library } from '../library/open-library.js';
import { randomIds } from '../system/ids.js';
import { type Context, wholeLibraryOf } from './context.js';
import { withEvidence } from './evidence.js';
import { skillLibraryOptions } from './skill-library-options.js';

export type Accept = (
  id: string,
  options?: Pick<AcceptOptions, 'edited' | 'isSeen' | 'evaluate'>,
) => Promise<Acceptance>;

/** For as many proposals as the caller wants. */
export async function withAccept<Value>(
  context: Context,
  use: (accept: Accept, library: Library) => Promise<Value>,
): Promise<Value> {
  return await withEvidence(context, async ({ store, library }) => {
    const { config } = library;
    const [preVerify, verify] = [config['evolve.pre_verify_command'], config['evolve.verify_command']];
    const deps = { ...decideDeps(context, library), index: store };
    return await use(
      (id, options = {}) =>
        acceptProposal(deps, id, {
          ...options,
          ...(preVerify.length > 0 && { preVerify }),
          ...(verify.length > 0 && { verify }),
        }),
      library,
    );
  });
}

export async function reject(
  context: Context,
  id: string,
  reason: string | undefined,
): ReturnType<typeof rejectProposal> {
  return await rejectProposal(decideDeps(context, wholeLibraryOf(context)), id, reason);
}

function decideDeps(context: Context, library: Library): Omit<DecideDeps, 'index'> {
  const { files, clock, home, usage } = library;
  const { onRecovered } = skillLibraryOptions(context);
  return { files, clock, home, usage, ids: randomIds, library, ...(onRecovered && { onRecovered }) };
}
