/*
 * Whether a message says that another skill should have been taken. Only plain words for it count: most corrections are
 * about the work, and say nothing about the choice of the skill.
 */

export function blamesSkill(message: string): boolean {
  return patterns.some((pattern) => pattern.test(message.slice(0, maxCharacters)));
}

const maxCharacters = 300;

const patterns: readonly RegExp[] = [
  /\b(?:wrong|incorrect|unsuitable) skill\b/i,
  /\bnot (?:that|this|the right) skill\b/i,
  /\b(?:another|a different|the other) skill\b/i,
  /\bskill (?:is|was) (?:the )?(?:wrong|not right)\b/i,
  /\b(?:falsche[rsn]?|andere[rsn]?) skill\b/i,
  /\b(?:mauvais|autre|pas (?:ce|le bon)) skill\b/i,
  /\b(?:no (?:es )?(?:ese|este)|otr[oa]) skill\b/i,
  /\b(?:outro|não (?:é )?ess[ea]) skill\b/iu,
  /(?:スキルが(?:違|間違)|別のスキル)/u,
  /(?:技能(?:不对|错了)|(?:别|另)的?一?个?技能)/u,
];
