/*
 * What the scanner says about the skills, as problems: block, because no agent gets the skill, and warn. Skills that are
 * not scanned yet are scanned for a short time, and the next call goes on.
 */

import { counted } from '../../text/plural.js';
import { type Problem, problem } from '../rules/doctor-problem.js';
import type { SkillEntry } from '../rules/entry.js';
import { isWithheld, type SkillVerdict, withheldBecause } from '../rules/verdict.js';
import { type VerdictLibrary, verdictsOf } from '../verdicts/verdicts.js';

const budgetMs = 2_000;

export function scanProblems(library: VerdictLibrary, skills: readonly SkillEntry[]): readonly Problem[] {
  const { verdicts, left } = verdictsOf(library, { skills, budgetMs });
  const unscanned =
    left === 0
      ? []
      : [
          problem(
            'scan-unfinished',
            library.home,
            `${counted(left, 'skill is', 'skills are')} not scanned yet.`,
            'coppice scan',
          ),
        ];
  return [...skills.flatMap((skill) => skillProblem(skill, verdicts.get(skill.id))), ...unscanned];
}

/** A package that cannot be read is reported already, by its file. */
function skillProblem({ id, path }: SkillEntry, scan: SkillVerdict | undefined): readonly Problem[] {
  if (scan === undefined || scan.verdict === null) return [];
  const because = withheldBecause(scan);
  if (isWithheld(scan)) {
    const fix = `coppice scan ${id} shows why; coppice archive ${id} removes it from its agent`;
    return [problem('scan-block', path, `The scanner blocks ${id}, so no agent gets it: ${because}`, fix)];
  }
  if (scan.verdict !== 'warn') return [];
  return [problem('scan-warn', path, `The scanner warns of ${id}: ${because}`, `coppice scan ${id}`)];
}
