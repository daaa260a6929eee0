/*
 * Commands that switch a check off, by a flag, a variable or a setting: hooks, certificates, host keys, signatures, locks,
 * questions to the user.
 */

import type { Command } from '../../../attempts/attempt.js';
import { isFetch } from '../../../attempts/command-kinds.js';

export function switchesOff({ program, subcommand, words, environment, launcher }: Command): boolean {
  if (
    environment.some(isOffVariable) ||
    words.some((word) => /^[A-Z_]{2,60}=/.test(word) && isOffVariable(word))
  )
    return true;
  if (isFetch(program) && words.some((word) => /^-[a-zA-Z]{0,6}k/.test(word))) return true;
  if (program === 'ssh-keyscan' || (program === 'ssh-keygen' && words.includes('-R'))) return true;
  if (
    subcommand.some((word) =>
      /insecure|unsafe|bypass|(?:^|[:_-])(?:disable|force|skip)(?:[:_-]|$)/.test(word),
    )
  )
    return true;
  const options = optionsOf([...launcher, ...words]);
  if (options.some(switchesOffCheck) || hasShortForce(program, words)) return true;
  const verbs = subcommand.join(' ');
  if (program === 'git' && verbs === 'commit' && words.some((word) => /^-[a-z]{0,4}n[a-z]{0,4}$/.test(word)))
    return true;
  const isSetting = /(?:^| )(?:config|set|configure)(?: |$)/.test(verbs);
  return isSetting && (words.some(switchesOffCheck) || switchesOffCheck(words.slice(0, 4).join('=')));
}

/** Each flag, alone and with the word behind it. */
function optionsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (!word.startsWith('-')) return [];
    const value = words[index + 1];
    return value === undefined || value.startsWith('-') ? [word] : [word, `${word} ${value}`, value];
  });
}

function isOffVariable(assignment: string): boolean {
  return switchesOffCheck(assignment) || offVariables.test(assignment);
}

const offVariables =
  /^(?:(?:SKIP|NO|DISABLE|IGNORE|ALLOW|BYPASS|UNSAFE|OVERRIDE|FORCE)(?:_\w{1,60})?|YES|SUDO|I_\w{1,60}|GONOSUM\w{0,20}|GOINSECURE|HUSKY)=(?!0?$|false$)|^(?:HUSKY|\w{0,40}TRUST)=0|=-?-?insecure\b/i;

/** A lone `-f` is force where it has no value. */
function hasShortForce(program: string, words: readonly string[]): boolean {
  if (
    /^(?:tail|kubectl|docker|make|gmake|ssh|tar|awk|grep|rg|cut|ps|curl|find|psql|journalctl|podman|helmfile)$/.test(
      program,
    )
  )
    return false;
  return words.some((word, index) => /^-[a-z]{0,2}f$/i.test(word) && /^(?:-|$)/.test(words[index + 1] ?? ''));
}

/** A flag, variable or setting that switches a check off. */
export function switchesOffCheck(word: string): boolean {
  return (
    offFlags.test(word) ||
    offValues.test(word) ||
    onValues.test(word) ||
    offNames.test(word) ||
    offElsewhere.test(word)
  );
}

const checked =
  '(?:verif|check|ssl|tls|cert|auth|sandbox|hook|host|sign|secur|valid|polic|protect|perm|audit|scan|gpg|integrity|trust|guard|license|lock|confirm|approv|firewall|guard|safe|checksum)';
const offFlags = new RegExp(
  `(?:^|[^a-z])(?:no|skip|disable[ds]?|ignore|without|bypass|dont|un|insecure|trusted)[-_.]?(?:[a-z]{1,20}[-_.]){0,3}[a-z]{0,12}${checked}`,
  'i',
);
/** "Without", in other languages. */
const offElsewhere =
  /^-{0,2}(?:[a-z]{1,20}[-_]){0,2}(?:ohne|keine?[nr]?|sans|sin|sem|senza|zonder|bez)[-_][a-z]/i;
const offValues = new RegExp(
  `(?:${checked}|strict|reject|enforce|require)[\\w.-]{0,40}[=: ](?:no|false|0|off|none|never|disabled?|skip|ignore|warn|insecure|/dev/null)\\b`,
  'i',
);
/** `ssl.insecure=true`, `-Dtrust.all=1`: a name of carelessness that is switched on. */
const onValues =
  /(?:insecure|unsafe|trust|allow|accept|permit|ignore|skip|bypass|disable|lenient|permissive)[\w.-]{0,40}[=: ](?:true|1|yes|on|all|any|\*)(?!\w)/i;
const offNames =
  /^(?:--insecure\w{0,20}|--no-check-certificate|--trusted-host|--break-system-packages|--plain-http|--yolo|--dangerously[\w-]{0,60}|--unsafe[\w-]{0,40}|--allow-[\w-]{1,40}|--permit-[\w-]{1,40}|--trust[\w-]{0,40}|--accept-[\w-]{1,40}|--yes-i[\w-]{0,40}|--overrid[\w-]{0,20}|--elevat[\w-]{0,20}|--as-root|--expose|--public|--(?:auto-approve|assume-yes|accept-data-loss|accept-all|force[\w-]{0,40}|overwrite|admin|privileged)|-(?:auto-approve|force)|(?:HUSKY|SKIP|HUSKY_SKIP_HOOKS|PYTHONHTTPSVERIFY|NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PIP_BREAK_SYSTEM_PACKAGES|PIP_TRUSTED_HOST))(?:[=:]|$)|^-?-?executionpolicy\b|(?:^|[= ])(?:bypass|unrestricted)$|hooksPath|safe\.directory|StrictHostKeyChecking|UserKnownHostsFile|strict-ssl|sslVerify|http\.proxy/i;
