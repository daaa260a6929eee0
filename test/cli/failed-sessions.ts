/*
 * Sessions in the generic format in which a skill is loaded and a command fails; with a fix, a step follows after which the
 * same command works.
 */

export interface FailedSessions {
  readonly skill: string;
  /** The start of each session. */
  readonly starts: readonly number[];
  readonly command?: string;
  readonly output?: string;
  /** The step after which the command works. */
  readonly fix?: string;
}

/** Lines of a file; every session is named after its skill and its start. */
export function failedSessions(given: FailedSessions): string {
  const { skill, starts, command = 'make', output = 'Error: no such font', fix } = given;
  return starts
    .flatMap((at) => {
      const session = `${skill}-${at}`;
      const call = (index: number, words: string, printed: string, isError: boolean) => {
        const args = { command: words };
        return {
          type: 'call',
          session,
          id: `c${index}`,
          at: at + index,
          tool: 'Bash',
          args,
          output: printed,
          isError,
        };
      };
      const fixed = fix === undefined ? [] : [call(2, fix, 'done', false), call(3, command, 'done', false)];
      return [{ type: 'load', session, id: 'l', at, skill }, call(1, command, output, true), ...fixed];
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** So many starts, one more an hour into the past each. */
export function hoursBefore(now: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => now - (index + 1) * 3_600_000);
}
