/*
 * A setting that was written into a configuration file of the project by `echo` or `printf`: one name with a plain value,
 * or a bare version. Only settings that say where something is or which version is meant are recognised; whatever could
 * load code, reach another host or switch something off is not.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import { mentions } from '../work/operands.js';
import { editedKind } from './file-kind.js';

export function writesSetting({ writes, words, text }: Command): boolean {
  if (writes === undefined || editedKind(writes) !== 'configuration') return false;
  if (/^[/~]|\.\.(?:\/|$)/.test(writes) || /[`$|;&]/.test(text)) return false;
  const operands = words.filter((word) => !/^-[neE]$/.test(word));
  const [content = ''] = operands;
  return operands.length === 1 && plainSetting.test(content.replace(/\\n$/, ''));
}

/** The name says where something is or which version is meant, the value is one word. */
const plainSetting =
  /^(?:(?!.{0,40}(?:repo|registr|source|mirror|plugin|script|hook|init|agent|proxy|url|host))(?:[\w.-]{0,40}[._-])?(?:version|dir|home|sdk|target|region|zone|project|profile|port|lang|locale|platform|arch|channel|edition)\s?[=:]\s?(?:(?:\/(?:opt|usr|Library|Applications)\/)?[\w][\w./+-]{0,100})|v?\d{1,4}(?:\.\d{1,4}){0,3}|(?:lts\/)?[a-z]{2,20})$/i;

/** Whether the error is about the file or the setting. */
export function isAskedSetting(
  { cause, output, command }: Attempt,
  { writes = '', words }: Command,
): boolean {
  const text = `${cause?.line ?? ''}\n${output}\n${command.text}`.slice(0, maxText);
  const file = writes.slice(writes.lastIndexOf('/') + 1);
  const name = /^[\w.-]{2,60}(?=\s?[=:])/.exec(words.at(-1) ?? '')?.[0] ?? '';
  const family = cause?.family;
  return (
    family === 'config' ||
    family === 'version' ||
    mentions(text, file) ||
    (name !== '' && mentions(text, name))
  );
}

const maxText = 6_000;
