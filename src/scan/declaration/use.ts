/*
 * What code uses of its surroundings, as far as a line shows it: environment variables, hosts, programs.
 */

import type { Code } from './code.js';

export interface Use {
  readonly kind: 'environment' | 'host' | 'program';
  readonly name: string;
  readonly line: number;
  readonly excerpt: string;
}

export function usesOf({ language, lines }: Code): readonly Use[] {
  const own = new Set(language === 'shell' ? lines.flatMap(({ text }) => assigned(text)) : []);
  return lines.flatMap(({ text, line }): readonly Use[] => {
    if (text.length < 2 || /^\s*(?:#|\/\/)/.test(text)) return [];
    const excerpt = text.trim().slice(0, 200);
    const use = (kind: Use['kind'], names: readonly string[]) =>
      names.map((name): Use => ({ kind, name, line, excerpt }));
    return [
      ...use(
        'environment',
        captured(text, variables[language]).filter((name) => !own.has(name)),
      ),
      ...use(
        'host',
        captured(text, host).filter((name) => !localHost.test(name)),
      ),
      ...use('program', language === 'shell' ? captured(text, program) : []),
    ];
  });
}

function captured(text: string, pattern: RegExp): readonly string[] {
  if (text.search(pattern) === -1) return [];
  return [...text.matchAll(pattern)].flatMap(({ 1: name }) => name ?? []);
}

/** Variables that the code sets itself are not asked of the user. */
function assigned(text: string): readonly string[] {
  return captured(
    text,
    /(?:^|[\s;])(?:local |readonly |declare |for |read (?:-\w+ )*)?([A-Za-z_]\w{0,80})(?==| in )/g,
  );
}

const variables: Readonly<Record<Code['language'], RegExp>> = {
  shell: /\$\{?([A-Z][A-Z0-9_]{2,80})\b/g,
  python: /\b(?:os\.environ(?:\.get)?|os\.getenv|getenv)\s?[([]\s?["']([A-Za-z_]\w{0,80})["']/g,
  javascript: /\bprocess\.env(?:\.|\[["'])([A-Za-z_]\w{0,80})/g,
};

const host = /\bhttps?:\/\/(?:[^\s/@"'`]{1,80}@)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})\b/gi;
const localHost =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)|(?:^|\.)example\.(?:com|org|net)$|\.(?:local|test|invalid)$|^(?:www\.)?w3\.org$|schemas?\./i;

/** The first word of a command: at the beginning, after a pipe or a list operator. */
const program = /(?:^\s*(?:\$ )?|[|;&]\s*|&& *|\bsudo )([a-z][a-z0-9._+-]{1,40})(?=\s|$)/g;
