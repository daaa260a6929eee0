/*
 * What was typed, taken apart: the commands in front, and the instruction after them as it stands.
 */

export interface TypedInvocation {
  /** The first word, known or not, and the commands after it that are known. None when nothing was typed. */
  readonly commands: readonly string[];
  readonly instruction: string;
}

export function typedInvocation(typed: string, isKnown: (command: string) => boolean): TypedInvocation {
  let rest = typed.trim();
  const commands: string[] = [];
  while (rest !== '' && commands.length < maxCommands) {
    const [word = ''] = rest.split(/\s/, 1);
    if (commands.length > 0 && !(word.startsWith('/') && isKnown(word))) break;
    commands.push(word);
    rest = rest.slice(word.length).trimStart();
  }
  return { commands, instruction: rest };
}

const maxCommands = 5;
