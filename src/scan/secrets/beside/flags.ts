/*
 * The signs of secrets after flags that do not name them: `docker login -p X`, `redis-cli -a X`, `curl -u user:X`. A flag
 * such as `-p` means many things, so the program before it decides.
 */

import type { Finding } from '../find.js';
import { isPlaceholder, isStrictPassword } from '../secret-value.js';
import type { Sign } from '../sign.js';
import { type Form, once, secretAt } from './form.js';
import { hasSecretCookie } from './headers.js';

/** A flag follows a space, or a quote if it is a member of a list. */
export function flagSigns(): readonly Sign[] {
  return [...' "\''].flatMap((before) =>
    [...'puawkxbnt', '-user', '-proxy-user'].map((flag) => ({ text: `${before}-${flag}`, find: flagValue })),
  );
}

function flagValue(text: string, before: number): Finding | undefined {
  return secretAt(text, before + 1, userForms()) ?? valueOfShortFlag(text, before + 1);
}

/** A user with a password, and cookies. */
const userForms = once((): readonly Form[] => [
  {
    kind: 'password',
    pattern:
      /--?(?:u|U|user|proxy-user)(?:[ =]|\\{0,3}["'], ?)?\\{0,3}["']?[^\s:"'\\/=]{1,128}:(?!\/\/)([^\s"'\\]{3,512})/dy,
    // A user and its group: `docker run -u node:node`.
    accepts: (secret, before) =>
      !/^\d+$/.test(secret) && !before.includes(` ${secret}:`) && !before.endsWith(`"${secret}:`),
  },
  {
    kind: 'password',
    pattern: /-a ?["']?[^\s:"']{1,80}:([^\s"'\\]{3,256})(?<=\bhttps?[^\n|;&]{0,200} -a.{0,400})/dy,
  },
  {
    kind: 'password',
    pattern:
      /-U ?["']?[^\s%"']{1,80}%([^\s"'\\]{3,256})(?<=(?:smb\w{1,8}|rpcclient)[^\n|;&]{0,200} -U.{0,400})/dy,
  },
  {
    kind: 'password',
    pattern: /-u ?["']?[^\s,"']{1,80},([^\s"'\\]{3,256})(?<=\blftp[^\n|;&]{0,80} -u.{0,400})/dy,
  },
  { kind: 'cookie', pattern: /-b \\{0,3}["']([\w.-]{1,64}=[^"'\\\n$]{4,4000})/dy, accepts: hasSecretCookie },
]);

function valueOfShortFlag(text: string, at: number): Finding | undefined {
  shortFlag.lastIndex = at;
  const match = shortFlag.exec(text);
  const [start, end] = match?.indices?.[3] ?? [0, 0];
  const isAttached = /^\\{0,3}["']?$/.test(match?.[2] ?? '');
  const flag = match?.[1] ?? '';
  const value = text.slice(start, end);
  if (flag === '' || isPlaceholder(value)) return undefined;
  const command = commandBefore(text, at);
  const isSecret =
    (isAttached ? attached : apart)[flag]?.test(command) === true ||
    (!isAttached &&
      /^-[pPw]$/.test(flag) &&
      isStrictPassword(value) &&
      logsIn(command, text.slice(end, end + 120)));
  return isSecret ? { start, end, kind: 'password' } : undefined;
}

/** A program that is given a user beside the flag, and is none of those with another use for it. */
function logsIn(before: string, after: string): boolean {
  if (otherUse.test(before)) return false;
  const [rest = ''] = after.split(/[\n|;&]/, 1);
  return user.test(before) || user.test(rest);
}

const user = / (?:-[uU]|--?user(?:name)?|-login)[ =:]["']?[^\s-]/;
const otherUse =
  /(?:^|[\s/"'])(?:docker|podman|nerdctl|kubectl|psql|pg_\w{1,12}|ssh|scp|sftp|tar|mkdir|cp|git|ps|top|lsof|sudo|npm|npx|yarn|node|jest|pytest|rsync|nmap|mvn|gradle|systemctl|journalctl|crontab|grep|rg|sort|find|id|su|screen|tmux)\s/;

/** The start of the command in which the place is. */
function commandBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at);
  return before.slice(1 + Math.max(...[...'\n|;&'].map((sign) => before.lastIndexOf(sign))));
}

/** A flag of one letter, and its value in the same or the next word, also as members of a JSON list. */
const shortFlag = /(-[apwkxtPNAX])([ \t=:]{0,2}\\{0,3}["']?,?[ ]?\\{0,3}["']?)(?!-)([^\s"'\\|;&<>]{3,512})/dy;

/** Programs that take the secret as the next word. */
const apart: Readonly<Record<string, RegExp>> = {
  '-p': /\b(?:(?:docker|podman|nerdctl|buildah|helm|skopeo|crane|oras|az|oc|argocd|jf|conan|twine|influx|security)\b.{0,160}\b(?:login|auth|upload|user|setup|unlock-keychain|config)\b|(?:cqlsh|beeline|mongo(?:sh|dump|restore|export|import|stat)?|psexec|rdesktop|sshpass|plink|pscp|altool|notarytool)\b)/,
  '-a': /\b(?:redis-cli|valkey-cli|keydb-cli|iredis)\b/,
  '-P': /\b(?:sqlcmd|bcp|osql|zip|unzip|ipmitool|mosquitto_(?:pub|sub)|ssh-keygen)\b/,
  '-w': /\b(?:ldap(?:search|add|modify|delete|whoami|passwd|compare)|security (?:add|set|find|import|unlock)-?[\w-]*|saslpasswd2)\b/,
  '-k': /\bopenssl\b|\b(?:nuget|dotnet|choco)\b.{0,120}\b(?:push|apikey|setapikey)/i,
  '-t': /\b(?:vercel|fly|flyctl|doctl|railway)\b/,
  '-x': /\bsnmp(?:walk|get|set)\b/,
  '-X': /\bsnmp(?:walk|get|set)\b/,
  '-A': /\bsnmp(?:walk|get|set)\b/,
  '-N': /\bssh-keygen\b/,
};

/** Programs that take it in the same word: `-psecret`. */
const attached: Readonly<Record<string, RegExp>> = {
  '-p': /\b(?:mysql(?:dump|admin|import|check|show)?|mariadb(?:-dump|-admin)?|7z[ar]?|rar|unrar|sshpass)\b/,
};
