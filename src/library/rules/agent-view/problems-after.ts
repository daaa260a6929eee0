/*
 * The problems that are left once the given fixes are made, for a dry run: without the faults that are fixed, and without
 * those that only follow from them, as no agent refuses a skill for a fault that is gone.
 */

import { type DiagnosticCode, diagnosticCodes } from '../../../skill/diagnostic.js';
import { type ClientView, faultAlone } from './client-view.js';
import type { Problem } from './doctor-problem.js';

interface FixedFaults {
  readonly path: string;
  readonly codes: readonly string[];
}

export function problemsAfter(
  fixes: readonly FixedFaults[],
  problems: readonly Problem[],
  clients: readonly Pick<ClientView, 'hidden'>[],
): readonly Problem[] {
  const fixed = new Set(fixes.flatMap(({ path, codes }) => codes.map((code) => `${code} ${path}`)));
  const accepted = new Set(
    fixes.flatMap(({ path, codes }) => codes.filter(isDiagnostic).map((code) => `${refusal(code)} ${path}`)),
  );
  const refused = clients.flatMap(({ hidden }) => hidden.filter(({ reason }) => reason === 'refused'));
  return problems.filter((problem) => {
    if (problem.code !== 'not-seen') return !fixed.has(`${problem.code} ${problem.path}`);
    // One problem may be about many skills of a folder.
    const about = refused.filter(
      ({ path, message }) =>
        `${path}/`.startsWith(`${problem.path}/`) && problem.message.endsWith(`: ${message}.`),
    );
    return about.length === 0 || !about.every(({ path, message }) => accepted.has(`${message} ${path}`));
  });
}

function isDiagnostic(code: string): code is DiagnosticCode {
  return Object.hasOwn(diagnosticCodes, code);
}

function refusal(code: DiagnosticCode): string {
  return faultAlone(diagnosticCodes[code]);
}
