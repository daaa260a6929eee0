/*
 * Recognises a correction by what a message does right after the agent reported its work. There, praise, a question, news
 * and other work are known by their form; what is left and states how things are or have to be is about that work. So
 * these rules look for function words (modals, negation, persons, "still", "only"), not for what the message is about.
 */

import { isCurious } from './correction-words.js';
import { unaccented } from './opening.js';
import { isPraise } from './praise.js';

/** Takes the opening of a message (opening.ts) that follows a report of the agent. */
export function correctsReport(accented: string): boolean {
  const opening = unaccented(accented).replace(interjection, '');
  if (opening === '' || opening.length > maxCharacters || isCurious(accented)) return false;
  const objected = afterObjection(opening);
  const stated = objected ?? opening;
  if (otherWork.test(stated) || (objected === undefined && aboutOthers.test(opening))) return false;
  if (isQuestion(stated)) return reproaches.test(stated);
  if (objected !== undefined) return objected.length > 3;
  if (isPraise(opening)) return false;
  if (isIdentifier(opening)) return true;
  if (changedByUser.test(opening)) return true;
  if (firstPerson.test(opening)) return hedged.test(opening) && !asksFor.test(opening);
  if (signals.some((signal) => signal.test(opening))) return true;
  if (imperative.test(opening)) return false;
  return softSignals.some((signal) => signal.test(opening)) || statesFact(opening);
}

/** A longer message explains work of its own. */
const maxCharacters = 280;

function plain({ source, flags }: RegExp): RegExp {
  return new RegExp(unaccented(source), flags);
}

const interjection = plain(
  /^(?:(?:h+m+|uh+|um+|oh|ah|eh|hey|hi|well|so|sorry|wait|hold on|please|pls|just|btw|ähm?|äh|also|moment|halt|bitte|na ja|euh|bon|ben|alors|attends?|oye|bueno|pues|ei|opa|ué|啊|哎|嗯|呃|え|あれ|あの|えっと|すみません)(?:[,.!:…、。！]+ ?| (?=\S)|\s*$))+/,
);

/** What comes after words of praise and a "but", or undefined. */
function afterObjection(opening: string): string | undefined {
  const found = objection.exec(opening);
  if (found === null || !isPraise(opening.slice(0, found.index))) return undefined;
  return opening.slice(found.index + found[0].length).trim();
}

const objection = plain(
  /[\s,.;:!…](?:but|however|except(?: that)?|though|although|only that|aber|jedoch|allerdings|nur dass|mais|par contre|en revanche|sauf que|cependant|pero|sin embargo|solo que|salvo que|eso sí|mas|só que|porém|contudo|no entanto)[\s,:]|但是?|不过|只是|可是|けれど|けど|でも|ただ(?:し)?[、,]|(?<=です|ます)が[、,]/,
);

/** Words that announce other work, at the start of a sentence. */
const otherWork = plain(
  /(?:^|[.!?;。！？] ?|, )(?:(?:and|ok(?:ay)?|und|et|y|e) )?(?:next\b|then\b|also\b|after that|afterwards|new task|another (?:thing|task|bug|issue)|let's|let us|now (?!it\b|that|this|these|those|the|there|they|you\b|he\b|all|every|nothing|i (?:get|see|have)|we (?:have|get))|als nächstes|danach|außerdem|weiter mit|nächste[rs]?\b|neue aufgabe|jetzt (?!ist|sind|hat|haben|geht|gehen|kommt|fehlt|fehlen|steht|das|die|der|es\b|habe|hast|wird|werden|sehe)|ensuite|puis\b|on passe|passons|prochaine?\b|(?:il )?(?:faut |faudrait )?maintenant,? (?!il\b|elle|ca\b|c'est|le\b|la\b|les\b|tu\b|ce\b|cela|on (?:a|voit))|il (?:faut|faudrait) maintenant|ahora (?!no|el|la|los|las|sale|esta|falla|me|se|da|todo|nada|es)|luego|después|además|siguiente|por cierto|agora (?!nao|o\b|a\b|os\b|as\b|esta|da\b|ele|isso|ta\b)|depois|em seguida|próxim|além disso|aproveita)|(?:^|[.!;,] )(?:please |can you |could you )?(?:add|create|write|build|generate|implement|extend|prepare|draft|draw|set up|include|ergänze|erstelle|schreib\w?|baue?|füge|crée|ajoute|écris|prépare|añade|crea|escribe|haz|prepara|cria|adiciona|escreve|faz) (?:me )?(?:a|an|another|some|new|more|two|three|ein|eine|einen|noch|un|une|des|una|um|uma|\d+)\b|帮我|请(?:写|加|做|实现|新增|添加|生成)|^(?:接下来|然后|下一|顺便|另外|现在(?:请|帮|来|做|加|写)|再(?:加|写|做|帮)|帮(?:我|忙)|请?新建|次[にはの]|ついでに|続いて|それから|あと[、,])|\b(?:and|und|et|y|e) (?:create|open|add|write|send|leg|lege|erstelle|füge|öffne|schreib|crée|ajoute|ouvre|écris|crea|abre|añade|escribe|cria|adiciona|escreve) (?:a|an|one|ein|eine|einen|un|une|una|um|uma)\b|^(?:yes|yeah|yep|sure|ok(?:ay)?|ja|klar|oui|ouais|d'accord|sí|vale|claro|sim|好的?|行|はい)\b[^.]{0,200}|[。.，,] ?请?(?:帮我)?(?:修复|修一下|解决)|。(?:直して|修正して|調べて)|\b(?:implement|do|fix|build) (?:that|this|it) (?:next|now|please)?$|\b(?:i'd like|i would like|i want|we want|we need|i need|ich (?:möchte|brauche|hätte gern)|wir brauchen|je voudrais|j'aimerais|il (?:nous )?faudrait|quiero|quisiera|necesito|necesitamos|quero|gostaria|preciso|precisamos)\b|(?:て|で)(?:もらえますか|くれますか|いただけますか)|てほしい(?!の(?:は|では))|(?:をお願いします|て(?:ください|下さい))[。！!]*$(?<!(?:ない|戻し|直し|消し|外し|やめ|変え)て(?:ください|下さい)[。！!]*)/u,
);

/** News about other people, or about a fault that somebody found elsewhere. */
const aboutOthers = plain(
  /^(?:the )?(?:users?|customers?|clients?|qa|people|somebody|someone|support|my (?:boss|colleague|team|manager)|der kunde|kunden|nutzer|der chef|le client|les (?:clients|utilisateurs)|el cliente|los (?:clientes|usuarios)|o cliente|os (?:clientes|usuários)|用户|客户|お客|ユーザー?)\b.{0,40}\b(?:reports?|reported|says?|said|complains?|complained|found|saw|see|likes?|loved?|is happy|meldet|melden|sagt|sagen|signale|signalent|dit|disent|dice|dicen|reporta|diz|dizem|反馈|说|报告)|\b(?:since (?:yesterday|last|monday|20\d\d)|seit (?:gestern|letzte)|depuis (?:hier|la semaine)|desde (?:ayer|ontem|hace))\b|\b(?:repro|steps to reproduce|ticket|issue) ?[#:]|\b(?:when|whenever|wenn|sobald|quand|lorsqu|cuando|quando)\b.{3,}\b(?:fix|repair|look|check|investigate|behebe|schau|prüf|corrige|regarde|vérifie|arregla|mira|revisa|conserta|olha|veja)\b/,
);

function isQuestion(text: string): boolean {
  return (
    asking.test(text) ||
    /^[^.!。！]{2,120}[?？]|[?？][)\s:;!.-]{0,6}$|(?:吗|呢|ですか|ますか|でしょうか)[。.]?$/.test(text)
  );
}

const asking = plain(
  /^(?:and |und |et |y |e )?(?:what(?:'s| is| are| was| does| about)?|how|which|who|whose|where|when|why|can|could|would|will|do|does|is there|are there|have you|was|wie|welche[rsnm]?|wer|wo|wann|warum|wieso|kannst|könntest|würdest|quels?|quelles?|comment|où|combien|qui|pourquoi|peux|pourrais|est-ce|qu'est|cuál|cuáles|cómo|dónde|cuánt[oa]s?|quién|por qué|puedes|podrías|qual|quais|onde|quant[oa]s?|quem|por que|pode|consegue)\b|^(?:为什么|怎么|什么|哪|多少|几|能不能|可以.{0,20}吗|なぜ|なんで|どうして|何|どう|いつ|どの)/,
);

/** A question that names what is missing, or expects the contrary. */
const reproaches = plain(
  /\b(?:isn't|isnt|aren't|wasn't|weren't|didn't|don't|doesn't|haven't|hasn't|hadn't|shouldn't|wouldn't) (?:it|that|this|they|we|you|i|he|the|there|these|those)\b|\b(?:where|what) (?:did|has|have|happened to) (?:the |my |our |all )|\bwhere (?:did|have|has|is|are) .{1,40}\b(?:go|gone)\b|\bwhat happened to\b|\b(?:should|is|does|did|are|do|was|were)\b.{1,60}\b(?:really|supposed to)\b|^(?:really|seriously|and what about)\b|\byou \w{2,20}(?:ed|oke|ook|ote|ade)\b.{0,60}\?\s|\b(?:hatten|haben|sollte|sollten|wollten|war|ist|waren|sind|heißt)\b.{0,40}\b(?:nicht|doch|eigentlich|wirklich)\b|\bwo (?:ist|sind)\b.{1,40}\b(?:hin|geblieben)\b|\bn'(?:est|était|a|avait|avions|avons|etait|était)\b.{0,40}\bpas\b|\bne (?:devait|devrait|devions|doit|faut)\b.{0,40}\bpas\b|\boù (?:est|sont) passée?s?\b|^et (?:sur|pour|avec|le|la|les|en)\b.{1,60}\bcomment\b|\bno (?:era|íbamos|habíamos|debería|tenía|es|estaba|quedamos|quedó)\b|\bdónde (?:está|quedó|fue|se fue)\b.{0,40}\b(?:el|la|los|las)\b|\bnão (?:era|é|íamos|tínhamos|devia|deveria|ficou|estava|combinamos)\b|\bcadê\b|不是.{1,40}吗|不(?:应该|该|用|需要|要).{1,30}吗|(?:哪里?|去哪)(?:去了|了)|(?:では|じゃ)(?:ない|なかった|ありません)(?:です)?(?:でした)?か|(?:はず|べき)(?:です|では)|どこ(?:へ|に)?(?:行|消)/,
);

/** A bare path, file, option, name or number, which replaces the one that the agent chose. */
function isIdentifier(opening: string): boolean {
  return /^(?=.*[./_\d-])(?=.*[\p{L}])[^\s?!,;]{3,80}$/u.test(opening) && !/^https?:/.test(opening);
}

/** The user speaks about what the user does. */
const firstPerson = plain(
  /^(?:i|i'm|i'll|i've|im|ive|ich|hab|habe|bin|je|j'(?:ai|vais|avais|etais)|yo|he|voy|estoy|eu|vou|estou|tô|我(?!们|(?:要|说|想|指|让|只|没)))\b|^我(?!们|要|说|想|指|让|只|没)|^(?:私|僕|俺)(?:は|が)|^(?:checked|tested|tried|deploying|merged|deployed|running|going|getestet|geprüft|testé|probado|testei)\b/,
);

/** The user changed what the agent wrote, and says so. */
const changedByUser = plain(
  /^(?:i|i've|i have|i had to) (?:just |now |already |manually )?(?:changed?|fix(?:ed)?|edit(?:ed)?|correct(?:ed)?|rewrote|rewrite|renamed?|replaced?|removed?|revert(?:ed)?|undid|undo|adjust(?:ed)?) (?:it|that|this|them|those|these|your|all of (?:it|that)|what you)\b|^ich (?:habe?|musste) (?:es|das|sie|ihn|deine?[nrms]?|alles)\b.{0,40}\b(?:ge(?:ändert|fixt)|korrigiert|angepasst|umbenannt|ersetzt|entfernt|umgeschrieben|ändern|korrigieren|anpassen|umschreiben)\b|^(?:j'ai (?:dû )?|je l'ai |je les ai )(?:modifi|corrig|chang|renomm|remplac|supprim|réécri)\p{L}+ (?:ça|cela|ta|ton|tes|ce que tu|moi)|^je l(?:'ai|es ai) (?:modifi|corrig|chang|renomm|remplac|supprim|réécri)|^(?:yo )?l[oa]s? (?:he )?(?:cambi|correg|edit|renombr|reemplac|quit|reescrib)|^(?:eu )?(?:mudei|corrigi|alterei|troquei|reescrevi|apaguei) (?:isso|o seu|a sua|o que você|tudo|ele|ela)|^我(?:已经)?(?:自己)?把.{1,20}改|^我(?:已经)?(?:自己)?改(?:了|成|过来)|(?:自分で|こちらで)(?:直|修正|変更|書き換え)/u,
);

const hedged = plain(
  /^(?:i (?:think|believe|thought|guess|expected|assumed|only|just|see|still|get|don't see|can't)|ich (?:glaube|dachte|denke|sehe|bekomme|kriege|finde)|je (?:crois|pense|pensais|vois)|yo (?:creo|pensaba)|eu (?:acho|achava|pensei)|我(?:觉得|以为|记得))/,
);
const asksFor = plain(
  /^\S+ \S+ (?:we|you|wir|du|on|tu|a gente) (?:can|could|should (?:also|now|next)|might)\b|\?$/,
);

const start =
  '(?:^|[.!?;:,…。！？、，；] ?|\\b(?:because|but|and|since|so|weil|denn|aber|und|car|mais|et|porque|pero|y|mas|e|pq|pois) )';

const signals: readonly RegExp[] = [
  // What the user had wished.
  /(?:て|が)?(?:ほしかった|欲しかった)|\bwe (?:wanted|agreed)\b|\b(?:gewünscht|vereinbart|abgemacht) (?:war|hatten)\b/,
  // Where it belongs.
  /^(?:the|this|that|these|those|it|they)\b.{0,40}\b(?:goes|go|belongs?|lives?|comes?) (?:on|in|under|into|below|above|at|before|after|inside)\b|\b(?:gehört|gehören|kommt|kommen) (?:nach|in|auf|unter|über|an|vor|hinter|ins|zum|zur)\b|^(?:le|la|les|ça|il|elle|ils|elles)\b.{0,40}\b(?:va|vont) (?:dans|sur|sous|en|à|avant|après)\b|\b(?:va|van|vai|vão) (?:en|dentro|debajo|arriba|em|na|no|embaixo)\b/,
  // What would be better.
  /\b(?:would|might|wäre|serait|sería|seria) (?:be )?(?:better|nicer|besser|schöner|mieux|mejor|melhor)\b/,
  // What has not changed.
  /\bstill\b|\bas before\b|\b(?:immer noch|noch immer|weiterhin|nach wie vor)\b|\btoujours\b|\bencore (?!une?\b|des\b|deux\b|plus\b)|\bsiguen? (?!con\b|así|adelante|igual de)|\b(?:todavía|aún)\b|\b(?:ainda|continua(?:m)?)\b(?! (?:assim|com))|还是|还在|还没|仍|依然|照样|まだ|相変わらず|いまだ|依然/,
  // How it has to be: a subject and a modal.
  /^(?:the|this|that|these|those|it|they|there|we|all|each|every|our|my|your|both|[\w-]*[./_]\S*)(?: \S+){0,7}? (?:should(?:n't)?|must(?:n't)?|has to|have to|had to|needs? to|shall|ought to|may not|can't|cannot|can only|is supposed|are supposed|was supposed|were supposed)\b/,
  /^(?:der|die|das|den|dem|diese\w?|es|sie|wir|hier|da|in|bei|alle|alles|unsere?\w?|\S*[./_]\S*)\b.{0,80}\b(?:muss|müssen|müsste|müssten|soll|sollen|sollte|sollten|darf|dürfen|gehört|gehören)\b/,
  /\b(?:doit|doivent|devrait|devraient|devait|devaient|fallait|il faut|faut)\b/,
  /\b(?:debe|deben|debería|deberían|debía|tiene que|tienen que|tenía que|hay que|había que)\b/,
  /\b(?:deve|devem|deveria|deveriam|devia|tem que|têm que|tem de|tinha que|era para|era pra)\b/,
  /应该|应当|必须|得用|要用|需要用|只要|只能|只需|べき|なければ|必ず|必要が(?:あ|な)|はず/,
  // How it is done here.
  /\bwe (?!(?:need|want|should|could|can|will|would|might|may|must|have to)\b)\p{L}{2,}|\bwe're\b|\bour \p{L}+|\bfor us\b|\bin this (?:repo|project|codebase|team)\b|\baround here\b/u,
  /\b(?:bei uns|wir (?!(?:brauchen|wollen|müssen|können|könnten|sollten|möchten)\b)\p{L}+en|unser\w{0,2}|hier (?:ist|sind|wird|werden|gilt|nehmen|nutzen)|in diesem (?:projekt|repo|team))\b/u,
  /\b(?:chez nous|(?:on|nous) (?:n'\p{L}+|ne|utilis\w+|écri\w+|travaill\w+|est|sommes|a|avons|met\w*|fait|était|\p{L}{4,}(?:e|ons|oie))|notre|nos|toute l'équipe|dans ce projet)\b/u,
  /\b(?:nosotros|(?!(?:necesit|quer|vam|pod|ten|precis|dev)\p{L}*)\p{L}{2,}(?:amos|emos|imos)|nuestr[oa]s?|aquí|en este (?:proyecto|repo))\b/u,
  /\b(?:a gente (?!precisa|quer|pode|vai)|noss[oa]s?|aqui|neste (?:projeto|repo))\b/,
  /我们|咱们?|这边|项目里|团队|弊社|うち(?:は|の|では)|我々|このプロジェクト|こちらでは|当社|チーム/,
  // What the agent did.
  new RegExp(
    `${start}(?:you|u)(?:'ve| have|'re| are)? (?:just |also |only |even |again |already |now |really |literally )?(?!(?:need|want|wanted|asked|needed|can|could|may|might|did (?:great|well|good))\\b)(?:\\p{L}{2,20}(?:ed|ing)|did|made|put|took|broke|wrote|ran|cut|set|went|chose|gave|left|lost|got|kept|built|sent|hid|threw)\\b`,
    'u',
  ),
  /\bdu (?:hast|bist|warst|solltest|machst|nimmst)\b|\bdein(?:e|er|en|em)?\b|\b(?:tu as|t'as|t'es|vous avez|tu viens de|ton|ta|tes) \p{L}{3,}|\b(?:has|habéis|acabas de) \p{L}{2,}(?:ado|ido|to|cho|sto)\b|\bvocê \p{L}{2,}(?:ou|eu|iu|ez|ôs|eve)\b|你(?:把|又|怎么|刚|这|都|给|改|删|加|用|写|弄|搞|没|忘|漏|少|多)/u,
  // What the agent must not do.
  new RegExp(
    `${start}(?:please |pls |bitte |por favor |s'il te plaît,? )?(?:don't|dont|do not|never|stop \\p{L}+ing|no more)(?! (?:worry|bother|forget|mind|hesitate|know|think|care|stop))\\b`,
    'u',
  ),
  /^(?:no|nunca|jamás) \p{L}{2,}(?:es|as|éis|áis|en|an)\b|(?:^|[,.;!] )(?:não|nunca) \p{L}{2,}(?:e|a|es|as)\b|^(?:ne|n')\s?\p{L}.{0,30}\b(?:pas|jamais|plus)\b|(?:^|[,.;!] )(?:sans|sin|sem|ohne|without) \p{L}/u,
  /(?:^|[,，。!！;；])(?:请)?(?:别|不要|不能|不许|禁止|勿)|ないで(?!す)|(?:しては|ちゃ|ては)(?:いけ|だめ|ダメ|駄目|なら)|(?:禁止|(?<![a-z])ng|不要)(?:です|だ)?[。！!]*$/,
  // As elsewhere.
  /\b(?:like|as|same as|consistent with|following|match(?:ing)?) (?:in |with )?(?:(?:all |everywhere in )?the (?:rest|others?|existing|style|convention|surrounding)|everything else|everywhere|elsewhere|the other)\b|\bwie (?:im rest|überall|sonst|(?:der|die|das) (?:rest|ander\w+)|in den anderen|die bestehend\w+)\b|\bcomme (?:le reste|les autres|partout|dans (?:le reste|les autres)|d'habitude)\b|\bcomo (?:el resto|los demás|las demás|en (?:el resto|todos|los demás)|o resto|os outros|as outras|no resto)\b|(?:跟|和|与).{1,20}(?:一样|一致|保持)|と(?:同じ|揃え|統一)|に合わせ/,
  // Taking back.
  /\b(?:revert|undo|restore|redo|remove|delete|drop|rename|move|change|put|take|switch|bring|get|check ?out|git checkout) (?:it|that|this|them|those|these|the [\p{L}\d./_-]+(?: [\p{L}\d./_-]+)?|\S+ and \S+) (?:back|out|off|away|again)\b|^(?:revert|undo|redo|restore|fix) (?:it|that|this|them|those|these)\b/u,
  /(?<=\S.{8,}[.!?;:,…] ?|\b(?:and|und|et|y|e) )(?:please |bitte |por favor )?(?:revert|undo|restore|remove|delete|drop|redo|take|put|move|let|make|use|keep|go back)\b/,
  /\b(?:wieder (?:löschen|weg|raus|rein|zurück|entfernen|einbauen|herstellen)|rückgängig|zurück(?:setzen|nehmen|drehen)?|raus(?:nehmen)?$|stattdessen|lieber)\b/,
  /\b(?:enlève|retire|remets|refais|annule|reviens|recommence|supprime)(?:-| )(?:le|la|les|ça|moi|tout|tes|ces?|cette)\b|\bplutôt\b/,
  /\b(?:cámbia|quíta|bórra|pon|devuélve|reház|corríge|revíerte|muéve|deja)(?:lo|la|los|las|melo)\b|\b(?:refaz|desfaz|tira|troca|volta|muda|arruma|apaga|coloca) (?:isso|isto|esse|essa|ele|ela|tudo|sem|com|para|pra|o|a)\b|\bmejor\b(?! (?:que|imposible))|\ben su lugar\b/,
  /(?:改|换|恢复|还原|撤|退|删|去)(?:回|掉|了吧|一下|成)|(?:戻|消|外|直|変え)して|に(?:して|変えて|直して)(?:ください|下さい|ほしい)?[。！!]*$|ではなく|じゃなく/,
  // Pronouns with a negation: "they don't", "those weren't unused", "c'est pas ce fichier".
  /^(?:it|that|this|they|those|these|there|he|she)(?:'s|'re| is| are| was| were| do| does| did| has| have| can| will| would)?(?: not|n't)\b|^(?:it|that|this|they|those|these) (?:dont|doesnt|didnt|isnt|arent|wasnt|werent|cant|wont)\b|\bc'(?:est|était) pas\b|\bce n'(?:est|était) pas\b|^(?:das|die|der|es|so)\b.{0,25}\b(?:nicht|kein\w{0,2})\b|\b(?:eso|esto|ese|esa|así) no\b|\b(?:isso|isto|esse|essa|assim) não\b|^(?:不是|并不|没有)|(?:では|じゃ)(?:ない|ありません|なく)/,
].map(plain);

/** They count unless the message begins as an order to do something: "run only the unit tests". */
const softSignals: readonly RegExp[] = [
  // Once more, and what is wrong with it; with a condition it is a report of a defect elsewhere.
  /\bagain\b|\b(?:schon )?wieder\b|\b(?:de nouveau|encore une fois|otra vez|de nuevo|de novo|outra vez)\b|又|また/,
  /\b(?:is|are|was|were|looks?|seems?|comes? out|ist|sind|est|sont|está|están|ficou|ficaram)(?: \S+)? (?:wrong|off|broken|missing|gone|incorrect|inverted|swapped|upside down|misaligned|cut off|too \p{L}+|falsch|kaputt|weg|vertauscht|zu \p{L}+|faux|fausses?|cassée?s?|trop \p{L}+|mal|rotos?|rotas?|demasiado \p{L}+|errad[oa]s?|quebrad[oa]s?|muito \p{L}+)(?=$|[,.!;]| (?:again|now|here|and|wieder|jetzt|hier|und|ici|et|aquí|y|aqui|e)\b)/u,
  // "Not jet! Use viridis."
  /^(?:not|nicht|pas|no|não) (?:(?:the|a|an|in|with|der|die|das|den|le|la|les|el|los|o|a) )?\S{2,30}(?: \S{2,20})?[,.!;:]/,
  /\b(?:never|always)\b|\bonly\b(?=.{0,20}$)|^(?:\S+ ){0,6}only\b|\b(?:nie|niemals|immer(?! wenn)|nur(?! noch)|ausschließlich|grundsätzlich)\b|\b(?:jamais|uniquement|seulement|exclusivement)\b|\b(?:nunca|siempre|solamente|únicamente)\b|\b(?:sempre|somente|apenas)\b|一律|从来|统一|从不|都(?:是|用|要)|だけ(?:で|に|を|です)?|のみ|常に|一切/,
  /\byour (?!(?:opinion|thoughts?|turn|help|advice|plan|choice|call|time|idea|suggestion|recommendation|take|job|name)s?\b)\p{L}{3,}/u,
].map(plain);

/** A short statement with a subject of the work and a finite verb: "the port is 3100", "Datum bei uns TT.MM.JJJJ". */
function statesFact(opening: string): boolean {
  if (opening.length > maxFactCharacters || conditional.test(opening)) return false;
  return fact.test(opening) && (demonstrative.test(opening) || /[\d/_%"]/.test(opening));
}

const maxFactCharacters = 160;

/** It points at the work, or names a value. */
const demonstrative = plain(
  /^(?:it|its|it's|that|thats|that's|this|these|those|they|das|dies\w{0,2}|es|die|c'est|ca|cela|ce|ces|il|elle|eso|esto|esos|esas|ese|esa|isso|isto|esse|essa|era|é|这|那|它|それ|これ|そこ|ここ)(?!\p{L})/u,
);

const conditional = plain(
  /\b(?:if|when|whenever|once|until|wenn|sobald|falls|quand|lorsque|dès que|cuando|quando|assim que)\b|如果|的时候|すると|たら|場合/,
);
const imperative =
  /^(?!(?:the|a|an|this|that|these|those|it|its|it's|they|we|you|he|she|there|here|not|all|each|every|some|both|only|our|my|your|their|in|on|at|for|from|is|are)\b)[a-z-]{2,20} (?:a|an|the|it|this|that|these|those|them|my|our|your|all|every|each|some|any|me|us|up|out|on|off|for|to|with|from|into|both|only|just|two|three|\d+|new|more|another)\b/;
const fact = plain(
  /^(?:\S+ ){0,5}?(?:\S+'s|is|are|was|were|isn't|aren't|has|comes|goes|lives|belongs|means|says|uses|takes|runs|expects|thats|ist|sind|war|waren|hat|kommt|liegt|heißt|läuft|bedeutet|est|sont|était|étaient|c'est|vient|s'appelle|s'appellent|es|son|era|eran|está|están|va|van|se llama|corre|é|são|eram|fica|ficam|vai|vão|fora)\b|^(?=.*[\p{Script=Han}\p{Script=Hiragana}]).{1,40}(?:です|だ|である|ます|でした)(?:よ|ね)?[。！!]*$|^[^了吗呢]{1,24}(?:是|在|叫|改成|用的)[^了吗呢]{1,24}[。！!]*$/u,
);
