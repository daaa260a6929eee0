/*
 * What becomes of a skill's body before an agent gets it: variables are filled in, and commands (!`date`) give way
 * to what they print. Both passes look at the body as its author wrote it. What the one puts in, the other never
 * sees; so neither an instruction nor the output of a command can make a command.
 */

interface TemplateValues {
  readonly skillFolder: string;
  readonly session: string | undefined;
  /** What the user typed after the command; empty for nothing. */
  readonly instruction: string;
}

export interface Passes {
  /** Undefined leaves the variables as they are. */
  readonly values: TemplateValues | undefined;
  /** What to put in the place of a command; undefined leaves the commands as they are. */
  readonly run: ((command: string) => Promise<string>) | undefined;
}

export async function preprocess(body: string, { values, run }: Passes): Promise<string> {
  const fill = (text: string) => (values === undefined ? text : fillIn(text, values));
  if (run === undefined) return fill(body);
  const filled: string[] = [];
  let end = 0;
  for (const snippet of body.matchAll(/!`([^`\n]+)`/g)) {
    filled.push(fill(body.slice(end, snippet.index)), await run(snippet[1] ?? ''));
    end = snippet.index + snippet[0].length;
  }
  return [...filled, fill(body.slice(end))].join('');
}

/** The spellings of the agents that skills are written for. A variable without a value stays, so that it is seen. */
const variable =
  /\$\{(?:COPPICE|HERMES|CLAUDE)_(?<name>SKILL_DIR|SESSION_ID)\}|\$(?:ARGUMENTS(?![\w[])|\{ARGUMENTS\})/g;

function fillIn(text: string, { skillFolder, session, instruction }: TemplateValues): string {
  return text.replace(variable, (token: string, name: string | undefined) => {
    if (name === 'SKILL_DIR') return skillFolder;
    if (name === 'SESSION_ID') return session ?? token;
    return instruction;
  });
}
