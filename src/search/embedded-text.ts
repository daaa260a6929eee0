/*
 * What an embedder reads of a skill: what it is called and what it is for. Tags and the body were measured as well,
 * joined and apart: they blur what the skill is for, and words that only they hold are found by the index.
 */

export interface Described {
  readonly name: string;
  readonly description: string;
}

export function embeddedText({ name, description }: Described): string {
  return `${name.replaceAll(/[-_]+/g, ' ')}. ${description}`;
}
