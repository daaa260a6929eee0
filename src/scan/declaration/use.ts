/*
 * What code uses of its surroundings, as far as a line shows it: environment variables, hosts, programs.
 */

import { lineIndexAt } from '../lines.js';
import type { Code } from './code.js';

export interface CodeUse {
  readonly name: string;
  readonly line: number;
  readonly excerpt: string;
}

/** Variables that the code sets itself are not asked of the user. */
export function variablesOf(code: Code): readonly CodeUse[] {
  const own = new Set(code.language === 'shell' ? captured(code, assigned).map(({ name }) => name) : []);
  return usesOf(code, variables[code.language]).filter(({ name }) => !own.has(name));
}

export function hostsOf(code: Code): readonly CodeUse[] {
  return usesOf(code, host).filter(({ name }) => !localHost.test(name));
}

export function programsOf(code: Code): readonly CodeUse[] {
  return code.language === 'shell' ? usesOf(code, program) : [];
}

function usesOf(code: Code, pattern: RegExp): readonly CodeUse[] {
  const { lines, starts, firstLine } = code;
  return captured(code, pattern).flatMap(({ name, offset }) => {
    const index = lineIndexAt(starts, offset);
    const text = lines[index] ?? '';
    if (/^\s*(?:#|\/\/)/.test(text)) return [];
    return [{ name, line: firstLine + index, excerpt: text.trim().slice(0, 200) }];
  });
}

function captured({ text }: Code, pattern: RegExp): readonly { name: string; offset: number }[] {
  return Array.from(text.matchAll(pattern), ({ 1: name = '', index }) => ({ name, offset: index }));
}

const assigned =
  /(?:^|[\s;])(?:local |readonly |declare |for |read (?:-\w+ )*)?([A-Za-z_]\w{0,80})(?==| in )/gm;

const variables: Readonly<Record<Code['language'], RegExp>> = {
  shell: /\$\{?([A-Z][A-Z0-9_]{2,80})\b/g,
  python: /\b(?:os\.environ(?:\.get)?|os\.getenv|getenv)[^\S\r\n]?[([][^\S\r\n]?["']([A-Za-z_]\w{0,80})["']/g,
  javascript: /\bprocess\.env(?:\.|\[["'])([A-Za-z_]\w{0,80})/g,
};

const host = /\bhttps?:\/\/(?:[^\s/@"'`]{1,80}@)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})\b/gi;
const localHost =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)|(?:^|\.)example\.(?:com|org|net)$|\.(?:local|test|invalid)$|^(?:www\.)?w3\.org$|schemas?\./i;

/** The first word of a command: at the beginning, after a pipe or a list operator. */
const program = /(?:^[ \t]*(?:\$ )?|[|;&][ \t]*|&& *|\bsudo )([a-z][a-z0-9._+-]{1,40})(?=\s|$)/gm;
