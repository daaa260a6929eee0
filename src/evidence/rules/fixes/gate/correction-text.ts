/*
 * The words of a correction, for a note. An instruction about the work is what a correction is, so only the hostile kinds
 * are left out: addresses, secrets, downloads that are run, permissions, force, data that leaves, and what stays behind.
 */

import { persistentLocationIn, privateLocationIn } from '../../../../scan/families/commands/locations.js';
import { findSecrets } from '../../../../scan/secrets/find.js';
import { firstCharacters } from '../../../../text/utf8.js';
import { switchesOffCheck } from './denied/checks-off.js';
import { claimsPermission } from './hostile-words.js';

const maxCharacters = 300;

/** On one line; undefined if it must not be shown. */
export function correctionText(text: string): string | undefined {
  const line = text
    .slice(0, maxText)
    .replace(/\u001b\[[\d;?]{0,20}[A-Za-z]/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line === '' || isHostile(line) ? undefined : firstCharacters(line, maxCharacters);
}

const maxText = 4_000;

function isHostile(line: string): boolean {
  const location = privateLocationIn(line);
  return (
    (location !== undefined && !location.isOrdinary) ||
    persistentLocationIn(line) !== undefined ||
    line.includes('[redacted:') ||
    findSecrets(line).length > 0 ||
    claimsPermission(line) ||
    line.split(' ').some((word) => word.startsWith('-') && switchesOffCheck(word)) ||
    hostile.some((pattern) => pattern.test(line))
  );
}

const hostile: readonly RegExp[] = [
  // Addresses.
  /\b[a-z][a-z\d+.-]{1,20}:\/\/(?!localhost|127\.0\.0\.1)|\bwww\.\w|[\w.+-]{1,60}@[\w-]{1,60}\.\w/i,
  // Downloads that are run.
  /\b(?:curl|wget|irm|iwr)\b.{0,200}(?:\||\bsh\b|bash|run|execut)|\|\s{0,4}(?:ba|z)?sh\b|base64\s+-+d/i,
  // More rights.
  /\b(?:sudo|doas|runas|chmod\s+-?\w{0,3}\s?[0-7]*777|root (?:access|rights|shell)|admin(?:istrator)? (?:rights|access|mode)|setuid|privileged mode)\b|bypass(?:ing)? (?:the )?(?:permission|sandbox|approval|check|hook|protection)|\b(?:disable|turn off|skip|ignore) (?:the |all |any )?(?:permission|sandbox|approval|security|ssl|tls|certificate|verification|hook|protection|safety|policy|signature|2fa|mfa)/i,
  /(?:sandbox|berechtigung\w{0,5}|sicherheit\w{0,10}|zertifikat\w{0,10}) (?:aus|ab|deaktivier)|désactiver? (?:la |le |les )?(?:sandbox|sécurité|vérification|permission)|desactiv\w{1,5} (?:la |el |los |las )?(?:sandbox|seguridad|verificación|permiso)|(?:禁用|关闭|跳过)(?:沙箱|安全|权限|验证|检查)|(?:サンドボックス|権限|検証|セキュリティ)を?(?:無効|オフ|スキップ)/i,
  // Force.
  /--force\b|--no-verify\b|\bforce[- ]?push|\bpush\b.{0,40}\s-f\b|\bforce (?:it|the push|merge|delete|overwrite)|reset --hard|rm -\w{0,3}r\w{0,3}f|强制推送|強制(?:プッシュ|的に)|erzwing|forcer? le push|forzar? el push/i,
  // Data that leaves.
  /\b(?:send|upload|post|e-?mail|forward|exfiltrate|leak|paste|share|publish)\b.{0,80}\b(?:api keys?|credentials?|secrets?|passwords?|tokens?|private keys?|ssh keys?|\.env|environment variables|history|customer data|personal data)\b/i,
  /\b(?:passw(?:or[dt]|d)|passphrase|api[- ]?key|secret|token|contraseña|mot de passe)\b.{0,40}(?:\bis\b|\bist\b|lautet|\best\b|\bes\b|[:=])\s{0,4}\S|密码(?:是|为|:)|パスワードは/i,
  // What stays behind.
  /\bcron(?:tab|job)?\b|\bautostart\b|\bstart-?up (?:script|item|folder)|launch(?:agent|daemon|ctl)|\bscheduled task|authorized_keys|\.(?:bashrc|zshrc|profile|bash_profile)\b|git hooks? (?:that|which|to)/i,
  // Earlier instructions.
  /\b(?:ignore|disregard|forget) (?:\w{1,20} ){0,4}(?:instructions?|prompts?|rules|guidelines|safeguards)\b/i,
];
