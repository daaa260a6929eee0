/*
 * Has a configured model read skills from outside that the scanner lets through, one after the other. What the user or
 * their agent wrote is not sent anywhere, and what the scanner already warns about needs no second opinion.
 */

import type { DraftModel } from '../evolve/proposals/parts.js';
import type { Verdict } from '../scan/findings/finding.js';
import type { ScannedPackage } from '../scan/package/prepare.js';
import type { ScanResult } from '../scan/scan.js';
import { secondReaderPrompt, withSecondReading } from '../scan/second-reader.js';
import { createRedactor } from '../scan/secrets/redact.js';
import type { Provenance } from '../usage/rules/record.js';

interface Readable extends Omit<ScanResult, 'verdict'> {
  readonly target: string;
  readonly provenance: Provenance;
  readonly verdict: Verdict | null;
}

export interface SecondReading<Result> {
  readonly results: readonly Result[];
  /** One sentence for each skill that the model did not read. */
  readonly failures: readonly string[];
}

export async function readAgain<Result extends Readable>(
  results: readonly Result[],
  model: DraftModel,
  packageOf: (result: Result) => ScannedPackage,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SecondReading<Result>> {
  const redact = createRedactor({ environment });
  const failures: string[] = [];
  const read: Result[] = [];
  for (const result of results) {
    const { verdict, provenance } = result;
    if ((verdict !== 'pass' && verdict !== 'review') || provenance === 'user' || provenance === 'agent') {
      read.push(result);
      continue;
    }
    const prompt = secondReaderPrompt(packageOf(result), redact);
    const answer = await model.ask(prompt);
    if (answer.kind === 'text')
      read.push(withSecondReading({ ...result, verdict }, answer.text, prompt.data));
    else {
      read.push(result);
      failures.push(`${result.target} was not read a second time: ${answer.error}`);
    }
  }
  return { results: read, failures };
}
