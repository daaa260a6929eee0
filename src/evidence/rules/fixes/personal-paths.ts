/*
 * Replaces the paths of a person by general ones: the folder of the session by `<project>`, a home folder by `~`. A note
 * is read by others, and on other machines.
 */

import type { Command } from '../attempts/attempt.js';

export function withoutPersonalPaths(command: Command, folder: string | undefined): Command {
  const text = generalPaths(command.text, folder);
  return text === command.text ? command : { ...command, text };
}

/** Idempotent. `folder` is the working folder of the session, if it is known. */
export function generalPaths(text: string, folder?: string): string {
  const own = folder === undefined ? text : withoutFolder(text, folder);
  return own.replace(homes, '~');
}

/** Only a whole name is replaced; `/work/app2` is not below `/work/app`. */
function withoutFolder(text: string, folder: string): string {
  const plain = folder.replace(/[/\\]{1,2}$/, '');
  if (plain.length < 2 || !text.includes(plain)) return text;
  return text
    .split(plain)
    .reduce((before, after) =>
      /^[\w.-]/.test(after) || /[\w.-]$/.test(before)
        ? `${before}${plain}${after}`
        : `${before}<project>${after}`,
    );
}

const homes =
  /(?<![\w.-])(?:\/(?:home|Users)\/[^/\s'":;,]{1,60}|\/root(?=\/)|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[^/\\\s'":;,]{1,60})(?=[/\\\s'":;,]|$)/g;
