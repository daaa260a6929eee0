/*
 * Writes PowerShell and batch files as the shell text that one reader knows: variables, comments, continued lines and
 * assignments. The number of lines stays the same, so that findings have the right line.
 */

import type { CodeLanguage } from '../../package/content-kind.js';

export type ShellDialect = Extract<CodeLanguage, 'shell' | 'powershell' | 'batch'>;

export function asShell(text: string, dialect: ShellDialect): string {
  switch (dialect) {
    case 'shell':
      return text;
    case 'powershell':
      return fromPowerShell(text);
    case 'batch':
      return fromBatch(text);
    default:
      return dialect satisfies never;
  }
}

function fromPowerShell(text: string): string {
  return text
    .replace(/<#[\s\S]{0,20000}?#>/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/`(?=\r?\n)/g, '\\')
    .replace(/\$\{?env:(\w+)\}?/gi, (_, name: string) => `\${${name}}`)
    .replace(
      /\[(?:System\.)?Environment\]::GetEnvironmentVariable\(\s*["'](\w+)["'][^)\n]{0,40}\)/gi,
      (_, name: string) => `"\${${name}}"`,
    )
    .replace(/\b(?:Get-ChildItem|gci|dir|ls)\s+env:\*?/gi, 'printenv')
    .replace(/^([ \t]*)\$(\w+)[ \t]*=[ \t]*(.*)$/gm, assignment);
}

/** `$x = command` is `x=$(command)`, and `$x = "text"` is `x="text"`. */
function assignment(_: string, indent: string, name: string, value: string): string {
  const bare = value.replace(/\r$/, '').trim();
  const isText = /^(?:"[^"]*"|'[^']*'|\$[\w{}:]+|[\d.]+|\$\([^)]*\))$/.test(bare);
  return isText || bare === '' ? `${indent}${name}=${bare}` : `${indent}${name}=$(${bare})`;
}

function fromBatch(text: string): string {
  return text
    .replace(/^([ \t]*)(?:rem\b|::)/gim, '$1#')
    .replace(/^([ \t]*)@/gm, '$1')
    .replace(/\^(?=\r?\n)/g, '\\')
    .replace(/\^([&|<>^])/g, '$1')
    .replace(
      /%(?:~[a-z]*)?([A-Za-z_]\w*)(?::[^%\n]{0,40})?%|!([A-Za-z_]\w*)!/g,
      (_, one: string | undefined, other: string | undefined) => `\${${one ?? other ?? ''}}`,
    )
    .replace(/^([ \t]*)set[ \t]+(?:\/[ap][ \t]+)?"?(\w+)=([^"\n]*)"?/gim, '$1$2="$3"');
}
