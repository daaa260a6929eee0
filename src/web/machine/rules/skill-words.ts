/*
 * The facts about a skill in words.
 */

import type { Sight } from '../../../machine/api/skills.js';
import type { Tone } from '../../parts/facts.js';

export const sightWords: Readonly<Record<Sight, string>> = {
  listed: 'lists it',
  cut: 'lists it with a part of its description',
  name: 'lists its name',
  silent: 'loads it when you ask',
  unseen: 'does not see it',
};

export const provenanceWords: Readonly<Record<string, string>> = {
  agent: 'made by an agent',
  user: 'made by you',
  plugin: 'from a plugin',
  registry: 'from a registry',
  bundled: 'bundled',
  hub: 'from a hub',
  project: 'of a project',
};

/** Of the scanner and of the parser. */
export function findingTone(severity: string): Tone {
  if (severity === 'critical' || severity === 'high' || severity === 'error') return 'bad';
  return severity === 'info' ? 'plain' : 'warn';
}

/** What may be typed into a shell as it is: anybody can name a skill. */
export function isPlainWord(word: string): boolean {
  return /^[\w@.:-]+$/.test(word);
}
