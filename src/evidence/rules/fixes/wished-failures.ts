/*
 * Failures that the user asked to see: a crash that is to be reproduced before it is fixed, a compiler that is expected to
 * be too old, a page that must refuse a stranger. They are an answer. What stops the agent on the way there, such as a
 * missing program or a login, is a failure like any other, and so is what still fails after the agent changed the code.
 */

import type { Attempt, Command, Family } from '../attempts/attempt.js';
import { isTestRun } from '../attempts/command-kinds.js';
import { editedFiles } from './steps/edited-files.js';
import { editedKind } from './steps/file-kind.js';
import { isFailure } from './thread.js';
import type { TimelineStep } from './timeline.js';
import { isFlag, mentions } from './work/operands.js';

/** The attempts themselves, in order. `before` is what the user said before the timeline begins. */
export function wishedFailures(
  timeline: readonly TimelineStep[],
  before: readonly string[] = [],
): readonly Attempt[] {
  const messages = [...before];
  let wish = wishIn(messages);
  let edited: string[] = [];
  const wished: Attempt[] = [];
  for (const step of timeline) {
    if (step.kind === 'message') {
      messages.push(step.text ?? '');
      wish = wishIn(messages);
    }
    edited.push(...editedFiles(step).filter((path) => editedKind(path) === 'source'));
    if (step.kind !== 'attempt' || !isFailure(step.attempt) || !isWished(wish, step.attempt)) continue;
    const { text } = step.attempt.command;
    edited = edited.filter((path) => !mentions(text, path.slice(path.lastIndexOf('/') + 1)));
    if (edited.length === 0) wished.push(step.attempt);
  }
  return wished;
}

interface Wish {
  /** Whether a defect is to be shown, whatever command shows it. */
  readonly toReproduce: boolean;
  /** Whether a checker is asked what it finds. */
  readonly toFind: boolean;
  /** The sentences that expect something to fail, in lower case; the command has to name a part of them. */
  readonly expecting: readonly string[];
}

function wishIn(messages: readonly string[]): Wish {
  const sentences = messages
    .slice(-maxMessages)
    .flatMap((text) => text.slice(0, maxCharacters).split(/(?<=[.!?])\s+|\n|[。！？]/));
  return {
    toReproduce: sentences.some((text) => reproduces.test(text)),
    toFind: sentences.some((text) => finds.test(text)),
    expecting: sentences
      .filter((text) => cannot.test(text) || (expects.test(text) && !negated.test(text)))
      .map((text) => text.toLowerCase()),
  };
}

function isWished({ toReproduce, toFind, expecting }: Wish, { command, cause }: Attempt): boolean {
  if (cause === undefined || hindrances.has(cause.family)) return false;
  if (defects.has(cause.family) && (toReproduce || (toFind && isChecker(command)))) return true;
  const names = command.words.filter((word) => !isFlag(word)).flatMap(namesIn);
  return expecting.some((text) => names.some((name) => mentions(text, name)));
}

/** It looks for faults, as opposed to a test, whose result is that of the work. */
function isChecker(command: Command): boolean {
  return (command.isVerify && !isTestRun(command)) || /link|^lychee$/.test(command.program);
}

const maxMessages = 3;
const maxCharacters = 1_000;

/** What keeps a command from getting to what it should show. */
const hindrances: ReadonlySet<Family> = new Set(['notfound', 'dep', 'usage', 'init', 'port']);

const defects: ReadonlySet<Family> = new Set(['code', 'other', 'invalid', 'transient']);

/** A word and its parts, in lower case: `1.65` of `+1.65`, `/admin` and `admin` of an address. */
function namesIn(word: string): readonly string[] {
  const plain = word.slice(0, maxWord).toLowerCase();
  const last = plain.slice(plain.search(/[^/]*\/?$/));
  const parts = plain.split(/[^\p{L}\d._-]+/u);
  return [plain, `/${last}`, ...parts].filter((name) => name.length > 2 && /[\p{L}\d]/u.test(name));
}

const maxWord = 200;

const reproduces =
  /\b(?:reproduc(?:e|ing)|re-?pro\b|trigger (?:it|the|that)|provoke|make it (?:crash|fail)|(?:show|see|demonstrate|prove) (?:me )?(?:that |how |the |it )*(?:crash|fail|break|error|bug)\w{0,4}|nachstell\w{0,4}|reproduzier\w{0,4}|nachzustellen|reprodui(?:s|re|sez)|reproduc(?:ir|e|elo)|reproduz(?:a|ir)|riprodu(?:ci|rre|rlo))\b|重现|复现|再現/iu;

/** A question about faults, or a wish to have them listed. */
const finds =
  /^(?:please |bitte |and |so |ok,? )?(?:find|list|show|count|any|which|what|how many|are there|is there|finde|suche?|liste|zeige?|welche|gibt es|wie viele|trouve|cherche|montre|quels?|quelles?|y a-t-il|busca|lista|muestra|qué|cuáles?|cuánt[ao]s|hay|找出|列出|有没有|有哪些)(?!\p{L}).{0,60}(?:lint|style|stil|links?|liens|enlaces|types?|warn|finding|issue|problem|error|fehler|erreur|violation|vulnerab|format|问题|错误|警告)/iu;

const failing =
  '(?:fails?|breaks?|crash(?:es)?|reject(?:s|ed)?|refuse[sd]?|den(?:y|ies|ied)|forbidden|block(?:s|ed)?|closed|unreachable)';

const expects = new RegExp(
  [
    `\\b(?:should|must|has to|have to|supposed to|expect\\w{0,3}|make sure|ensure|verify|check|confirm|prove)\\b.{0,80}\\b${failing}\\b`,
    '\\b(?:soll|muss|sollte|müsste|erwarte|prüfe?|sicherstellen)\\b.{0,80}\\b(?:fehlschlagen|fehlschlägt|scheiter\\w{1,2}|abbrechen|abbricht|abstürz\\w{1,3}|abgelehnt|abgewiesen|verweigert|gesperrt|blockiert)',
    '\\b(?:doit|devrait|vérifie\\w{0,2})\\b.{0,80}\\b(?:échoue\\w{0,1}|plante\\w{0,1}|refus\\w{1,4}|rejet\\w{1,5}|bloqué|interdit)',
    '\\b(?:debe|debería|tiene que|comprueba|verifica)\\b.{0,80}\\b(?:falla\\w{0,1}|fallar|rechaz\\w{1,4}|romper\\w{0,2}|bloque\\w{1,4}|deneg\\w{1,4})',
    '\\b(?:deve|deveria|verifique)\\b.{0,80}\\b(?:falh\\w{1,4}|rejeit\\w{1,4}|bloque\\w{1,4}|recus\\w{1,4})',
    '(?:应该|确认|确保|必须).{0,40}(?:失败|报错|拒绝|崩溃)|(?:失敗|エラー|拒否).{0,12}(?:はず|べき|確認)',
  ].join('|'),
  'iu',
);

const negated =
  /\b(?:not|never|no longer|cannot|without|why|how|when|if|nicht|nie|kein\w{0,2}|warum|ne|pas|jamais|pourquoi|no|nunca|não|nao|por qué)\b|n['’]t\b|不|没|ない|ません/iu;

const cannot =
  /\b(?:must|should|may|can) ?(?:not|n['’]t)\b.{0,20}\b(?:work|build|compile|pass|be (?:reachable|allowed|possible|accepted))\b/i;
