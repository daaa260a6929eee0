/*
 * What a recording belongs to: everything of a case that an agent can notice. How an answer is graded is not part of it,
 * so that recorded answers can be graded again by other graders.
 */

import { sha256Hex } from '../../../text/hash.js';
import type { EvalCase } from './eval-case.js';

export function caseHash(given: EvalCase, model: string | undefined): string {
  const { prompt, maxTurns, timeoutSeconds, allowedTools, appendSystemPrompt, environment, scaffold } = given;
  const files = given.files.map(({ path, bytes }) => [path, sha256Hex(bytes)]);
  const setting = Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(
    JSON.stringify([
      'coppice-eval-case-1',
      prompt,
      model ?? null,
      maxTurns,
      timeoutSeconds,
      allowedTools,
      appendSystemPrompt ?? null,
      setting,
      scaffold ?? null,
      files,
    ]),
  );
}
