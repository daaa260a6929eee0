/*
 * Commands that run with more rights, or give them: elevation, owners and modes of files, capabilities of containers,
 * roles and policies of a cloud.
 */

import type { Command } from '../../../attempts/attempt.js';
import { stepKindOf } from '../../steps/step-kind.js';

export function needsMoreRights(command: Command): boolean {
  const { isElevated, program, subcommand, words, environment, text } = command;
  if (isElevated || /(?:^|[\s;&|(])(?:sudo|doas|pkexec|runas|gsudo|su)\s/.test(text)) return true;
  if (program === 'chmod') return stepKindOf(command) !== 'executable';
  if (rightsPrograms.has(program) || (program === 'deno' && words.includes('-A'))) return true;
  const verbs = [...subcommand, ...words].join(' ').slice(0, 2_000);
  if ([...environment, ...words].some((word) => mightyValue.test(word))) return true;
  if (words.some((word, index) => mightyName.test(word) && namesAccount(words[index - 1] ?? ''))) return true;
  if (words.some((word, index) => isHostMount(word, words[index - 1] ?? ''))) return true;
  return words.some((word) => rightsFlags.test(word)) || rightsVerbs.test(verbs) || /\bsetuid\b/.test(verbs);
}

const rightsPrograms: ReadonlySet<string> = new Set([
  'chown',
  'chgrp',
  'setfacl',
  'icacls',
  'takeown',
  'setcap',
  'usermod',
  'groupadd',
  'gpasswd',
  'adduser',
  'useradd',
  'visudo',
  'setenforce',
  'csrutil',
  'spctl',
  'xattr',
  'passwd',
  'chroot',
  'nsenter',
]);
const mighty = '(?:[\\w-]{0,30}[-_])?(?:admin|administrator|root|superuser|sysadmin)';
/** `PROFILE=admin`, `--profile=root`. */
const mightyValue = new RegExp(`=${mighty}$`, 'i');
/** The same behind a flag. */
const mightyName = new RegExp(`^${mighty}$`, 'i');

/** A database may be called `admin`, too. */
function namesAccount(flag: string): boolean {
  return /^--?[a-z]/.test(flag) && !/(?:database|db|schema|catalog)$/i.test(flag);
}

/** A folder of the machine inside a container, such as the socket of Docker. */
function isHostMount(word: string, before: string): boolean {
  const source = /^(?:-v|--volume)$/.test(before)
    ? word
    : /^(?:-v|--volume=|--mount=)(.{1,300})$/.exec(word)?.[1];
  return (
    source !== undefined &&
    /^(?:\/(?:var|etc|root|usr|proc|sys|dev|home|Users)?(?:\/|:)|~|\$HOME|.{0,100}docker\.sock)/.test(source)
  );
}

const rightsFlags =
  /^(?:--privileged|--cap-add|--security-opt|--allow-root|--unsafe-perm|--admin|--as(?:=|$)|--as-group|--capabilities|--scopes?|--allow-all|--user[= ]?(?:root|0)\b|-u[= ]?(?:root|0)$|--pid=host|--net(?:work)?=host|--userns|--role(?:=|$)|--grant)/;
const rightsVerbs =
  /add-iam-policy-binding|set-iam-policy|attach-(?:role|user|group)-policy|put-(?:role|user|bucket)-policy|clusterrolebinding|rolebinding|role assignment create|(?:^| )(?:-u|--user) (?:root|0)(?: |$)|\bgrant\b|alter (?:user|role)|superuser|CAPABILITY_(?:NAMED_)?IAM|auth refresh/i;
