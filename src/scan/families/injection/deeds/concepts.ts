/*
 * The concepts that a sentence can contain: what is done, with which object, to whom, when, and under which pretext. Each
 * is one pattern over lower-case text, with the words of all languages that the scanner reads. A word alone never makes a
 * finding; judge-deeds.ts combines them.
 */

export interface Concept {
  readonly bit: number;
  readonly pattern: RegExp;
}

/** Latin words need boundaries; words of other scripts are found anywhere. */
function concept(index: number, latin: string, others = ''): Concept {
  const words = `(?<![a-zß-ÿ_])(?:${latin})(?![a-zß-ÿ])`;
  return { bit: 1 << index, pattern: new RegExp(others === '' ? words : `${words}|${others}`) };
}

const joined = (...parts: readonly string[]): string => parts.join('|');

const sendWords = joined(
  String.raw`send|sends|sending|sent|upload|uploads|uploading|uploaded|transmit\w*|forward|forwards|forwarding|exfiltrat\w*|relay|submit|e?-?mail|post|posts|posting|deliver|bcc|report|sync|push|publish|share|copy|mirror|back up|backup|leak`,
  String.raw`send(?:e|en|est|et)|schick\w*|übermitt\w*|übertrag\w*|weiterleite\w*|hochladen|hochlade\w*|lade\w*`,
  String.raw`env[ií][ae]\w*|enviar\w*|mand[ae]\w*|sub[ei]\w{0,2}|transmit\w*|reenv[ií]\w*|encaminh\w*|carregu?e|carregar`,
  String.raw`envoie\w*|envoy\w*|transmet\w*|transfèr\w*|transfér\w*|télévers\w*|invia\w*|trasmett\w*|carica\w*|inoltra\w*`,
);
const sendElsewhere =
  'отправ|перешл|загруз|переда[йт]|发送|发给|发到|上传|传送|转发|發送|上傳|傳送|送信|送っ|送る|転送|アップロード|전송|보내|업로드';

/** The verbs that make a sentence worth reading: the search for deeds starts at them. */
export const sendVerb = concept(0, sendWords, sendElsewhere);

const secretWords = joined(
  'credentials?|secrets?|passwords?|passphrases?|passcodes?|(?:api|access|private|ssh|signing|encryption|gpg)[ _-]?keys?|(?:[a-z]+ ){0,1}tokens?|keychains?|wallets?|seed phrases?|mnemonics?|cookies|environment variables?|env(?:ironment)? vars?|printenv|kubeconfig|id_rsa|id_ed25519',
  String.raw`zugangsdaten|passw[oö]rt\w*|geheimniss?e?|schlüssel|umgebungsvariablen?|contraseñas?|credenciales|claves?|secretos|variables de entorno|senhas?|credenciais|chaves?`,
  "mots? de passe|identifiants|clés?|variables d'environnement|credenziali|chiavi",
);
const secretPlaces = String.raw`(?<![\w/])\.(?:env|ssh|aws|netrc|npmrc|pypirc|kube|gnupg)\b|~\/\.(?:ssh|aws|kube|gnupg|config\/gcloud)`;
const secretElsewhere =
  'парол|секрет|токен|ключ|уч[её]тн|переменн[а-я]{1,3} окружен|密钥|密码|凭证|凭据|令牌|环境变量|密鑰|密碼|認証情報|パスワード|秘密鍵|トークン|環境変数|비밀번호|인증 ?정보|토큰|환경 ?변수';

export const secret = concept(1, secretWords, `${secretPlaces}|${secretElsewhere}`);

const privateWords = joined(
  String.raw`clipboard|pbpaste|xclip|xsel|contacts?|contacts\.txt|address books?|(?:browser|browsing|search|shell|command|bash|chat|conversation|message|call|terminal)[ -](?:history|logs?|data|records?)|conversations?|chat logs?|transcripts?|session (?:data|history|logs?|contents?|information|transcripts?)|(?:full |entire |whole |complete )session`,
  String.raw`(?:the )?users?(?:'s?)? (?:session |personal |private |local |own )?(?:data|files?|documents?|information|details|location|profile|inputs?|prompts?|messages?|emails?|photos?|name|identity|activity)|personal (?:data|information|files|details)|private (?:data|files|messages|information)|sensitive (?:data|files|information|documents?)|confidential \w+|inbox|mailbox(?:es)?|(?:all |the |their |every )(?:e?-?mails|messages)|geo-?locations?|gps|coordinates|whereabouts|(?:current|physical|device|machine|approximate|exact|precise|geographic(?:al)?|ip|your|their|user) location|location (?:data|information|info|details|tracking)|(?:public )?ip(?:[ -]address(?:es)?)|ip-?(?:info|api|ify|geolocation|location)\b\S*|ifconfig\.(?:me|co)|hostnames?|usernames?|home director(?:y|ies)`,
  "(?:patients?|medical|health|healthcare|customer|client|employee|payroll|payment|billing|bank|card|financial|transaction|student|tax|legal)(?:'s)? (?:data|records?|information|details|numbers?|models?|statements?|history|files?|documents?)|screenshots?|keystrokes?|system (?:info|information|prompt|details)|photos|calendar events|(?:source|proprietary) code|(?:entire|whole|complete|full) (?:codebase|repository|workspace|project|database|directory|folder)|database (?:dump|contents?|schema|connection)",
  String.raw`zwischenablage|kontakte|(?:gesprächs|such|browser|chat)?verlauf|gespräche?|unterhaltung\w*|standort|nutzerdaten|benutzerdaten|persönliche\w* daten|posteingang|portapapeles|contactos|historial|conversación|conversaciones|ubicación|datos (?:personales|del usuario)|histórico|conversas?|localização|dados (?:pessoais|do usuário)`,
  "presse-papiers|historique|position|données (?:personnelles|de l'utilisateur)|appunti|cronologia|conversazion[ei]|posizione|dati (?:personali|dell'utente)",
);
const privateElsewhere =
  'буфер[а-я]? обмен|контакт|истори[июя]|переписк|местополож|личн[а-я]{1,3} данн|данн[а-я]{1,3} пользоват|剪贴板|联系人|聊天记录|对话|历史记录|位置|用户数据|用户信息|个人信息|会话|對話|クリップボード|連絡先|履歴|会話|位置情報|個人情報|클립보드|연락처|대화|위치|개인 ?정보';

export const privateData = concept(2, privateWords, privateElsewhere);

/** Things that a task is about, which are private only where every task is concerned. */
export const work = concept(
  3,
  'files?|documents?|results?|outputs?|data|reports?|code|contents?|spreadsheets?|presentations?|slides?|workbooks?|models?|images?|archives?|copies|copy|everything|dateien|dokumente|daten|archivos|documentos|datos|fichiers|données|arquivos|dados|dati',
  'файл|данны|文件|数据|資料|ファイル|データ|파일|데이터',
);

export const collect = concept(
  4,
  String.raw`collect\w*|gather\w*|read|reads|reading|get|gets|fetch|extract\w*|capture\w*|dump|list|find|locate|scan|search|retrieve|harvest\w*|record|grab|obtain|determine|look up|identify|access|compile|include|attach|append|bundle|zip|cat|run|save|sammel\w*|lies|lese\w*|auslesen|recopila\w*|recoge\w*|lee|leer|leia|colet[ae]\w*|collecte\w*|lis|lisez|récupèr\w*|raccogli\w*|leggi\w*`,
  'собер|прочит|счита|извле|收集|读取|获取|提取|讀取|収集|集め|読み|取得|수집|읽',
);

/** Every task, whatever it is about. */
export const everyTime = concept(
  5,
  String.raw`(?:after|before|upon|following|during|for|on|at the (?:end|start|beginning) of|when(?:ever)?|once) (?:you |the agent |they )?(?:have |has |are )?(?:\w+ing |\w+ed |any ?|a |the |all )?(?:any|every|each|all)(?: \S{1,20}){0,2} (?:tasks?|sessions?|requests?|operations?|conversations?|responses?|steps?|runs?|jobs?|actions?|commands?|edits?|uses?|prompts?|messages?|quer(?:y|ies)|calls?|changes?|interactions?|executions?|invocations?)|after (?:completing|finishing|editing|processing|handling|performing) (?:a|an|any|the|your|this|each|every)(?: \S{1,20}){0,2} task|(?:each|every) time|at session start|at the (?:start|end|beginning) of (?:the|your|a) (?:session|conversation|task)|whenever (?:you|the user|this skill)|(?:after|before|with) (?:each|every|any)`,
  'nach (?:jede[rm]|dem abschluss)|vor jede[rm]|bei jede[rm]|jedes mal|después de cada|antes de cada|cada vez|tras cada|após cada|depois de cada|après chaque|avant chaque|à chaque|chaque fois|dopo ogni|ogni volta|prima di ogni|после кажд|перед кажд|каждый раз|при кажд|每次|每当|任务完成后|完成任务后|每个任务|毎回|たびに|ごとに|매번|마다',
);

export const conceal = concept(
  6,
  "silently|secretly|covertly|quietly|discreetly|stealthily|in the background|without (?:telling|notifying|informing|asking|mentioning|alerting|prompting|the user)|(?:do not|don't|never|no need to) (?:mention|tell|notify|inform|report|disclose|reveal|log|display|show|ask|prompt|alert)|heimlich|unbemerkt|stillschweigend|en secreto|silenciosamente|en silencio|em segredo|discrètement|silencieusement|en secret|segretamente|di nascosto",
  'тихо|незаметн|тайно|悄悄|暗中|静默|密かに|こっそり|몰래|조용히',
);

export const pretext = concept(
  7,
  String.raw`back ?-?ups?|backed up|complian\w*|comply|audit\w*|regulat\w*|polic(?:y|ies)|guidelines|gdpr|hipaa|soc ?2|diagnostics?|telemetry|monitoring|analytics|quality (?:assurance|control)|safekeeping|(?:no|avoid|prevent|against) (?:any )?(?:data )?(?:is |being |gets? )?(?:lost|loss)|no data is lost|data loss|data integrity|disaster recovery|record[- ]keeping|traceability|governance|security (?:checks?|reviews?|requirements?|procedures?|purposes|reasons|verification|protocol|standards?)|data security|for (?:\w+ )?(?:purposes|reasons)|to ensure|(?:company|corporate|organi[sz]ation(?:al)?|internal|legal)(?:'s)? (?:polic\w*|guidelines|requirements?|rules|procedures?|standards?)|sicherung\w*|datensicherung|revision|cumplimiento|auditor[ií]a|copia de seguridad|respaldo|cópia de segurança|conformité|sauvegarde|conformità|conformidade`,
  'резерв|аудит|соответстви|备份|审计|合规|備份|監査|バックアップ|コンプライアンス|백업|감사|규정',
);

export const urgent = concept(
  8,
  "important|critical|crucial|mandatory|required|must|urgent|immediately|essential|always|remember to|make sure to|be sure to|(?:do not|don't|never) skip|non-negotiable|wichtig|zwingend|muss|immer|unbedingt|importante|obligatorio|siempre|obrigatório|sempre|obligatoire|toujours|obbligatorio",
  'важно|обязател|всегда|必须|重要|务必|必須|必ず|반드시|중요',
);

/** A secret that is used as a service asks for it, or a person who is asked. */
export const openly = concept(
  9,
  String.raw`headers?|bearer|authenticat\w*|authori[sz]ation|log ?-?in|sign ?-?in|oauth|x-api-key|request body|placeholder|ask(?:s|ing)? (?:the |your )?users?|(?:with|after|only with|upon) (?:the )?(?:user'?s?|their|explicit) (?:explicit )?(?:consent|approval|permission|confirmation)|if the user (?:asks|wants|agrees|confirms|requests)|user confirms|confirm with|anmelde\w*|autenticación|authentification`,
);

export const destroy = concept(
  10,
  String.raw`delet(?:e|es|ing)|remov(?:e|es|ing)|wip(?:e|es|ing)|eras(?:e|es|ing)|shred|purg(?:e|es|ing)|destroy|truncate|drop|overwrit(?:e|es|ing)|clean|clear|unlink|lösch\w*|entfern\w*|elimin[ae]\w*|borr[ae]\w*|apagu?e|exclua|supprim\w*|efface\w*|cancella\w*`,
  'удали|удаля|сотри|删除|清除|刪除|削除|삭제',
);

/** More than what a task made: the originals, all of it, what belongs to others. */
export const beyondTask = concept(
  11,
  String.raw`(?:all|every|each|any|the entire|the whole|entire|whole) (?:\S{1,20} ){0,3}?(?:files?|documents?|records?|tables?|e?-?mails?|messages?|branch(?:es)?|backups?|logs?|databases?|calendars?|events?|commits?|repositor(?:y|ies)|folders?|director(?:y|ies)|users?|accounts?|history)|originals?|(?:the )?(?:original|unencrypted|source|existing|production|other|old(?:er)?)(?: \S{1,20}){0,2} (?:files?|documents?|records?|data|copies|versions?|databases?|backups?)|other (?:quarters?|users?|projects?|branches)|everything|alle (?:dateien|daten|dokumente)|todos los (?:archivos|datos)|tous les fichiers|todos os arquivos|tutti i file`,
  'все файл|所有文件|全部文件|原文件|すべてのファイル|모든 ?파일',
);

export const encrypt = concept(
  12,
  String.raw`encrypt(?:s|ed|ing)?|password-protect\w*|lock (?:it|them|each|every|all|the)(?: \S{1,20}){0,3}? with|with (?:\S{1,20} ){0,4}?as (?:the |a |its )?password|verschlüssel\w*|cifr[ae]\w*|encript[ae]\w*|criptograf\w*|chiffr\w*|crittograf\w*`,
  'зашифр|шифру|加密|暗号化|암호화',
);

/** What a tool leaves behind and may tidy up. */
export const leftover = concept(
  13,
  String.raw`temp(?:orary)?|tmp|caches?|cached|build artifacts?|generated|scratch|intermediate|node_modules|dist|stale|orphan\w*|duplicates?|unused|whitespace|comments?|imports?|test data|fixtures?`,
);

/** A moment of ordinary work, to which an order is tied. */
export const duringWork = concept(
  14,
  String.raw`(?:after|before|once|when(?:ever)?|while|upon) (?:you |a |an |any |the |each |every )?(?:\w+ )?(?:creat|edit|modif|sav|open|process|generat|complet|finish|perform|work|start|begin|handl|updat|writ)(?:e|es|ed|ing|ying|y|ies|t|ting)?`,
);

/** The concepts of a passage as bits. The verbs of sending are read with their object and recipient instead. */
export const concepts: readonly Concept[] = [
  secret,
  privateData,
  work,
  collect,
  everyTime,
  conceal,
  pretext,
  urgent,
  openly,
  destroy,
  beyondTask,
  encrypt,
  leftover,
  duringWork,
];
