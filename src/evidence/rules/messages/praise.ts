/*
 * Recognises praise and good news about the work: "works on my phone", "sieht super aus". A "no" before it denies a doubt of
 * the agent ("no no, that's fine").
 */

import { unaccented } from './opening.js';

/** Whether the words say that the work is good, without a negation of that. */
export function isPraise(text: string): boolean {
  const words = unaccented(text.toLowerCase());
  return understated.test(words) || (praise.test(words) && !negated.test(words));
}

/** A denial of the agent's own doubt or apology, with praise: "no, that was right". */
export function isReassurance(opening: string): boolean {
  const words = unaccented(opening);
  if (contrast.test(words)) return false;
  if (understated.exec(words)?.index === 0) return true;
  const denial = denies.exec(words);
  if (denial === null) return false;
  return isPraise(words.slice(denial[0].length, denial[0].length + maxPraiseCharacters));
}

const maxPraiseCharacters = 60;

const source =
  '\\b(?:good|great|nice|nicely|perfect|perfectly|fine|beautiful|lovely|awesome|excellent|amazing|brilliant|love|loved|works|worked|working|happy|impressive|neat|(?<!\\b(?:my|our|your|the|an|without|mein|ohne|mon|sans|mi|sin) )(?:ok|okay)|thanks|thank|cheers|solid|clever)\\b' +
  '|\\b(?:gut|super|prima|perfekt|toll|klasse|spitze|richtig|passt|lauft|klappt|funktioniert|danke|wunderbar|stark|sauber|zufrieden)\\b' +
  '|\\b(?:bien|parfait|parfaite|super|superbe|genial|juste|correct|bon|bonne|marche|fonctionne|merci|ravie?s?|impeccable|nickel|beau|belle)\\b' +
  '|\\b(?:perfecto|perfecta|genial|correcto|excelente|funciona|gracias|contentos?|estupendo|guay|buen|bueno|buena)\\b' +
  '|\\b(?:bom|boa|otimo|otima|perfeito|perfeita|certo|certinho|lindo|linda|obrigad[oa]|beleza|maravilha)\\b' +
  // Words that praise only in such a phrase.
  "|\\b(?:that's|that is|is|was|were|are|looks|all|quite|got it|read it|did it) (?:right|correct|green|clean|done)\\b|^(?:right|correct)\\b|\\bwell done\\b|\\b(?:all|tests?|it) pass(?:es)?\\b" +
  '|\\b(?:much|far|way|lot|viel|beaucoup|bien|mucho|muito) (?:better|besser|mieux|mejor|melhor)\\b|\\bbetter than\\b|\\b(?:sehr|richtig|wirklich) schon\\b|\\bschon geworden\\b' +
  '|\\b(?:nichts (?:auszusetzen|zu meckern|zu beanstanden)|rien a (?:redire|dire)|nada que (?:objetar|decir)|nothing to (?:add|change|complain)|dank|vielen dank)\\b' +
  '|没什么要改|不错|很好|真好|太好|完美|没问题|正确|合适|漂亮|谢谢|厉害|可以了|对的|好的|合って|合っています|大丈夫|完璧|いいです|いいね|良い|良かった|ありがと|素晴らし|問題な|問題あり?ません|助かり|正し(?:い|かった)';
const praise = new RegExp(source, 'u');
const understated =
  /\b(?:not|nicht|pas|nada|no|nem)(?: (?:a|at all|so|too|nada|tan|esta|est))* (?:bad|problem|schlecht|ubel|mal|mauvais|ruim)\b/;
/** "Not good", "nicht gut", "doesn't work": nothing to praise. */
const negated = new RegExp(
  `(?:\\b(?:not|isn't|isnt|wasn't|aren't|weren't|never|doesn't|doesnt|don't|dont|didn't|no longer|hardly|barely|nicht|kein\\p{L}{0,2}|nie|pas|jamais|plus|no|nunca|nao|nem)\\b|n't)(?: (?!problem)\\p{L}+){0,2} (?:${source})|(?:${source})(?: \\p{L}+){0,2} (?:nicht|pas)\\b|不(?:正确|合适|完美|漂亮)|(?:合って|正しく|良く)(?:い)?(?:ない|ません)`,
  'u',
);
const denies =
  /^(?:no|nope|nah|nein|nee|no|non|nao|si si|mais non|para nada|いや|いえ|いいえ|不|没有|没)(?:[\s,.!;:、。，]+(?:no|nein|non|nao|いや|いえ)){0,3}[\s,.!;:、。，]*/;
const contrast = /[\s,.;](?:but|aber|mais|pero|mas|however|jedoch|sin embargo|porem)[\s,]|但|不过|けど|でも/;
