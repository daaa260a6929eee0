/*
 * What came of an import: how many are in the catalog now, and why the others are not.
 */

import type { ImportAnswer, LocalSkillAnswer } from '../../../registry/api/routes/local.js';
import { counted } from '../../parts/counted.js';
import { Problem } from '../../parts/problem.js';

interface Props {
  readonly offered: readonly LocalSkillAnswer[];
  readonly answer: ImportAnswer;
  /** How many were not tried: it was stopped, or it failed. */
  readonly left: number;
  readonly problem: unknown;
}

export function ImportResult({ offered, answer, left, problem }: Props) {
  const there = answer.skipped.filter(({ already_there }) => already_there);
  const refused = answer.skipped.filter(({ already_there }) => !already_there);
  const nameOf = (id: string) => offered.find((skill) => skill.id === id)?.name ?? id;
  return (
    <>
      {problem !== undefined && <Problem error={problem} />}
      <p role="status">
        {counted(answer.imported.length, 'skill')} imported
        {there.length > 0 && `, ${there.length} there already`}
        {refused.length > 0 && `, ${refused.length} skipped`}
        {left > 0 && `, ${left} not tried`}.
      </p>
      {refused.length > 0 && (
        <ul class="import-reasons small">
          {refused.map(({ id, reason }) => (
            <li key={id}>
              <b>{nameOf(id)}</b>: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
