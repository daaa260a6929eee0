/*
 * What the scanner says about all skills of a survey. Verdicts that are known already are looked up; the scanner is loaded
 * only for the others, and within the given time.
 */

import type { Survey } from '../../curator/survey.js';
import { offeredPluginSkills } from '../../library/read/plugins.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { isWithheld, type SkillVerdict } from '../../library/rules/verdict.js';
import { addVerdict, knownVerdicts } from '../../library/verdicts/known-verdicts.js';
import type { VerdictRequest } from '../../library/verdicts/verdicts.js';
import type { Files } from '../../system/files.js';

export interface JudgedSkills {
  /** By id. */
  readonly verdicts: ReadonlyMap<string, SkillVerdict>;
  /** How many skills have none, because the time was spent. */
  readonly left: number;
  /** Those that are not handed to an agent. */
  readonly withheld: readonly SkillEntry[];
}

interface JudgeOptions extends Pick<VerdictRequest, 'budgetMs' | 'onProgress'> {
  /** Those that packages are scanned with; those of the library by default. */
  readonly files?: Files;
}

export async function judgeSkills(
  { library, skills }: Pick<Survey, 'library' | 'skills'>,
  { files = library.files, ...limits }: JudgeOptions = {},
): Promise<JudgedSkills> {
  const judged = [...skills.values(), ...offeredPluginSkills(library)];
  const { verdicts: known, others } = knownVerdicts(library, judged);
  const verdicts = new Map(known);
  let left = 0;
  if (others.length > 0) {
    const { verdictsOf } = await import('../../library/verdicts/verdicts.js');
    const found = verdictsOf({ ...library, files }, { skills: others, ...limits });
    for (const [id, verdict] of found.verdicts) addVerdict(verdicts, id, verdict);
    left = found.left;
  }
  const withheld = judged.filter(({ id }) => {
    const verdict = verdicts.get(id);
    return verdict !== undefined && isWithheld(verdict);
  });
  return { verdicts, left, withheld };
}
