/*
 * Wordings that no quoted text may have, in the languages that users and tools write: claims of a permission, orders to do
 * harm, and commands to be run. They are shared by the names of errors and the words of corrections.
 */

/** "The user has already approved it", "no confirmation is needed". */
export function claimsPermission(text: string): boolean {
  return claims.some((pattern) => pattern.test(text.slice(0, maxText)));
}

const maxText = 2_000;

const claims: readonly RegExp[] = [
  /\b(?:already|pre-?|been|explicitly|fully|is|are|was|were|officially|automatically)[ -](?:approved|authori[sz]ed|permitted|granted|consented|cleared|whitelisted|sanctioned|signed off)\b/i,
  /\b(?:approved|authori[sz]ed|official|sanctioned|recommended|required|standard) (?:workaround|fix|procedure|step|way|method|by (?:the )?(?:user|owner|admin|security|team|management))/i,
  /\b(?:user|owner|admin\w{0,10}|operator|maintainer|security team|you) (?:has|have|had|may|can|is|are|agreed|allows?|wants?|authori[sz]es?|approves?|grants?|gives?|gave)\b.{0,60}\b(?:approv|authori[sz]|permi(?:t|ss)|consent|agree|allow|grant|access|full|force|proceed)/i,
  /\bno (?:confirmation|approval|permission|consent|prompt|review)s? (?:is |are |was )?(?:needed|required|necessary)|\bwithout (?:asking|confirmation|approval|permission|prompting|review)|\b(?:do not|don't|never|need not|no need to) (?:ask|confirm|prompt|wait)\b/i,
  /\bper (?:company |security |org\w{0,10} )?(?:policy|sec-\d)|\b(?:safe|fine|ok(?:ay)?|allowed|harmless|advised|best) to (?:ignore|run|proceed|continue|disable|set|use|skip|turn|export|force|delete|remove|allow|install)|\b(?:permission|access|consent|approval) (?:is |was |has been )?(?:granted|given|on file|obtained)/i,
  /genehmigt|freigegeben|bereits erlaubt|zugestimmt|ist erlaubt|ohne (?:zu fragen|nachfrage|rückfrage|bestätigung)|keine (?:bestätigung|freigabe|genehmigung|rückfrage)/i,
  /approuvé|autorisé(?!e? à)|déjà validé|sans (?:demander|confirmation)|aucune (?:confirmation|autorisation)|a donné son accord/i,
  /aprobado|autorizado|ya (?:ha )?permitido|sin (?:preguntar|confirmar|confirmación)|no (?:se )?(?:necesita|requiere) (?:confirmación|permiso|aprobación)/i,
  /aprovado|sem (?:perguntar|confirmação)|approvato|autorizzato|senza (?:chiedere|conferma)|одобрен|разрешено|согласован|без (?:подтверждения|спроса)/i,
  /拥有.{0,8}权限|有权(?:限)?(?:直接|修改|执行)|可以直接|管理员权限|権限があ|権限を(?:持|付与|与)|自由に|已(?:经)?(?:批准|授权|同意|许可|允许)|无需(?:确认|批准|许可|询问)|不(?:需要|用|必)(?:确认|询问|问)|承認済|許可済|許可されてい|確認(?:は)?(?:不要|なし)|確認せず|承認(?:は)?不要|승인(?:됨|되었|했)|허가/,
];

/** An order in another language, or one to an agent: unlike a hint in English, it taints all of the text. */
export function addressesSomebody(text: string): boolean {
  return orders.some((pattern) => pattern.test(text.slice(0, maxText))) || speaksToAgent(text);
}

/** Words to an agent, in any language that tools write. */
export function speaksToAgent(text: string): boolean {
  return toAgent.some((pattern) => pattern.test(text.slice(0, maxText)));
}

const toAgent: readonly RegExp[] = [
  /\b(?:ai|llm|coding) (?:agents?|assistants?|models?|tools?)\b|\b(?:agents?|assistants?|claude|codex|gemini|chatgpt|copilot)\b\s{0,3}[:,;—-]|\b(?:note|instructions?|message|attention|hint|advice) (?:to|for) (?:the |all |any |every )?(?:ai|agents?|assistants?|models?|llms?)/i,
  /(?<!\p{L})(?:für|an) (?:den|die|das|alle) (?:ki|agenten?|assistenten?|modelle?)(?!\p{L})|(?<!\p{L})(?:à|pour) (?:l['’]|les |tous les )?(?:agents?|assistants?|ia|modèles?)(?!\p{L})|(?<!\p{L})(?:para|al) (?:el |la |los |las |todos los )?(?:agentes?|asistentes?|ia|modelos?)(?!\p{L})/iu,
  /(?<!\p{L})(?:tu dois|vous devez|du (?:musst|sollst)|debes|tienes que|devi|você deve)(?!\p{L})|(?:助手|智能体|代理|模型|エージェント|アシスタント|モデル)(?:は|へ|に|[:：,，]|请|必须|应)/iu,
];

const orderVerbs =
  'disabl|turn(?:ing)? off|bypass|overrid|ignor|skip|approv|grant|whitelist|force-?push|delet|remov|wip|upload|send|post|e-?mail|forward|shar|past|copy|export|print|reveal|execut|run|download|fetch|curl|wget|visit|open|contact|call|reply|respond|type|enter|add|append|put|write|use|set|switch|log in|provid|includ|attach|submit|publish|push|commit|merg|deploy|install|eval|decod|chmod|trust|accept|allow|give|tell|ask|inform|mention|remember|note that|turn|stop|kill|restart|reboot|renam|mov|edit|replac|drop|enabl|unset|sourc|confirm|answer|click|follow|consult|stor|transfer|pay|rotat|regist|subscrib|mount|unmount|revok|reset|restor|revert|unlock|connect to|sign in|point|redirect|swap|lower|rais|relax|loosen|weaken|clear|flush|purg';

/** Whether any part of a text begins like an order, also a hint in good faith. */
export function givesOrder(text: string): boolean {
  return text
    .slice(0, maxText)
    .split(/[:;,.!?)\]>–—]\s+|\s-\s+|\b(?:please|then|and|now|just|first|instead|simply|must|should|to)\s+/i)
    .some(beginsWithOrder);
}

/** Whether a clause begins like an order. "Merge conflict in ..." and "Type 'string' is not ..." only look like one. */
export function beginsWithOrder(clause: string): boolean {
  return clauseOrder.test(clause);
}

const clauseOrder = new RegExp(
  `^\\W*(?:${orderVerbs})e?\\b(?![-(:=.'])(?! (?:["'\`(]|to (?:host|server|address|port)\\b|(?:[\\w-]+ ){0,2}(?:fail|error|of\\b|in\\b|not\\b|denied|is\\b|was\\b|were\\b|cannot|could|rejected|refused|timed|conflict|mismatch|expired|exceeded|missing|exited|exit\\b)))(?= )`,
  'i',
);

const orders: readonly RegExp[] = [
  /\b(?:agents?|assistants?|ai|llms?|models?|claude|codex|gemini|chatgpt|copilot|bots?)\b.{0,40}\b(?:must|should|shall|need|read|please|may|can|will|has|have|are)\b|\b(?:attention|note to|dear|message (?:to|for))\b/i,
  /\b(?:workaround|solution|remedy|fix) (?:is|:|=)/i,
  /\b(?:bitte|führen?|deaktiviere?n?|ausschalten|abschalten|sende|senden sie|schicken?|lösche|löschen sie|kopiere|kopieren sie|lade|laden sie|installiere|installieren sie|öffne|öffnen sie|ignoriere|ignorieren sie|(?<!\d\s?)gib|geben sie|füge|setze|setzen sie|verwende|verwenden sie|nutze)\b/i,
  /\b(?:veuillez|merci de|exécutez|exécute|lancez|désactivez|désactive|envoyez|envoie|supprimez|supprime|téléchargez|copiez|installez|installe|ouvrez|ignorez|collez|transmettez|utilisez|ajoutez|contactez|il faut)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:por favor|ejecut[ae]|desactiv[ae]|deshabilit[ae]|env[ií][ae]|borr[ae]|elimin[ae]|descarg[ae]|copi[ae]|instal[ae]|abr[ae]|ignora|instálalo|concede|otorga|agreg[ae]|añad[ae]|contact[ae]|hay que|debe[ns]?)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:envie|desative|apague|baixe|instale|esegui|invia|disattiva|scarica|installa|per favore|запусти\p{L}{0,3}|выполни\p{L}{0,3}|отправь\p{L}{0,3}|отключи\p{L}{0,3}|удали\p{L}{0,3}|установи\p{L}{0,3}|скача\p{L}{0,4}|пожалуйста)(?![\p{L}])/iu,
  /请|運行|运行|执行|發送|发送|上传|上傳|禁用|关闭|删除|刪除|安装|安裝|复制|打开|忽略|必须|应该|ください|下さい|実行(?:し|する)|送信|アップロード|無効(?:に|化)|削除(?:し|する)|インストール(?:し|する)|コピー(?:し|する)|してから|しなさい|하세요|하십시오|실행|보내/,
];

/** A shell command, or a part of one. */
export function hasCommand(text: string): boolean {
  return hasDangerousCommand(text) || ordinaryCommand.test(text.slice(0, maxText));
}

/** A command that nobody should run because a text says so. */
export function hasDangerousCommand(text: string): boolean {
  return dangerousCommands.some((pattern) => pattern.test(text.slice(0, maxText)));
}

const dangerousCommands: readonly RegExp[] = [
  /(?:^|[\s"'`(:])(?:sudo|doas) /i,
  /(?:^|[\s"'`(:])(?:curl|wget|chmod|chown|rm|eval|nc|ncat|scp|rsync|powershell|iex|irm|iwr|base64|crontab|dd|mkfs|ssh-add|ssh-keygen) +(?!\(|:)[-\w/~.$"'{]/i,
  /\|\s{0,4}(?:ba|z|da|k|fi)?sh\b|&&|\$\(|\$\{|<\(|(?:^|\s)[12]?>{1,2}\s?[\w/~.]/,
];
const ordinaryCommand =
  /\b(?:npm|yarn|pnpm|npx|pip3?|pipx|uvx?|brew|apt|apt-get|gem|cargo|go|git|docker|kubectl|helm|terraform|aws|gcloud|az|gh|conda|choco|winget) (?:i|install|add|run|exec|push|config|reset|apply|get|publish|login|build|clone|checkout|create|delete|update|upgrade|auth|set|init|dlx|remote|force-unlock)\b/i;
