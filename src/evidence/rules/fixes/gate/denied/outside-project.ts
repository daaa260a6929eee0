/*
 * Commands that write outside the project, or that run or load something from there.
 */

import { persistentLocationIn } from '../../../../../scan/families/commands/locations.js';
import type { Command } from '../../../attempts/attempt.js';

const outsidePath = /^(?:\/(?!tmp\/|tmp$|dev\/null)|~|\$HOME|\$\{HOME|[A-Za-z]:[\\/]|\.\.\/\.\.)/;

export function writesOutside(command: Command, folder: string | undefined): boolean {
  const { program, subcommand, words, text } = command;
  if (command.writes !== undefined && outsidePath.test(command.writes)) return true;
  if (persistentLocationIn(text.slice(0, 4_000)) !== undefined) return true;
  if (/^(?:crontab|defaults|reg|schtasks|launchctl|update-alternatives|systemd-run|at)$/.test(program))
    return true;
  if (program === 'systemctl' && /^(?:enable|edit|link|mask)$/.test(subcommand[0] ?? '')) return true;
  if (subcommand.includes('config') && words.some((word) => /^--(?:global|system)$|^-g$/.test(word)))
    return true;
  if (loadsFromOutside(command)) return true;
  if (!/^(?:mkdir|cp|mv|ln|touch|tee|install|chmod|unzip|tar|dd)$/.test(program)) return false;
  const operands = words.filter((word) => !word.startsWith('-'));
  const targets = /^(?:cp|mv|ln|install)$/.test(program) ? operands.slice(-1) : operands;
  return targets.some((path) => outsidePath.test(path) && !isBelow(path, folder));
}

/** Code that is loaded from a folder anybody may write to, or from beside the project. */
function loadsFromOutside({ program, words, environment }: Command): boolean {
  if (
    environment.some(
      (word) => loaders.test(word) && /[=:](?:\/tmp|~|\.\.)|--?(?:require|import|r)\b/.test(word),
    )
  )
    return true;
  if (
    environment.some((word) =>
      /^(?:LD|DYLD)_\w{1,40}=|^(?:BASH_ENV|PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF)=/.test(word),
    )
  )
    return true;
  const isInstaller =
    /^(?:npm|pnpm|yarn|bun|pip|uv|poetry|gem|cargo|go|apt|dnf|yum|brew|composer|dpkg|rpm)$/.test(program);
  if (
    isInstaller &&
    words.some((word) => /^\.\.\/|^(?:file|link):\.\.|^[^:]{0,200}\.(?:deb|rpm|pkg)$/.test(word))
  )
    return true;
  return words.some((word, index) => {
    const value =
      /^--?[\w-]{1,40}=(.{1,300})$/.exec(word)?.[1] ?? (/^--?[a-z]/.test(words[index - 1] ?? '') ? word : '');
    const flag = word.includes('=') ? word : (words[index - 1] ?? '');
    return (
      /^(?:\/tmp\/|\.\.\/\.\.|~\/\.)/.test(value) &&
      /require|import|loader|preload|plugin|config|exec|script|rc\b|init/.test(flag)
    );
  });
}

const loaders =
  /^(?:PATH|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYOPT|RUBYLIB|CLASSPATH|JAVA_TOOL_OPTIONS)=/;

function isBelow(path: string, folder: string | undefined): boolean {
  return (
    folder !== undefined &&
    folder.length > 1 &&
    path.startsWith(`${folder.replace(/\/$/, '')}/`) &&
    !path.includes('..')
  );
}
