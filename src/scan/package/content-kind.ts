/*
 * What kind of text a file is, by its name and its first line: a document, settings, or code of a language.
 */

/** Languages that the rules about code read. */
export const codeLanguages = [
  'shell',
  'powershell',
  'batch',
  'python',
  'javascript',
  'ruby',
  'perl',
  'php',
  'go',
  'applescript',
] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

export type ContentKind = CodeLanguage | 'markdown' | 'notebook' | 'config' | 'text' | 'binary';

/** `text` is the content without a byte order mark. */
export function contentKindOf(path: string, text: string): Exclude<ContentKind, 'binary'> {
  return byExtension(path) ?? byFirstLine(text.slice(0, 200));
}

/** Whether the name of the file says that it is text. */
export function isNamedText(path: string): boolean {
  return byExtension(path) !== undefined || /\.(?:txt|rst|csv|html?|css|xml|svg)$/i.test(path);
}

/** The language that the label of a code fence names, such as `py` or `pwsh`. */
export function languageNamed(label: string): CodeLanguage | undefined {
  const name = label.toLowerCase();
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}

export function isCode(content: ContentKind): content is CodeLanguage {
  return (codeLanguages as readonly string[]).includes(content);
}

const extensions: Readonly<Record<string, CodeLanguage>> = {
  ...named('shell', 'sh bash zsh ksh dash fish command envrc bats'),
  ...named('powershell', 'ps1 psm1 psd1'),
  ...named('batch', 'bat cmd'),
  ...named('python', 'py pyw pyi'),
  ...named('javascript', 'js mjs cjs jsx ts mts cts tsx'),
  ...named('ruby', 'rb rake gemspec'),
  ...named('perl', 'pl pm'),
  ...named('php', 'php phtml'),
  ...named('go', 'go'),
  ...named('applescript', 'applescript scpt'),
};

const labels: Readonly<Record<string, CodeLanguage>> = {
  ...extensions,
  ...named('shell', 'shell console terminal shell-session'),
  ...named('powershell', 'powershell pwsh'),
  ...named('batch', 'batch dos'),
  ...named('python', 'python python3 py3'),
  ...named('javascript', 'javascript typescript node'),
  ...named('ruby', 'ruby'),
  ...named('perl', 'perl'),
  ...named('go', 'golang'),
  ...named('applescript', 'osascript jxa'),
};

const otherExtensions: Readonly<Record<string, 'markdown' | 'notebook' | 'config'>> = {
  ...named('markdown', 'md mdx markdown mdc'),
  ...named('notebook', 'ipynb'),
  ...named('config', 'json jsonc json5 toml yaml yml ini plist service timer conf cfg properties desktop'),
};

function named<Kind extends string>(kind: Kind, words: string): Record<string, Kind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

function byExtension(path: string): Exclude<ContentKind, 'binary' | 'text'> | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(otherExtensions, extension)) return otherExtensions[extension];
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

function byFirstLine(start: string): CodeLanguage | 'text' {
  const line = /^#!([^\n\r]*)/.exec(start)?.[1];
  if (line === undefined) return start.startsWith('<?php') ? 'php' : 'text';
  return interpreters.find(([pattern]) => pattern.test(line))?.[1] ?? 'shell';
}

const interpreters: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/python/, 'python'],
  [/\b(?:node|deno|bun|tsx|ts-node)\b/, 'javascript'],
  [/\bruby\b/, 'ruby'],
  [/\bperl\b/, 'perl'],
  [/\bphp\b/, 'php'],
  [/\bpwsh\b|powershell/, 'powershell'],
  [/\bosascript\b/, 'applescript'],
];
