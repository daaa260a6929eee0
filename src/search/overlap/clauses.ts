/*
 * The clauses of a description that say when to use a skill, and those that say what it is not for. They are also read
 * where nothing is compared in other words, so this needs no lexicon.
 */

/** "Not for X (use Y)", "do not use for X", "for X use Y instead": the subject of another skill. */
export function withoutExclusions(description: string): string {
  return description
    .slice(0, maxDescriptionCharacters)
    .split(/(?<=[.!?;\n])/)
    .map((sentence) =>
      referral.test(sentence) ? ' ' : sentence.replace(exclusion, ' ').replace(pointer, ' '),
    )
    .join('');
}

const maxDescriptionCharacters = 2_000;
const referral = /\binstead of (?:this|it)\b|\buse (?:the )?[\w`:/-]+(?: skill)? instead\b/i;
const exclusion =
  /\b(?:not (?:for|intended|meant|suitable|to be used)|(?:do not|don't|never|shouldn't be|should not be) used?|except (?:for|when)|unlike|excludes?|skip (?:this|it|when|for))\b.*$/is;
const pointer = /\((?:use|see|try) [^)]*\)/gi;

/** The clauses that say when to use a skill; each is what an agent compares a task with. */
export function triggersOf(description: string): readonly string[] {
  return Array.from(
    withoutExclusions(description).matchAll(
      /\b(?:use (?:it |this |this skill )?(?:when(?:ever)?|for|if|before|after|to)|used? proactively (?:when|for)|when(?:ever)? (?:the )?user (?:asks?|wants?|mentions?|says?)(?: to| for| about)?|trigger(?:s|ed)?(?: it)?(?: on| when| by| before)?:?)\s+([^.!?;\n]+)/gi,
    ),
    ([, clause = '']) => clause.trim(),
  ).filter((clause) => clause !== '');
}
