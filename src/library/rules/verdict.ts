/*
 * The verdict of the scanner on a skill of the library, and what follows from it: a blocked skill is not handed to an
 * agent, unless a person has accepted these very bytes. A skill that cannot be scanned is not handed out either.
 */

import type { ScanFinding, Verdict } from '../../scan/findings/finding.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';

export interface SkillVerdict {
  /** Null when the package cannot be read; `error` says why. */
  readonly verdict: Verdict | null;
  /** Of everything that the scanner reads. */
  readonly digest: string | null;
  /** The worst of those that are not suppressed, worst first. */
  readonly findings: readonly VerdictFinding[];
  /** Null where nobody has accepted these bytes. */
  readonly accepted: Acceptance | null;
  readonly error?: string;
}

export interface VerdictFinding extends Omit<ScanFinding, 'line'> {
  /** Null if the finding is about the file as a whole. */
  readonly line: number | null;
}

/** A person's decision to use a skill although the scanner blocks it. It ends when the skill changes. */
export interface Acceptance {
  readonly digest: string;
  readonly reason: string;
  readonly at: number;
}

/** Enough to say why; `coppice scan` shows all. */
export const maxVerdictFindings = 3;

export function isWithheld({ verdict, accepted }: SkillVerdict): boolean {
  return verdict === null || (verdict === 'block' && accepted === null);
}

/** What a listing shows of it: nothing that the author of a blocked skill wrote, as an agent may read listings too. */
export function listedDescription(description: string, flagged: SkillVerdict | undefined): string {
  return flagged !== undefined && isWithheld(flagged) ? '' : description;
}

/** The worst finding in one line, or why the package cannot be scanned. */
export function withheldBecause({ findings: [worst], error }: SkillVerdict): string {
  if (worst === undefined) return printable(error ?? 'it cannot be scanned');
  const where = worst.line === null ? worst.file : `${worst.file} line ${worst.line}`;
  return printable(`${where}: ${worst.why} (${worst.rule})`);
}

export function blockedError(id: string, verdict: SkillVerdict): CoppiceError {
  const because = withheldBecause(verdict);
  const { rule, file, line } = verdict.findings[0] ?? {};
  const data = { id, verdict: verdict.verdict, ...(rule !== undefined && { rule, file, line }) };
  if (verdict.verdict === null)
    return new CoppiceError(
      'blocked',
      `${id} cannot be scanned, so Coppice gives it to no agent: ${because}`,
      {
        hint: 'make its files readable, or leave them out of the skill',
        data,
      },
    );
  return new CoppiceError('blocked', `the scanner blocks ${id}: ${because}`, {
    hint: `coppice scan ${id} shows why; a person who has read it can accept it: coppice scan accept ${id} --reason TEXT`,
    data,
  });
}

/** Nothing was written, because an agent may not write what no agent may read. */
export function blockedWrite(id: string, verdict: SkillVerdict): CoppiceError {
  const because = withheldBecause(verdict);
  const { rule, file, line } = verdict.findings[0] ?? {};
  return new CoppiceError('blocked', `the scanner would block ${id}, so nothing was written: ${because}`, {
    hint: 'leave out what it names; only a person can write it',
    data: { id, verdict: verdict.verdict, ...(rule !== undefined && { rule, file, line }) },
  });
}
