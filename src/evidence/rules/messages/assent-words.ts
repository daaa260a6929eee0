/*
 * Recognises assent: "yes", "go ahead", "ok, continue". A message that agrees and then asks for other work is not assent.
 */

/** Whether the message only agrees, perhaps with thanks or a few words about the same work. */
export function isAssent(opening: string): boolean {
  let rest = opening;
  let agreed = false;
  for (let taken = 0; taken < maxPhrases; taken += 1) {
    const phrase = agreeing.exec(rest)?.[0] ?? (agreed ? polite.exec(rest)?.[0] : undefined);
    if (phrase === undefined || phrase === '') break;
    agreed = true;
    rest = rest.slice(phrase.length).replace(/^[\s,.!;:…、。!,~-]{1,10}/, '');
  }
  if (!agreed || objecting.test(rest)) return false;
  return rest === '' || (wordsIn(rest) <= maxFurtherWords && !otherWork.test(rest));
}

const maxPhrases = 8;
/** "Yes, and run the tests" is still about the same work. */
const maxFurtherWords = 7;

const end = '(?![\\p{L}\\p{N}-])';

const agreeing = new RegExp(
  `^(?:${[
    // English
    'yes(?:,? (?:please|do|sure))?|yep|yeah|yup|y|ok(?:ay)?|k|sure(?: thing)?|of course|absolutely|definitely|correct|right|exactly|agreed|approved|confirmed?|fine|alright|all right|lgtm|looks (?:good|great|right|fine)(?: to me)?|sounds (?:good|great|right|fine)|good|great|perfect|nice(?: work| job)?|awesome|excellent|cool|wonderful|amazing|brilliant|wow|well done|good job|that (?:works|worked|helps|did it)|it works(?: now)?|works(?: great| now| fine)?',
    '(?:please )?(?:go ahead|go on|go for it|continue|proceed|carry on|keep going|do it|do that|do so|ship it|make it so|resume)',
    'no (?:problem|worries|need|rush|thanks|thank you|more|further(?: changes| questions)?|changes(?: needed)?|questions|objections?|complaints)',
    "no,? (?:thanks|thank you|that's (?:all|fine|good|ok(?:ay)?|it|perfect|great|right|correct|everything)|it's (?:fine|ok(?:ay)?|good|all good|perfect)|all (?:good|fine)|this is (?:fine|good|perfect|great)|i'm good|nothing else|looks (?:good|fine|great)|go ahead|continue|keep it)",
    'thanks|thank you(?: so much| very much)?|thx|ty|cheers',
    // German
    'ja(?:,? (?:bitte|gerne|genau|klar))?|jo|jep|klar|gern(?:e)?|genau|richtig|stimmt|passt(?: so)?|in ordnung|einverstanden|okay|gut|super|prima|perfekt|toll|sehr gut|alles (?:gut|klar)(?: so)?|sieht gut aus|klingt gut|(?:bitte )?(?:weiter(?:machen)?|mach(?: das| es)?(?: so)?(?: weiter)?(?: bitte)?|leg los|los|fahr fort|fortfahren)|kein problem|nein,? (?:danke|alles (?:gut|bestens|ok(?:ay)?)(?: so)?|passt(?: so)?|schon gut|das (?:ist|war) (?:gut|alles|ok(?:ay)?|richtig|perfekt)(?: so)?|nicht nötig|mach weiter)|danke(?: schön| dir)?|vielen dank',
    // French
    "oui(?:,? (?:merci|vas-y|s'il te plaît))?|ouais|d'accord|parfait|très bien|c'est (?:bon|parfait|bien|ça)|ça (?:marche|va)|exact(?:ement)?|bien sûr|vas-y|allez-y|continue[rz]?|fais(?:-le)?|super|génial|pas de (?:problème|souci)|non,? (?:merci|c'est (?:bon|parfait|bien|tout)|ça va|pas besoin|tout va bien|vas-y|continue)|merci(?: beaucoup)?",
    // Spanish
    'sí|si(?=[,.! ]|$)|claro|vale|de acuerdo|perfecto|muy bien|está bien|bien|genial|exacto|correcto|adelante|sigue(?! (?:sin|fallando|igual|mal|dando|roto|saliendo))|continúa|hazlo|dale|por supuesto|no hay problema|no,? (?:gracias|está bien|todo bien|así está bien|ya está|hace falta|te preocupes|es necesario|pasa nada|importa)|gracias|muchas gracias',
  ].join('|')})${end}|^(?:${[
    // Chinese, Japanese
    '好的?吧?|可以|行|是的|对的?|没问题|没错|不错|很好|继续吧?|请继续|同意|确认|就这样|嗯|谢谢你?|辛苦了|完美|太好了|不用了|不用谢|没关系',
    'はい|うん|ええ|そうです|オーケー|了解(?:です)?|わかりました|お願いします|続けて(?:ください)?|進めて(?:ください)?|いいです(?:ね|よ)?|いいね|完璧(?:です)?|ありがとう(?:ございます)?|大丈夫(?:です)?|問題な(?:い|し)(?:です)?|間違いない(?:です)?|いいえ、?(?:大丈夫|結構)(?:です)?|素晴らしい(?:です)?',
  ].join('|')})`,
  'u',
);

/** Words that may stand beside assent. */
const polite =
  /^(?:please|bitte|gerne?|so|then|and|with (?:it|that)|that's (?:it|all|right|correct|fine|good|perfect)|this|these|das|alors|s'il te plaît|s'il vous plaît|por favor|吧|了|です|ください|please do|very much|everyone|all|it|for (?:now|me)|i (?:agree|approve)|you (?:can|may)(?: (?:continue|proceed|go ahead))?)(?![\p{L}\p{N}-])/u;

const objecting =
  /^(?:but|however|except|although|though|only |just not|one thing|aber|jedoch|nur|allerdings|mais|sauf|pero|excepto|solo que|sólo que|但是?|不过|けど|でも|ただ)|(?:,| )(?:but|aber|mais|pero|however) /;

/** What follows the assent is another task. */
const otherWork =
  /^(?:now|next|also|then|additionally|after that|jetzt|nun|als nächstes|danach|außerdem|maintenant|ensuite|puis|aussi|ahora|luego|después|también|现在|接下来|然后|另外|次に|それから)(?![\p{L}\p{N}-])|(?:^|\s)(?:can|could|would) you |^(?:what|why|how|where|when|who|which|was|wie|warum|wo|quoi|pourquoi|comment|qué|por qué|cómo)(?![\p{L}\p{N}-])/u;

function wordsIn(text: string): number {
  const spaced = text.split(' ').filter((word) => word !== '').length;
  // Chinese and Japanese have no spaces: about two characters are a word.
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return spaced + Math.floor(dense / 2);
}
