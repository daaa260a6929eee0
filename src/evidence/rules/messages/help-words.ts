/*
 * Recognises help: the user did something around the work that the agent cannot do, such as a login, rights, a network or a
 * service, so that the agent can go on: "I granted it access, try again", "the VPN is up now". It corrects nothing, and the
 * task goes on. What the user changed in the agent's work is a correction, and so is what points at a fault.
 */

import { unaccented } from './opening.js';

/** Takes the opening of a message (opening.ts). */
export function isHelp(accented: string): boolean {
  const opening = unaccented(accented);
  if (opening.length > maxCharacters || faults.test(opening)) return false;
  return isDone.test(opening) || enabled.test(opening) || isThereNow.test(opening);
}

/** What helps is said in a sentence or two. */
const maxCharacters = 140;

function plain({ source, flags }: RegExp): RegExp {
  return new RegExp(unaccented(source), flags);
}

/** What the agent had asked the user to do. */
const isDone = plain(
  /^(?:(?:all |ok,? )?done|erledigt|fertig|ist gemacht|c'est fait|fait|hecho|listo|ya est[aá]|feito|prontinho|好了|搞定了?|弄好了|できました|やりました)(?:$|[\s,.!，。！])/u,
);

/** The user made something possible, from outside. */
const enabled = plain(
  new RegExp(
    [
      "^(?:ok(?:ay)?|done|right|so|sorry|there)?[,.!: ]{0,3}(?:i|i've|i have|we|we've|we have|(?:the )?(?:admins?|ops|it|support)(?: has| have)?) (?:have |just |now |already ){0,2}(?:granted|gave|given|started|restarted|rebooted|plugged|unplugged|unlocked|unblocked|enabled|activated|installed|mounted|uploaded|renewed|rotated|refreshed|logged in|signed in|approved|accepted|whitelisted|allowed|freed|chowned|chmodded|connected|invited|joined|topped up|opened (?:the )?(?:port|firewall|vpn))\\b",
      '^(?:so|ok|fertig|erledigt)?[,.! ]{0,3}(?:ich|wir|die it|der admin) (?:hab\\w{0,3}|hat) (?:\\S+ ){1,6}?(?:freigegeben|freigeschaltet|gestartet|neugestartet|eingeschaltet|eingesteckt|installiert|hochgeladen|angemeldet|eingeloggt|verlängert|erneuert|entsperrt|aktiviert|eingetragen|hinterlegt|berechtigt|verbunden)\\b',
      "^(?:ok|voilà|c'est fait)?[,.! ]{0,3}(?:je (?:t'|l'|les |vous |lui )?(?:ai|viens)|j'ai|on a|nous avons) (?:\\S+ ){0,3}?(?:donné|accordé|lancé|démarré|redémarré|branché|installé|activé|débloqué|déverrouillé|autorisé|renouvelé|connecté|invité|ajouté au|téléversé)",
      '^(?:ok|listo|hecho)?[,.! ]{0,3}(?:ya )?(?:te |le |lo |la )?(?:he|hemos|ha) (?:\\S+ ){0,3}?(?:dado|concedido|arrancado|iniciado|reiniciado|enchufado|instalado|activado|desbloqueado|autorizado|renovado|conectado|invitado|subido)',
      '^(?:pronto|feito)?[,.! ]{0,3}(?:já )?(?:te |lhe |o |a )?(?:dei|liberei|iniciei|liguei|reiniciei|instalei|ativei|desbloqueei|autorizei|renovei|conectei|convidei|subi|enviei o arquivo)(?!\\p{L})',
      '^(?:我)?(?:已经|刚才?|刚刚)?(?:给你|把)?.{0,14}(?:开通|授权|启动|重启|打开|连上|登录|续期|解锁|装好|上传)(?:了|好了)',
    ].join('|'),
    'u',
  ),
);

/** Something that was missing is there. */
const isThereNow = plain(
  new RegExp(
    [
      `^(?:ok(?:ay)?[,.! ]{1,2})?(?:the |my |your )?${around('token|key|api key|keys|password|secret|credentials?|vpn|network|server|service|db|database|docker|daemon|proxy|cluster|cable|port|licen[cs]e|account|access|permissions?|rights|disk|device|phone|emulator|wifi|certificate')}(?: \\S+){0,3}? (?:is|are|runs|works|should be)\\b.{0,40}\\b(?:now|again|up|back|running|there)\\b`,
      `^(?:der|die|das|dein|mein)?e? ?${around('token|schlüssel|passwort|zugang|vpn|netz|server|dienst|datenbank|docker|proxy|kabel|port|lizenz|konto|rechte|zertifikat|gerät')}(?: \\S+){0,3}? (?:ist|sind|läuft|laufen|steht|stehen|liegt|geht)\\b.{0,30}\\b(?:jetzt|nun|wieder|da)\\b`,
      `^(?:le |la |les |l'|ton |ta )?${around('jeton|clé|mot de passe|vpn|réseau|serveur|service|base|docker|proxy|accès|droits|licence|compte|certificat')}(?: \\S+){0,3}? (?:est|sont|marche|tourne|fonctionne)\\b.{0,30}(?:maintenant|de nouveau|de retour|là|en place)`,
      `^(?:el |la |los |las |tu )?${around('token|clave|contraseña|vpn|red|servidor|servicio|base|docker|proxy|acceso|permisos|licencia|cuenta|certificado')}(?: \\S+){0,3}? (?:ya (?:está|están|funciona|corre)\\b|(?:está|están|funciona|corre)\\b.{0,30}\\b(?:ahora|de nuevo|otra vez))`,
      '^(?:权限|密钥|令牌|密码|网络|服务|服务器|数据库|账号|证书|vpn).{0,14}(?:好了|开了|开好了|加了|恢复了|起来了|配好了|可以了)',
    ].join('|'),
    'u',
  ),
);

function around(names: string): string {
  return `(?:\\S+ ){0,2}?(?:${names})`;
}

/** Words that point at a fault, or at what the agent did. */
const faults = plain(
  /\b(?:wrong|still|broken|not|n't|instead|you (?!can\b|may\b|should be able)|your (?:change|fix|edit|code)|but|back to|falsch|nicht|immer noch|stattdessen|aber|du (?!kannst\b|darfst\b)|faux|pas|toujours|mais|tu (?!peux\b)|mal|sigue|pero|errado|não|mas)\b|n['’]t\b|不对|错|没|还是|不要/u,
);
