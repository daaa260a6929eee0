/*
 * What users had asked for when an agent loaded a skill, as it is stored: redacted. A message that says that another skill
 * was wanted makes the prompt before it one for which this skill is wrong. Loads that the user asked for by the name of
 * the skill say nothing about what else it is found by.
 */

import { blamesSkill } from '../rules/messages/wrong-skill.js';
import type { Connection } from './database.js';
import { skillOfMention } from './dictionary.js';

export interface AskedPrompt {
  /** The id of the skill, or its name if it is not installed. */
  readonly skill: string;
  readonly prompt: string;
  /** The user said that the skill was the wrong one. */
  readonly isWrong: boolean;
}

/** Of the latest loads, newest first; a prompt is given once for each skill. */
export function askedPrompts(connection: Connection): readonly AskedPrompt[] {
  const rows = connection.all<Row>(latestLoads, maxLoads);
  const seen = new Set<string>();
  return rows.flatMap(({ skill, prompt, next, isCorrection }): readonly AskedPrompt[] => {
    if (prompt === null || !isTelling(prompt, skill)) return [];
    const text = prompt.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);
    const key = `${skill}\n${text}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ skill, prompt: text, isWrong: isCorrection === 1 && blamesSkill(next ?? '') }];
  });
}

interface Row {
  readonly skill: string;
  readonly prompt: string | null;
  readonly next: string | null;
  readonly isCorrection: number | null;
}

const maxLoads = 500;
const maxCharacters = 300;

/** Neither a command nor the name of the skill, and more than an answer such as "go on". */
function isTelling(prompt: string, skill: string): boolean {
  const name = skill.slice(skill.lastIndexOf(':') + 1);
  return (
    !/^\s*\//.test(prompt) && !prompt.includes(name) && prompt.split(/\s+/).join('').length >= minLetters
  );
}

const minLetters = 10;

/** The message before the load and the one after it, in the main conversation. */
const latestLoads = `
  WITH loads AS (
    SELECT ref, session, at, turn, mention FROM events
    WHERE kind = 'skill-load' AND thread = '' AND is_error IS NOT 1 AND mention IS NOT NULL
    ORDER BY at DESC, ref DESC LIMIT ?)
  SELECT ${skillOfMention} AS skill,
    (SELECT args FROM events AS said WHERE said.session = loads.session AND said.at <= loads.at
       AND said.kind = 'turn' AND said.thread = '' ORDER BY said.at DESC LIMIT 1) AS prompt,
    (SELECT args FROM events AS said WHERE said.session = loads.session AND said.at > loads.at
       AND said.kind = 'turn' AND said.thread = '' ORDER BY said.at LIMIT 1) AS next,
    (SELECT is_correction FROM events AS said WHERE said.session = loads.session AND said.at > loads.at
       AND said.kind = 'turn' AND said.thread = '' ORDER BY said.at LIMIT 1) AS isCorrection
  FROM loads JOIN mentions ON mentions.ref = loads.mention
  ORDER BY loads.at DESC, loads.ref DESC
`;
