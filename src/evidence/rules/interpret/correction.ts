/*
 * Decides whether a message of the user corrects what the agent did before. Only clear cases count, because a correction
 * counts against a skill, and an ordinary request must not.
 */

export function isCorrection(text: string): boolean {
  const opening = text
    .slice(0, maxOpeningCharacters)
    .replace(/```[\s\S]*|^>.*$/gm, '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
  if (opening === '' || content.test(opening)) return false;
  // After a word of agreement, only the text after a "but" can be a correction.
  const agreement = agreeing.exec(opening);
  const relevant =
    agreement === null ? opening : (/\b(?:but|aber|mais|pero)\b[\s\S]*/.exec(opening)?.[0] ?? '');
  return patterns.some((pattern) => pattern.test(relevant));
}

/** A correction comes first; the rest may be pasted text. */
const maxOpeningCharacters = 300;

/** A pasted log, trace or document, or a command. */
const content = /^(?:[/<#{[]|\w{0,40}(?:error|exception):|traceback|fatal:)/;

const agreeing =
  /^(?:thanks|thank you|thx|great|perfect|nice|good|awesome|excellent|cool|wow|looks good|lgtm|ok|okay|yes|yep|yeah|sure|continue|go on|go ahead|proceed|no (?:problem|worries|need|rush|thanks|thank you|more|further|changes|questions)|no, (?:thanks|thank you|that's (?:all|fine|good|ok|it|perfect)|it's (?:fine|ok|good)|go ahead|continue|all good|please (?:continue|go)|i'm good|not (?:yet|now))|danke|super|gut|prima|kein problem|nein,? danke|ja|merci|parfait|pas de problème|non,? merci|oui|gracias|perfecto|bien|sí|no,? gracias|no hay problema|谢谢|好的|很好|不错|没问题|ありがとう|いいね|はい|問題ない|大丈夫)(?![\w-])/;

const patterns: readonly RegExp[] = [
  /^(?:no|nope|nah|nein|non)(?:,|\.|!| -| —|\s(?:no|not|that|don't|i|you|the|wrong|stop|it's|use|das|ich|c'est|eso))/,
  /^(?:please |just )?stop(?:$|[.!,]|\s(?:it|that|this|doing|changing|adding|using|editing|trying|making|right|please|now)\b)/,
  /^(?:please |just |can you |could you )?(?:undo|revert|roll ?back|restore)\b|\bput (?:it|that|this|them|everything) back\b|\bchange (?:it|that) back\b/,
  /^wait[,.!]|\bhold on,|^actually,? (?:no|i (?:meant|wanted|said)|that's)\b|^don't (?:do|touch|change|use|add) (?:that|this|it)\b/,
  /\b(?:that|this|it|which)(?:'s| is| was|s)? (?:still |completely |totally |just |also )?(?:wrong|incorrect|broken|not (?:right|correct|working|true|it\b|what|how|quite)|nonsense)/,
  /\bnot what i (?:asked|wanted|meant|said|had)|\bi (?:never|didn't|did not) (?:ask|say|want|tell)|\bi (?:already )?(?:said|told you|meant|asked (?:you )?(?:for|to|not))\b|\bi wanted\b/,
  /\byou (?:just |also |have |'ve |still )?(?:broke|broken|forgot|forgotten|missed|ignored|messed|misunderstood|misread|deleted|removed the|overwrote|skipped|got (?:it|that|this) wrong|didn't|did not|shouldn't|should not|should have|were supposed|keep \w+ing|made (?:it worse|that up|a mistake)|haven't)\b/,
  /\byou're wrong\b|\bwhy (?:did|are|have|would|do) you\b|\bwrong (?:file|branch|one|place|folder|directory|function|repo|version|way|approach)\b/,
  /\bstill (?:fail|failing|fails|broken|not|doesn't|does not|don't|isn't|is not|wrong|the same|getting|get|seeing|see|crash|crashes|throws|an? |shows|there|happening|happens)\b|\bsame (?:error|problem|issue|result|thing) (?:again|as before)|^same (?:error|problem|issue)/,
  /\b(?:doesn't|didn't|does not|did not|isn't|not|never) work(?:ing|ed|s)?\b(?! on\b.*\?)|\b(?:it|that|everything|now it|the \w+) (?:broke|is broken|crashes|crashed)\b/,
  /^[^?]{0,120}\binstead of\b/,
  // German, French, Spanish.
  /\bdas (?:ist|war) (?:falsch|nicht (?:richtig|das|was))|\bstimmt nicht|\bso nicht\b|\b(?:funktioniert|geht|klappt|läuft) (?:immer |noch |so |leider |gar ){0,3}nicht|\bimmer noch (?:kaputt|falsch|fehler|ein|der|nicht)|\bich (?:sagte|meinte|wollte|hab(?:e)? gesagt)\b|^hör auf|^stopp|\brückgängig|^warum hast du|\bdu hast .{0,60}(?:vergessen|kaputt|gelöscht|ignoriert)|\banstatt\b/,
  /\bc'est (?:faux|pas (?:ça|bon|correct|ce que))|\bce n'est pas\b|\b(?:marche|fonctionne) (?:toujours )?pas|^(?:annule|arrête|reviens en arrière)|^pourquoi (?:as-tu|tu as|avoir)|\bj'(?:ai|avais) (?:dit|demandé)|\bau lieu de\b|\btu as (?:oublié|cassé|supprimé)/,
  /\beso (?:está mal|no (?:es|era))|\bestá mal\b|\bno funciona|\bsigue (?:fallando|sin|igual|mal)|^(?:deshaz|revierte|detente)|^¿?por qué (?:has|hiciste|borraste)|\bte dije\b|\bno es lo que\b|\ben (?:vez|lugar) de\b|\bolvidaste\b|\bhas roto\b/,
  // Chinese, Japanese.
  /不对|(?<!不)错了|弄错|搞错|不是(?:这样|我|这个|要)|还是(?:不行|报错|失败|不对|有问题|一样)|不行|没用|撤销|撤回|回滚|^停|别(?:这样|改|动)|为什么(?:你|要)|我(?:说|要)的是|(?:弄|搞)坏/,
  /違(?:う|い|って)|ちがう|間違|そうじゃな|やめて|戻して|取り消|動(?:か|き)(?:ない|ません|なく)|まだ(?:エラー|失敗|動|直)|ではなく|じゃなくて|なぜ.{0,20}(?:した|消した)|壊れ/,
];
