/*
 * The environment another program gets unless it is given more: enough to find programs, a home and a language, and
 * none of the tokens and keys that live in a person's shell.
 */

const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TERM'] as const;

export function minimalEnvironment(
  from: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {};
  for (const name of passedOn) {
    const value = from[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
