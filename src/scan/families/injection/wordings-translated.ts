/*
 * The most common orders in other languages: to ignore earlier instructions, to hide something from the user, and to act
 * without asking.
 */

import type { Wording } from './wordings.js';

export const latinTranslations: readonly Wording[] = [
  // German
  {
    rule: 'override',
    pattern:
      /(?:ignorier|missacht|vergiss|vergesst|vergessen sie|übergeh|verwirf)[a-zäöüß]{0,4} (?:\S{1,20} ){0,4}?(?:vorherig|bisherig|früher|obig|vorangegangen|vorstehend|ursprünglich|deine|ihre|systemp)[a-zäöüß]{0,4} ?(?:\S{1,20} ){0,2}?(?:anweisung|instruktion|regel|befehl|vorgabe|prompt|aufforderung)/,
  },
  {
    rule: 'concealment',
    pattern:
      /(?:sag|erzähl|verrat|verrate|mitteil|teil|informier|zeig|erwähn)[a-zäöüß]{0,4} (?:\S{1,20} ){0,3}?(?:dem|den|der) (?:nutzer|benutzer|anwender|user)[a-zäöüß]{0,3} (?:\S{1,20} ){0,3}?(?:nichts|nicht|niemals|kein)|ohne (?:das )?wissen des (?:nutzers|benutzers|anwenders)|(?:verheimlich|verbirg|versteck)[a-zäöüß]{0,4} (?:\S{1,20} ){0,3}?vor (?:dem|den) (?:nutzer|benutzer|anwender)/,
  },
  {
    rule: 'no-asking',
    pattern: /ohne (?:\S{1,20} ){0,3}?(?:zu fragen|nachzufragen|rückfrage|bestätigung|zustimmung|erlaubnis)/,
  },
  // Spanish and Portuguese
  {
    rule: 'override',
    pattern:
      /(?:ignor[ae]n?|olvid[ae]n?|descart[ae]n?|desconsider[ae]|esque[çc]a|haz caso omiso de) (?:\S{1,20} ){0,3}?(?:instruc+i?(?:ones|ón)|instruções|órdenes|ordens|reglas|regras|indicaciones|directrices) (?:\S{1,20} ){0,2}?(?:anterior|previ|precedent|original|del sistema|do sistema|de arriba|acima)/,
  },
  {
    rule: 'concealment',
    pattern:
      /(?:no|nunca|não) (?:se )?(?:lo |le |les |o )?(?:digas|diga|informes|informe|menciones|mencione|cuentes|reveles|revele|muestres|mostre|avises|avise) (?:\S{1,20} ){0,4}?(?:al|a los|ao|aos|o) (?:usuario|usuário)|sin (?:el conocimiento|que (?:lo sepa|se entere|se dé cuenta)) (?:del|el) usuario|sin que el usuario (?:lo sepa|se entere|se dé cuenta)/,
  },
  {
    rule: 'no-asking',
    pattern:
      /(?:sin|sem) (?:pedir|solicitar|preguntar|perguntar)(?: \S{1,20}){0,2}? (?:confirmación|permiso|aprobación|confirmação|permissão|al usuario|ao usuário)/,
  },
  // French and Italian
  {
    rule: 'override',
    pattern:
      /(?:ignore[sz]?|ignorer|oublie[sz]?|oublier|ne (?:tiens|tenez) pas compte de|ignora|dimentica) (?:\S{1,20} ){0,3}?(?:instructions|consignes|directives|règles|ordres|istruzioni|regole) (?:\S{1,20} ){0,2}?(?:précédent|antérieur|ci-dessus|initial|du système|précédemment|precedent|del sistema)/,
  },
  {
    rule: 'concealment',
    pattern:
      /(?:ne|n') ?(?:le |lui |en )?(?:dis|dites|informe[sz]?|mentionne[sz]?|révèle[sz]?|révélez|montre[sz]?|préviens|prévenez|parle[sz]?) (?:\S{1,20} ){0,4}?(?:à |l')?(?:l'|aux )?utilisateur|à l'insu de l'utilisateur|sans que l'utilisateur (?:le sache|s'en aperçoive|le voie)|(?:cache[sz]?) (?:\S{1,20} ){0,3}?à l'utilisateur/,
  },
  {
    rule: 'no-asking',
    pattern:
      /sans (?:demander|solliciter|attendre) (?:\S{1,20} ){0,3}?(?:confirmation|permission|autorisation|l'accord|l'avis|à l'utilisateur)/,
  },
];

export const otherScripts: readonly Wording[] = [
  // Chinese
  {
    rule: 'override',
    pattern:
      /(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要遵循|不要遵守)[^。！？\n]{0,12}?(?:之前|以前|先前|上面|上述|以上|此前|原来|原有|系统|系統|前面)[^。！？\n]{0,10}?(?:指令|指示|提示|规则|規則|命令|要求|说明|設定|设定)/,
  },
  {
    rule: 'concealment',
    pattern:
      /(?:不要|别|不得|切勿|不能|禁止|請勿|请勿)(?:告诉|告訴|告知|通知|透露给|让|讓|提醒|向)(?:用户|用戶|使用者|主人)[^。！？，\n]{0,4}?(?:知道|透露|提及|提到|发现|發現|展示|此|这|這|。|，|！|$)|(?:瞒着|背着|隐瞒)(?:用户|使用者)|对用户(?:保密|隐瞒|隐藏)/,
  },
  {
    rule: 'no-asking',
    pattern:
      /(?:无需|不需要|不必|不要|無需|无须)(?:经过|征求|询问|請求|请求|等待|獲得|获得)?(?:用户|用戶|使用者)(?:的)?(?:确认|同意|许可|批准|允许|確認|許可)/,
  },
  // Japanese
  {
    rule: 'override',
    pattern:
      /(?:以前|これまで|前|上記|先|従来|元|システム)の?[^。！？\n]{0,10}?(?:指示|命令|ルール|プロンプト|規則|指令)[^。！？\n]{0,8}?(?:無視|忘れ|従わない|破棄)/,
  },
  {
    rule: 'concealment',
    pattern:
      /(?:ユーザー?|利用者)(?:に|には)[^。！？\n]{0,16}?(?:言わない|伝えない|知らせない|教えない|見せない|報告しない|秘密|隠し|気づかれ)|ユーザー?に(?:無断|内緒)で/,
  },
  {
    rule: 'no-asking',
    pattern: /(?:ユーザー?の)?(?:確認|許可|承認|同意)(?:を求めず|を取らず|を得ず|なしに|なしで|せずに)/,
  },
  // Russian
  {
    rule: 'override',
    pattern:
      /(?:игнорируй|проигнорируй|забудь|забудьте|отбрось|не следуй|не следуйте)(?:те)? (?:\S{1,20} ){0,4}?(?:предыдущ|прежн|прошл|вышеуказанн|вышеизложенн|системн|ранее|все)[а-яё]{0,4} (?:\S{1,20} ){0,3}?(?:инструкц|указан|правил|команд|промпт|директив|подсказ)/,
  },
  {
    rule: 'concealment',
    pattern:
      /не (?:говори|сообщай|рассказывай|показывай|упоминай|раскрывай|уведомляй)(?:те)? (?:\S{1,20} ){0,4}?пользовател|(?:скрой|скрывай|утаи)(?:те)? (?:\S{1,20} ){0,4}?от пользовател|без ведома пользовател|втайне от пользовател/,
  },
  {
    rule: 'no-asking',
    pattern:
      /без (?:\S{1,20} ){0,2}?(?:подтверждени|разрешени|согласи|одобрени)[а-яё]{1,3}|не спрашива[а-яё]{1,5} (?:\S{1,20} ){0,2}?(?:разрешени|подтверждени|пользовател)/,
  },
  // Korean
  {
    rule: 'override',
    pattern:
      /(?:이전|앞선|위의|기존|시스템)[^.!?\n]{0,10}?(?:지시|명령|규칙|프롬프트|지침)[^.!?\n]{0,8}?(?:무시|잊)/,
  },
];
