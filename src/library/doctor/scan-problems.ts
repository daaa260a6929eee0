/*
 * What the scanner says about the skills, as problems: block, because Coppice gives the skill to no agent, and warn. Skills that are
 * not scanned yet are scanned for a short time, and the next call goes on.
 */

import { counted } from '../../text/plural.js';
import { type Problem, problem } from '../rules/agent-view/doctor-problem.js';
import type { SkillEntry } from '../rules/entry.js';
import type { FoundRoot } from '../rules/found-skill.js';
import { isWithheld, type SkillVerdict, withheldBecause } from '../rules/verdict.js';
import type { VerdictLibrary } from '../verdicts/known-verdicts.js';
import { type VerdictRequest, type Verdicts, verdictsOf } from '../verdicts/verdicts.js';

const budgetMs = 2_000;

export interface ScannedSkills extends Verdicts {
  readonly skills: readonly SkillEntry[];
}

export function scanForDoctor(
  library: VerdictLibrary,
  skills: readonly SkillEntry[],
  onProgress: VerdictRequest['onProgress'] = () => undefined,
): ScannedSkills {
  return { skills, ...verdictsOf(library, { skills, budgetMs, onProgress }) };
}

/** The real folders of the packages whose verdict is block, also where a person has accepted them. */
export function blockedFolders(
  { skills, verdicts }: ScannedSkills,
  found: Iterable<FoundRoot>,
): ReadonlySet<string> {
  const paths = new Set(
    skills.filter(({ id }) => verdicts.get(id)?.verdict === 'block').map(({ path }) => path),
  );
  const onDisk = [...found].flatMap((root) => root.skills);
  return new Set(onDisk.filter(({ path }) => paths.has(path)).map(({ location }) => location.realFolder));
}

export function scanProblems(
  { home }: Pick<VerdictLibrary, 'home'>,
  { skills, verdicts, left }: ScannedSkills,
): readonly Problem[] {
  const unscanned =
    left === 0
      ? []
      : [
          problem(
            'scan-unfinished',
            home,
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
    const fix = `coppice scan ${id} shows why; coppice archive ${id} keeps it from agents that read its folder themselves`;
    return [
      problem(
        'scan-block',
        path,
        `The scanner blocks ${id}, so Coppice gives it to no agent: ${because}`,
        fix,
      ),
    ];
  }
  if (scan.verdict !== 'warn') return [];
  return [problem('scan-warn', path, `The scanner warns of ${id}: ${because}`, `coppice scan ${id}`)];
}
