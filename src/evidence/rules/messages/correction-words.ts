/*
 * Recognises a correction by its wording. A task that describes a defect is a task: so a wording counts only if it stands
 * at the start as a bare "no" or "wrong", or points back at what the agent did ("that", "it", "still", "you").
 */

import { unaccented } from './opening.js';

/** Takes the opening of a message (opening.ts). */
export function correctsByWording(accented: string): boolean {
  const opening = unaccented(accented);
  if (isCurious(accented) || goesOn.test(opening) || quotesWords.test(opening)) return false;
  if (agreement.test(opening)) return correctsAfterAgreement(opening);
  return corrections.some((pattern) => pattern.test(opening));
}

/** Takes the opening of a message; whether it asks without a reproach. */
export function isCurious(accented: string): boolean {
  return curious.test(unaccented(accented));
}

/** After words of agreement, only the part after a "but" can be a correction; there, everything but further work is. */
function correctsAfterAgreement(opening: string): boolean {
  const found = objection.exec(opening);
  if (found === null) return false;
  const rest = opening.slice(found.index + found[0].length);
  return (
    corrections.some((pattern) => pattern.test(rest)) || (rest.trim().length > 3 && !furtherWork.test(rest))
  );
}

/** The patterns are written with accents, and matched without them. */
function plain({ source, flags }: RegExp): RegExp {
  return new RegExp(unaccented(source), flags);
}

function plainAll(patterns: readonly RegExp[]): readonly RegExp[] {
  return patterns.map(plain);
}

const objection = plain(
  /(?:^|[\s,.;:!])(?:but|however|except(?: that)?|one thing,?(?: though)?|though|only|aber|jedoch|nur|allerdings|mais|sauf que|presque parfait|juste|pero|sin embargo|solo que|sólo que|salvo que)[\s,:]|但是?|不过|只是|けど|でも|ただ(?:し)?、/,
);

const furtherWork = plain(
  /^(?:can|could|would|will) you|\b(?:also|as well|too\?|additionally|auch noch|zusätzlich|aussi|en plus|también|además)\b|还(?:要|需要|请)|も(?:追加|お願い)/,
);

/** A "no" to the agent's own offer, which then goes on: "no, don't cancel, continue". */
const goesOn = plain(
  /^(?:no|nope|nein|non)[,.]? .{0,60}\b(?:continue|go on|go ahead|proceed|carry on|keep going|weitermachen|mach weiter|weiter so|fahr fort|continue[rz]?|vas-y|continúa|sigue adelante|adelante)\b|^(?:never ?mind|my (?:bad|mistake|fault)|forget (?:it|that)|schon gut|laisse tomber|no importa)\b|\b(?:mistake|error|fault) (?:on my side|of mine|was mine)\b|\bmy (?:mistake|fault|bad)\b|\bmy (?:last |own )(?:commit|change|edit|merge)s?\b|\bi (?:broke|messed|screwed) |\b(?:commit|cambio|merge) mío\b|\bme equivoqué\b|\bich habe? .{0,40}(?:mist gebaut|versehentlich|aus versehen)|\bj'ai fait une (?:bêtise|erreur)|\beu (?:fiz besteira|errei)\b|我.{0,6}(?:不小心|误(?:删|操作|提交))|私が間違えて|^(?:不用|没关系).{0,20}继续|^いや、?大丈夫/,
);

const agreement = plain(
  /^(?:almost|nearly|not bad|good start|schön|fast (?:richtig|perfekt|gut)|sieht (?:schon )?gut aus|presque|casi|muy bien|no está (?:nada )?mal|nein,? das reicht|nö,? (?:brauch|passt|alles)|n[eo],? keep (?:both|it|them|that)|i was wrong|thanks|thank you|thx|great|perfect|nice|good|awesome|excellent|cool|wow|looks good|lgtm|ok(?:ay)?|yes|yep|yeah|sure|continue|go on|go ahead|proceed|no (?:problem|worries|need|rush|thanks|thank you|more|further|changes|questions|objections?|idea|doubt|wonder|matter|longer)|no,? (?:thanks|thank you|that's (?:all|fine|good|ok(?:ay)?|it|perfect|great|right|correct|everything)|it's (?:fine|ok(?:ay)?|good|perfect)|go ahead|continue|all (?:good|fine)|please (?:continue|go)|i'm good|not (?:yet|now)|nothing|looks)|danke|super|gut|prima|perfekt|passt|kein problem|nein,? (?:danke|alles (?:gut|bestens|klar|ok)|passt|schon gut|das (?:ist|war) (?:gut|alles|ok|richtig|perfekt|super)|nicht nötig)|ja|genau|merci|parfait|pas de (?:problème|souci)|non,? (?:merci|c'est (?:bon|parfait|bien|tout)|ça va|tout va bien)|oui|gracias|perfecto|genial|bien|sí|vale|no,? (?:gracias|está bien|todo bien|así está bien|ya está|hace falta|te preocupes|pasa nada)|no hay problema)(?![\p{L}\p{N}-])|^(?:谢谢|好的|很好|不错|没问题|没错|没关系|不用|完美|太好了|ありがとう|いいね|はい|問題な|大丈夫|間違いな|いいえ、?(?:大丈夫|結構)|完璧|了解|惜しい|可以|挺好|差不多)/u,
);

/** A question without a reproach. */
const curious = plain(
  /\b(?:(?:just|genuinely|only) (?:curious|wondering|asking|interested)|(?:want|like) to (?:understand|learn)|not complaining|out of (?:curiosity|interest)|i'm curious|nur (?:neugierig|interessehalber|aus neugier)|aus (?:neugier|interesse)|interessehalber|par curiosité|simple curiosité|juste par|por curiosidad|solo (?:curiosidad|pregunto))\b|好奇|(?:想|了解)(?:学习|了解)一下|没别的意思|気になっただけ|単なる質問|(?:知りたい|興味がある)だけ|参考までに/,
);

/** A task about a text: what follows the colon is that text. */
const quotesWords =
  /^(?:请)?(?:把|将).{0,30}(?:改成|改为|换成)|^(?:please |bitte )?(?:add|create|write|make|show|print|display|build|implement|füge|schreib|erstelle|ajoute|écris|crée|añade|escribe|crea)\b.{0,80}(?:that says?|with the text|saying|which says|titled|labelled|mit dem text|avec le texte|con el texto)\b/;

const corrections: readonly RegExp[] = plainAll([
  /\bundo (?:that|this|it|those)\b|\bshould(?:'ve| have) been\b|\byours (?:is|are|was|were|has|does)\b|\bi gave you\b|\bdid you even\b|\bi should have been clearer\b|^sorry,? .{0,60}: not\b|\btake (?:it|that|them) (?:out|back|off)\b/,
  /(?<!(?:can|could|would|will|do|did|if|should|when|as|before|after|whatever|until) )\byou(?:'ve| have)? (?:put|named|made the|committed|pushed|mocked|swapped|inverted|reversed|hid|moved the|wrote the|left out|cut off|translated the|touched)\b(?!.{0,80}\?$)/,
  /^nicht \S{1,30},? (?:wir|sondern|nimm|nehmt|bitte|das|die|der)\b|\b(?:da |es |hier |noch )?fehl(?:t|en) (?:noch|die|der|das|ein|hier|da)|\bwarum (?:löschst|änderst|entfernst|ignorierst|überschreibst|fasst|machst|nimmst) du\b|\bdu hast .{0,60}\bvertauscht|\bhast du .{0,60}(?:vertauscht|vergessen|gelöscht|übersehen)/,
  /\bvous (?:avez|n'avez) (?:pas |encore )?(?:oublié|cassé|supprimé|effacé|ignoré|écrasé|inversé|mal|raté|modifié|changé|utilisé)|\b(?:usa|pon|haz|escribe|utiliza) \S{1,30}, no \S/,
  /还是报|(?:同样|一样)的错|漏(?:了|掉)|忘了|少了|反了|写成|ほしかった|同じまま|変わって(?:い)?(?:ない|ません)/,
  // How things are done here, and once more.
  /\bwe (?:don't|do not|never|always|only) (?:use|do|have|write|want|commit|add|call|put|work)\b|\bwe(?:'re| are) (?:using|on) .{1,40}, not\b|\b(?:wir|hier) (?:benutzen|verwenden|nutzen|nehmen|machen|schreiben)(?: wir)?\b.{0,40}\b(?:nicht|kein|statt)|\b(?:on|nous) (?:utilise|utilisons|n'utilise|écrit|met)\b.{0,40}\b(?:ici|pas|recommence)|\b(?:aquí|nosotros) (?:usamos|no usamos|utilizamos|escribimos)\b/,
  /\b(?:bitte )?(?:noch ?mal|nochmals|erneut)(?:$|[,.!]| (?:mit|machen|bitte))|\b(?:recommence|refais|réessaie)\b|\b(?:hazlo|inténtalo|prueba) (?:de nuevo|otra vez)\b|\b(?:do|try) (?:it |that |this )?(?:again|over) with\b|重新(?:来|做|写|弄)|やり直し/,
  /\b(?:gemeint war|meinte ich|erwischt)\b|\bje ne voulais pas\b|^sigue sin\b|\bare you sure\?|\bencore\b.{0,30}\b(?:affiche|ancien)|\b(?:ancienne version|alte version|old version|versión anterior)\b.{0,30}\b(?:encore|noch|still|todavía|affiche)|旧(?:的)?版本|\bbastaba con|\bbastaba\b|(?:就够了|就行了)[。.]?$|はずです/,

  // Bare, at the start.
  /^(?:no|nope|nah)(?:$|[,.!;:—]| -| (?:no\b|not |that|this |don't|do not|i (?:said|meant|want|asked|told|need)|you |wrong|stop|it's|it is|it should|use |the (?:other|first|second|right|old|new)|wait|never|please (?:don't|use|keep|leave|stop)|leave |keep |just ))/,
  /^(?:that's |this is |it's )?(?:wrong|incorrect|nonsense|bad|rubbish)(?:$|[,.!;:—]| -| (?:again|file|branch|one|place|folder|directory|function|method|class|repo|version|way|approach|port|line|order|format|language|path|name))/,
  /^not (?:quite|exactly|really|right|correct|good|true|like (?:that|this)|that(?: one| way)?|this(?: one| way)?|there|what i|how i|the (?:right|one)|here)(?:$|[\s,.!;:—])/,
  /^(?:almost|nearly|close|not bad)[,.]? (?:but|not)\b|^(?:try again|do it again|redo (?:it|that|this)|again[,.!])(?:$|[\s,.!])/,
  /^(?:please |just )?stop(?:$|[.!,]| (?:it|that|this|there|doing|changing|adding|using|editing|trying|making|right there|please|now|creating|deleting|guessing)(?:$|[\s.,!]))/,
  /^(?:wait|hold on|hang on|hey|oops|um|hmm|actually)[,.!…]{0,3} ?(?:no\b|that(?:'s| is| was)? (?:not|wrong|the wrong)|you |don't|stop\b|not |it's (?:not|the)|i (?:meant|said|wanted|asked)|this is (?:not|wrong)|why (?:did|are) you|undo|revert|it should|that should)/,
  // Taking back what the agent did.
  /^(?:please |just |can you |could you )?(?:undo|revert|roll ?back|restore|remove|drop|take back) (?:that|this|it|those|these|them|your|what you|everything you|all (?:that|of that|your)|(?:the|my) (?:last|previous|latest|original)(?: (?:change|edit|commit|version|file|code|one|step|state)s?)?)(?:$|[,.!])/,
  /\b(?:put|change|set|switch|move|bring) (?:it|that|this|them|everything|those) back\b|\bgo back to (?:the (?:previous|old|last|original)|how it|what)\b|\bleave (?:it|that|this|them|those) (?:alone|as (?:it|they|is))\b/,
  /^(?:please )?(?:don't|do not|never) (?:do|touch|change|use|add|edit|delete|commit|run|make|write|remove|create|repeat) (?:that|this|it|those|these|them|anything|any more|so many)\b|\bdon't do that\b/,
  // What the agent did, or did not do.
  /\byou(?:'ve| have| had)? (?:just |also |again |still |now |completely |totally |accidentally |clearly |only ){0,2}(?:broke|broken|forgot|forgotten|missed|ignored|messed|misunderstood|misread|misinterpreted|deleted|overwrote|overwritten|wiped|skipped|screwed|dropped|lost|mixed up|duplicated|hard-?coded|invented|hallucinated|guessed|assumed|reverted|renamed|got (?:it|that|this|the \w{1,20}) wrong|made (?:it worse|that up|this up|a mistake|an error)|(?:changed|edited|used|picked|chose|opened|modified|updated|removed|fixed|ran|put|wrote|installed|deployed|committed|pushed|translated|tested) (?:it (?:in|to|on|into) )?(?:the|a) wrong|removed (?:the|my|all)|changed (?:the|my) (?:meaning|original)|put (?:it|that|this) in the wrong|added (?:a|an|the) .{1,40} (?:i|that i|we) (?:didn't|did not|never))\b/,
  /\byou (?:didn't|did not|haven't|have not|don't|never|shouldn't|should not|weren't supposed|were (?:not )?supposed|should(?:'ve| have)|could have|must(?:n't| not)|are (?:still |again )?(?:missing|ignoring|using the (?:wrong|old)|not (?:using|following|reading|listening))|keep \w{2,20}ing|'re (?:wrong|still|missing|ignoring|not))\b(?!.{0,60}\?$)/,
  /\byou're (?:wrong|mistaken|missing|ignoring|not (?:listening|following|using|reading)|using the wrong|still)\b|\byour (?:last |previous |latest )?(?:change|edit|fix|answer|solution|code|commit|patch|version|script|test|output|result|translation|query|command|approach|summary)s? (?:is|are|was|were|does|doesn't|did|didn't|broke|breaks|fails?|failed|still|has|introduced|removed|ignores|misses|made|causes?|caused|still)\b/,
  /\bwhy (?:did|are|have|would|do|on earth did) you (?:just |also |even |keep )?(?:delete|deleting|remove|removing|change|changing|drop|rename|overwrite|ignore|ignoring|skip|skipping|break|revert|touch|touching|add|adding|commit|push|edit|editing|disable|comment|rewrite|rewriting|install|create|creating|switch|stop|not|still)\w{0,4}\b/,
  /\byou(?:'ve| have)? (?:just |also |again )?(?:switched|changed|turned|moved|converted|translated|renamed) (?:it|that|this|them|the \w{1,20}|my \w{1,20}) (?:to|into|from)\b|\byou (?:should|must) (?:never|always|not|only)\b|\b(?:was|were) (?:fine|better|correct|right|good|ok(?:ay)?) (?:before|as (?:it|they)|the way|like)\b/,
  /^[\w./'-]{1,30}(?: [\w./'-]{1,20}){0,2}, not [\w./'-]{1,30}(?:$|[\s,.!])|^(?:in )?(?:english|german|french|spanish|deutsch|auf deutsch|français|en français|español|en español|日本語|中文)[, ]{1,2}(?:please|bitte|s'il|por favor|only)/,
  // What the user had asked for.
  /\bnot what (?:i|we) (?:asked|wanted|meant|said|had|need|requested|was asking)|\b(?:i|we) (?:never|didn't|did not) (?:ask|say|want|tell|mean|request|need you)|\b(?:i|we) (?:already |clearly |explicitly |just )?(?:said|told you|asked you)\b|\bi (?:meant|asked for|asked to|was asking for)\b|\bi wanted\b(?! to (?:ask|know|thank))|\bas i (?:said|mentioned|asked)\b|\bi specifically\b/,
  // What points back, with a fault.
  /\b(?:that|this|it|which|these|those|the (?:result|output|answer|change|last one|outcome|latest (?:change|version)))(?:'s| is| are| was| were| looks| seems|s) (?:still |completely |totally |just |also |all |now |really |simply |again )?(?:wrong|incorrect|broken|nonsense|a mistake|worse|too (?:long|short|much|complicated|verbose|big|slow|many)|the wrong|off\b|unacceptable|useless|backwards|inverted|not (?:right|correct|working|true|it(?:$|[\s,.!])|what|how|quite|good|the (?:right|correct|one|file|way)|enough|acceptable|helpful|needed|necessary|like|in the|done|complete|finished|fixed|there|supposed|valid|mine|ok(?:ay)?))/,
  /\b(?:that|this|it) (?:isn't|wasn't|aren't|doesn't|didn't|won't|does not|did not|is not|was not)(?: really| actually| even| quite)? (?:right|correct|work|working|what|how|it(?:$|[\s,.!])|true|the (?:right|correct|one)|help|helped|fix|fixed|solve|match|make sense|compile|run|build|look|exist|do what|need|belong|enough|good|fit|change|changed|pass|show|happen|contain|include)/,
  /\b(?:it|that|this|they|these|the (?:\w{1,20} ){0,2}\w{1,20}) (?:should|must|needs? to|has to|have to|was supposed to|were supposed to|ought to) (?:be|have|use|say|return|go|read|point|stay|come|start|end|live|look) .{1,60}(?:, ?not | and not |, rather than |\bnot \w{1,30}[.!]?$)/,
  /^(?:it|that|this) (?:should|must|was supposed to|needs to|has to) (?:be|have|use|say|return|go|read|point|stay|come)\b/,
  /\b(?:it|that|this|now it|everything) (?:just |still |now |also |even )?(?:broke|breaks|crashes|crashed|fails|failed|made it worse|got worse|hangs|errors out)\b(?! (?:when|if|whenever|in|on|for) )/,
  /^(?:it's |it is |that's |this is |that is |they're )?still (?:fail|failing|fails|broken|not|no |doesn't|does not|don't|isn't|is not|wrong|the same|getting|get|seeing|see|crash|crashes|crashing|throws|throwing|an? |shows|there|happening|happens|missing|red|has|have|says|using|wrong|too|in )|\b(?:it|that|this|you|they|i|we|the (?:\w{1,20} ){0,2}(?:tests?|build|error|page|server|bug|problem|issue|file|script|output|problem|command|button|app)) (?:is |are |'s |am |'m )?still (?:fail|failing|fails|broken|not|doesn't|does not|don't|isn't|is not|wrong|the same|getting|get|see|seeing|crash|throws|shows|there|happen|missing|red|has|have|says|using|too|appears)/,
  /\bsame (?:error|problem|issue|result|thing|mistake) (?:again|as before|as last time|still)|^(?:the )?same (?:error|problem|issue|mistake)|\b(?:again|still),? (?:the )?(?:wrong|same) /,
  /\b(?:use|take|do|write|put|call|name|make|keep|pass|run) (?:it |that |this )?.{1,50}, not (?:that|this|the|what|with|in|as|a |an )|\binstead of (?:what you|the one you|that(?:$|[\s,.!])|this(?:$|[\s,.!])|guessing|making|inventing|letting it)/,
  /^(?:that|this)(?:'s| is) (?:the )?(?:wrong|not)\b|^(?:too (?:long|short|much|complicated|verbose|slow|many))(?:$|[\s,.!])|^(?:i (?:don't|do not) (?:want|need|like) (?:that|this|it|these|those|you to)|i'd rather you|i would rather you)/,

  // German.
  /^(?:nein|nee|nö|ne)(?:$|[,.!;:—]| -| (?:das|nicht|so|ich|du|die|der|den|es|bitte|falsch|doch|stopp?|halt|nimm|wir|kein))|^(?:falsch|quatsch|unsinn|halt|moment)(?:$|[,.!;:—]| (?:das|so|nein|herum|geraten|verstanden|e[rns]?|die|der))|^(?:nicht (?:so|ganz|richtig|das|die|der|den|diese[rsnm]?|schon wieder)|so nicht|stimmt (?:so )?nicht)(?:$|[\s,.!;:—])/,
  /\bdas (?:ist|war|sieht|wäre|sind)(?: (?:leider|so|immer|noch|komplett|völlig|doch|einfach|aber|jetzt|ja|gar|auch|wieder|schon))*(?: (?:falsch|nicht(?: (?:richtig|korrekt|das|was|so|gut|der|die|ganz|mehr|fertig|gemeint|gewollt|die))|verkehrt|kaputt|unsinn|quatsch|der falsche|die falsche|das falsche|zu (?:lang|kurz|viel|kompliziert)|kein(?:e|en)?))/,
  /\b(?:das|es|so|jetzt|dies)(?: (?:so|jetzt|leider|immer|noch|auch|aber))*(?: )?(?:stimmt|funktioniert|geht|klappt|läuft|passt|kompiliert|baut|hilft)(?: (?:so|leider|immer|noch|gar|auch|aber|jetzt|trotzdem|überhaupt|doch))* nicht|\b(?:stimmt|funktioniert|geht|klappt|läuft)(?: (?:immer|noch|so|leider|gar|auch|trotzdem))+ nicht|\bimmer noch (?:kaputt|falsch|fehler|ein|der|die|das|nicht|rot)|^geht nicht|^(?:funktioniert|klappt|läuft) nicht/,
  /\bich (?:sagte|meinte|wollte (?:doch|aber|eigentlich|das|die|den|nur|nicht|keine?)|hab(?:e)?(?: (?:doch|dir|das|dich|extra|aber|ja|nicht|dir doch)){0,3} (?:gesagt|gebeten|gemeint|gewollt|darum gebeten)|hatte(?: doch| dich| dir| um)?.{0,40} (?:gesagt|gebeten))|\bhatte ich (?:doch )?(?:gesagt|geschrieben)|\bnicht(?: das,?)? was ich (?:wollte|meinte|gesagt|gefragt)|\bwar nicht gemeint/,
  /\bhättest du\b|\bes ging (?:nur|mir|doch|nicht)\b|\b(?:bitte )?wieder (?:rein|zurück|hinein|herstellen)\b|\b(?:kommt|erscheint|tritt|besteht).{0,30}(?:weiterhin|nach wie vor)|\bwar (?:vorher |so )?(?:besser|richtig|gut so)|\bdu hast.{0,60}(?:vergessen|kaputt|gelöscht|ignoriert|übersehen|falsch|vertauscht|verwechselt|missverstanden|überschrieben|den falschen|die falsche|das falsche|entfernt|nicht )|\bdu (?:solltest|hättest|darfst|sollst|musst)(?: \w{1,20}){0,4} (?:nicht|nur|doch|sollen|müssen)|\bwarum (?:hast|löschst|änderst|machst|ignorierst|benutzt|verwendest) du.{0,60}(?:gelöscht|geändert|entfernt|umbenannt|ignoriert|überschrieben|löschst|änderst|nicht|schon wieder|hinzugefügt|verwendet|benutzt|gemacht)/,
  /(?:^|\bbitte )(?:mach|nimm|setz|rolle?)(?:e|t)? (?:das|es|die|den|deine|alles|bitte)(?: \w{1,20}){0,4} (?:rückgängig|zurück)|^(?:hör auf|lass das|stopp?(?:$|[,.!]))|\b(?:es|das|hier|die|der) (?:muss|müsste|sollte|soll|gehört)(?: \w{1,30}){1,6},? (?:nicht|und nicht|statt)(?: |$)|\bnicht \S{1,30},? sondern \S/,

  // French.
  /^non(?:$|[,.!;:—]| -| (?:pas|ce|c'est|je|tu|il|la|le|utilise|plutôt|n))|^(?:faux|incorrect|mauvais(?:e)? \p{L}{2,20}|pas (?:ça|comme ça|celui|celle|ce|cela|du tout|tout à fait|exactement|vraiment|bon|le bon|la bonne)|presque,? mais)(?:$|[\s,.!;:—])/u,
  /\bc'est (?:toujours |encore |complètement |totalement )?(?:faux|incorrect|cassé|mauvais|n'importe quoi|pas (?:ça|bon|correct|ce que|juste|comme|le bon|la bonne|du tout|encore|tout à fait)|trop (?:long|court|compliqué)|le mauvais|la mauvaise|une erreur)|\bce n'est (?:toujours |vraiment |absolument )?pas (?:ça|bon|correct|ce que|juste|comme|le bon|la bonne|du tout|encore)|\bce n'était pas\b/,
  /(?:\bça|\bcela|\bil|\belle) (?:ne )?(?:marche|fonctionne|compile|passe|va|corrige|change)(?: (?:toujours|encore|vraiment))? pas|\b(?:marche|fonctionne|échoue) (?:toujours|encore)(?: pas)?|\btoujours (?:la même|le même|pas|cassé|faux|une erreur)|^même (?:erreur|problème)/,
  /\btu as \p{L}{3,20} (?:le|la|les) mauvais|\bétait (?:très |bien )?(?:bien|mieux|correct)\b|\btu (?:t'es (?:encore )?trompé|as (?:encore |aussi |tout |complètement )?(?:oublié|cassé|supprimé|effacé|ignoré|écrasé|inversé|mal|raté|sauté|perdu|modifié (?:le|la) mauvais|changé (?:le|la) mauvais|utilisé (?:le|la) mauvais|mis)|n'as (?:pas|rien)|n'aurais pas|aurais dû|ne devais pas|devais|ne dois pas|confonds|te trompes)/u,
  /^(?:annule|défais|enlève|retire|remets|rétablis) (?:ça|cela|ce|tes|ta|ton|la dernière|le dernier|les dernier|tout|comme|l'ancien)|^(?:arrête|reviens en arrière|attends,? (?:non|tu|ce|c'est))|\bremets (?:ça|le|la|les|comme)|\bpourquoi (?:as-tu|tu as|t'as|avoir).{0,10}(?:supprimé|effacé|changé|modifié|enlevé|renommé|ajouté|ignoré|retiré|touché)/,
  /\bj'(?:ai|avais) (?:dit|demandé|bien dit|précisé)|\bje (?:t'ai|t'avais) (?:dit|demandé)|\bje (?:voulais|n'ai (?:pas|jamais) (?:demandé|dit)|parlais de|pensais à)\b|\bpas ce que j(?:e|')|\b(?:ça|cela|il|elle|ce|c')\S{0,2} ?(?:devrait|doit|aurait dû|fallait|faut)(?: être)? .{1,60}(?:,? pas |,? et non |au lieu de|plutôt que)/,

  // Spanish.
  /^no(?:$|[,.!;:—]| -| (?:no|así|eso|es (?:eso|así|lo|correcto)|era|quería|te|me|lo|uses|hagas|toques|cambies|borres|quiero))|^(?:mal|incorrecto|falso|así no|eso no|tampoco|casi,? pero)(?:$|[\s,.!;:—])/,
  /\b(?:eso|esto|lo|así)(?: (?:ya|todavía|aún|sigue))? (?:está|es|estaba|era|queda)(?: (?:muy|completamente|totalmente|todo))? (?:mal|incorrecto|roto|falso|equivocado|un error|al revés|demasiado)|\b(?:eso|esto|así) no (?:es|era|está|estaba|funciona|sirve|funcionó|vale|va)|\bno (?:es|era) (?:eso|lo que|así|correcto|el|la)\b|\bestá mal\b(?! (?:que|configurad))|\bno es correcto/,
  /\bsigue (?:fallando|sin|igual|mal|dando|roto|estando|saliendo|apareciendo)|\b(?:todavía|aún|tampoco|sigue sin|esto|eso|ya|ahora)(?: ya)? (?:no )?funciona(?:r|ndo)?\b(?! (?:en|con|para))|^no funciona(?:$|[,.!])|\bmismo (?:error|problema)(?: otra vez| de nuevo|$|[,.!])/,
  /\bno va (?:ahí|aquí|así)\b|\b(?:estaba|era) (?:bien|mejor|correcto) (?:antes|como|así)|\b(?:te (?:has )?equivoca(?:ste|do|s)|te olvidaste|has (?:roto|borrado|olvidado|ignorado|eliminado|cambiado (?:el|la)|sobrescrito|entendido mal|usado (?:el|la))|(?:borraste|rompiste|ignoraste|olvidaste|eliminaste|sobrescribiste|cambiaste|usaste|pusiste|tocaste|entendiste mal|modificaste|te saltaste) ?(?:el|la|los|las|mi|mis|todo|que|un|otra)?)/,
  /^(?:deshaz|revierte|quita|devuelve|restaura|vuelve) (?:eso|esto|lo|el último|la última|los últimos|tus|tu|ese|esa|todo|atrás|a como)|^(?:deshazlo|revierte(?:lo)?|detente|para)(?:$|[,.!])|\bpor qué (?:has|hiciste|borraste|cambiaste|eliminaste|quitaste|tocaste|añadiste|ignoraste)/,
  /\b(?:te (?:dije|pedí|había dicho)|quise decir|me refería|dije que|yo (?:quería|pedí)|lo que (?:pedí|quería)|no (?:te )?pedí)\b|\b(?:debería|tiene que|debe|tenía que|debía)(?: ser| decir| usar| estar| ir| tener)? .{1,60}(?:,? no |en vez de|en lugar de)|\bno \S{1,30},? sino \S/,

  // Chinese.
  /^不要|^(?:不|不是|错|不行|停|别|等等|等一下)(?:$|[,,。.!!、\s])|^不(?:对|行|是(?:这|那|我|要|的)|要(?:这样|动|改|用|删|再))|不对(?![称应齐等])|(?<![没不])错了|(?:弄|搞|改|写|理解|删|用|放|翻译|看)错|不是(?:这样|我(?:要|说|想|的)|这个|那个|要你|让你)/,
  /还是(?:不行|不对|报错|失败|有(?:问题|错)|一样|没|老|之前|错)|(?:仍然|依然)(?:报错|失败|不行|不对|没|有)|没(?:有用|用|生效|解决|改对|修好|起作用)|撤销(?:刚才|这个|这些|你|上)|撤回|回滚(?:刚才|这个|你|一下|到)|(?:改|恢复|换|放)回(?:去|来|原)|别(?:这样|改|动|用|再|删)|为什么(?:你|要|又|把)?.{0,10}(?:删|改|动|去掉|忽略)/,
  /我(?:说|要|想要|指|让你|问)的(?:不)?是|我(?:明明|已经|刚才|之前)说|我没(?:让|要|叫|说)|(?:弄|搞|改)坏|应该(?:是|用|写|放)?.{1,30}(?:,|,)?(?:而)?不(?:是|应该|要)|你(?:又)?(?:漏|忘|搞|弄|误|忽略|删|改(?:坏|错|了不)|没(?:有)?(?:按|看|理解|改|用|处理|考虑))|不是让你|谁让你/,

  // Japanese.
  /(?<!間)違(?:う|います|いました|った|って(?:い|る))|ちがう|違いますよ?|間違(?:って|え(?:て|た|ました)|い(?:です|だ(?!と)|が(?:あ|ご)|じゃ))|そう(?:じゃ|では)な|それ(?:じゃ|では)な|そこ(?:じゃ|では)な|^(?:いや|いいえ|いえ|ダメ|だめ|駄目|違|待って)/,
  /やめて|(?:元に|前の?(?:状態|バージョン)?に|それを?|これを?|さっきの.{0,10})戻して|取り消(?:して|し)|(?:まだ|また|やっぱり|依然).{0,16}(?:エラー|失敗|動(?:か|き)|直って(?:い)?(?:ない|ません)|ダメ|だめ|同じ|おかし|古|残|出(?:る|て|ます))|抜けて(?:い)?(?:る|ます|た)|足り(?:ない|ません)|(?:それ|これ|そっち)(?:じゃなく|ではなく)|(?:なんで|なぜ|どうして).{0,25}(?:消|変え|削除|変更|触|無視|追加)し?(?:た|たの|ました)/,
  /(?:と|って)(?:言(?:った|いました)|頼(?:んだ|みました)|お願いした)(?:よね|はず|でしょ|のに|じゃ)|頼んで(?:い)?(?:ない|ません)|(?:お願い|指示)(?:した|と)(?:の|こと)?(?:と|は)?違|忘れて(?:い)?(?:る|ます|ました|た)|壊(?:れ(?:た|て|ました)|した|し(?:て|ました))|無視(?:した|して(?:い)?(?:る|ます))|(?:期待|想定|意図)(?:した|して(?:い)?た|と)(?:もの)?(?:と|で|は)?.{0,4}(?:違|ない|ありません)|そういう意味(?:じゃ|では)|うまく(?:いって|動いて)(?:い)?(?:ない|ません)/,
]);
