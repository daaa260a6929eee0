/*
 * Whether a question is likely in another language than English. Skills are mostly written in English, so that a question
 * in another language shares few words even with the skill that answers it, and says little about what is not there.
 */

import { stopWords } from './english.js';
import { wordsOf } from './words.js';

export function isForeign(question: string): boolean {
  if (otherScripts.test(question)) return true;
  let [english, foreign] = [0, 0];
  for (const word of wordsOf(question).flat()) {
    if (stopWords.has(word)) english++;
    if (foreignWords.has(word)) foreign++;
  }
  return foreign > english;
}

const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** Small words of German, French, Spanish, Italian, Portuguese and Dutch, without accents. */
export const foreignWords = new Set(
  (
    'aber als am auf aus bei das dem den der des die ein eine einen einer eines es fur habe hat ich im ist kann kein ' +
    'man mein meine meinem meinen mich mir mit nach nicht noch oder sich sie und uns unsere von vom vor was wenn wer wie ' +
    'wird wir wo zu zum zur ' +
    'au aux avec ce ces cette comment dans des du elle en entre est et faire il je la le les leur ma mes moi mon nos notre ' +
    'nous ou par pas pour puis quand que quel quelle qui sa sans ses son sont sur un une vos votre ' +
    'al como con cual cuando cuanto de del donde el ella en es esta este hay la las lo los me mi mis muy no nos nuestro ' +
    'nuestra o para pero por porque que quiero se ser si sin sobre su sus tengo tu un una unos y ' +
    'ao com da das do dos em eu meu minha na nas no nos nao o os ou pela pelo quero um uma ' +
    'che chi ci posso vorrei dal dalla dei del della di e gli i il io lo mio mia nel nella non per piu quale sono sul una uno ' +
    'aan bij een en het hoe ik in is kan met mijn naar niet of om ons op te van voor waar wat zijn'
  ).split(' '),
);
