/*
 * Decides what a message of the user does: it agrees, answers a question, corrects what the agent did, or gives a task.
 * A task ends an episode; the others do not. A correction counts against a skill, so only clear cases count: by structure
 * first (words after an interrupt or a refusal), then by how a message reads that follows a report of the agent.
 */

import { isAssent } from './assent-words.js';
import { correctsByScore } from './correction-score.js';
import { correctsByWording } from './correction-words.js';
import { isHelp } from './help-words.js';
import { openingOf } from './opening.js';
import { isReassurance } from './praise.js';

export type MessageKind = 'assent' | 'answer' | 'correction' | 'task';

export interface MessageContext {
  /** What came right before: a reply of the agent, one that ends with a question, an interrupt, or a refused call. */
  readonly after?: 'reply' | 'question' | 'interrupt' | 'refusal' | undefined;
}

export function messageKind(text: string, { after }: MessageContext = {}): MessageKind {
  const opening = openingOf(text);
  if (opening === '') return isPasted(text) ? 'task' : 'assent';
  if (after === 'interrupt' || after === 'refusal') {
    if (isAssent(opening) && !correctsByWording(opening)) return 'assent';
    return startsTask(opening) ? 'task' : 'correction';
  }
  if (isHelp(opening)) return 'answer';
  // Without a report before it, only plain wording counts.
  const corrects = after === 'reply' ? correctsByScore(text) : correctsByWording(opening);
  if (isAssent(opening) && !corrects) return 'assent';
  // "No" to "Shall I also update the docs?" is an answer.
  if (after === 'question' && isBareRefusal(opening)) return 'answer';
  if (corrects) return 'correction';
  if (isReassurance(opening)) return after === 'question' ? 'answer' : 'assent';
  if (after === 'question' && text.length <= maxAnswerCharacters && !startsTask(opening)) return 'answer';
  return isChoice(opening) ? 'answer' : 'task';
}

/** A longer message after a question is a task of its own. */
const maxAnswerCharacters = 400;

/** A document, a log or a command without any words of the user before it. */
function isPasted(text: string): boolean {
  return text.trim() !== '';
}

/** Words that announce other work. */
function startsTask(opening: string): boolean {
  return /^(?:(?:ok(?:ay)?|thanks|great|good|danke|merci|gracias)[,.!]? )?(?:now|next|new task|another (?:thing|task|question)|different topic|forget (?:that|it|about)|jetzt|als nächstes|neue aufgabe|maintenant|ensuite|nouvelle tâche|ahora|siguiente|nueva tarea|接下来|现在|下一步|新任务|次(?:に|は)|別の(?:件|タスク)|agora|próxim[oa]|a seguir|il faut maintenant|il faudrait maintenant)(?![\p{L}\p{N}-])/u.test(
    opening,
  );
}

/** A "no" with at most a few words, as an answer to a question. */
function isBareRefusal(opening: string): boolean {
  return (
    opening.length <= 60 &&
    /^(?:no|nope|nah|not (?:now|yet|needed)|don't|nein|nee|nicht|non|ne|pas|não|nao|no hace falta|不用|不要|不|いいえ|いらない)(?![\p{L}\p{N}-])/u.test(
      opening,
    ) &&
    !/\b(?:wrong|that's not|falsch|faux|(?:est[áa]|muy|^no,?) mal)\b/.test(opening)
  );
}

/** A choice among options: "2", "b", "option 1", "the first one". */
function isChoice(opening: string): boolean {
  return /^(?:(?:option|choice|variante?|opción|选项?|第)? ?[a-d\d][).。]?|the (?:first|second|third|last|former|latter)(?: one| option)?|both|neither|all(?: of them)?|die (?:erste|zweite|dritte)|le (?:premier|second|deuxième)|la (?:première|seconde)|(?:el|la) (?:primer[oa]|segund[oa])|第[一二三]个|[一二三\d](?:番目?|つ目)(?:の案)?(?:で)?(?:お願いします)?)[.!]?$/.test(
    opening,
  );
}
