/*
 * Problems by their cause, the worst first: for a person, fifteen skills with the same fault are one line with a count.
 */

import { severities } from '../../../skill/diagnostic.js';
import type { Problem } from './doctor-problem.js';

export interface ProblemGroup {
  readonly code: Problem['code'];
  readonly severity: Problem['severity'];
  readonly problems: readonly [Problem, ...Problem[]];
}

export function groupProblems(problems: readonly Problem[]): readonly ProblemGroup[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  for (const problem of problems) {
    const key = `${problem.severity} ${problem.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return [...groups.values()]
    .map((members) => ({ code: members[0].code, severity: members[0].severity, problems: members }))
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.problems.length - a.problems.length,
    );
}

/** The name by which a person knows what is at the path: the folder of a SKILL.md, else the last name. */
export function problemName({ path }: Problem): string {
  const names = path.split('/');
  const last = names.at(-1) ?? path;
  return /^skill\.md$/i.test(last) ? (names.at(-2) ?? path) : last;
}
