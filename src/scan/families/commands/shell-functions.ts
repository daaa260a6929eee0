/*
 * The functions of shell scripts, so that a call is followed into the body with its arguments, and shell text written so
 * that the reader of commands needs to know fewer forms: loops that read from a file, and lists.
 */

export interface ShellFunction {
  readonly body: string;
  /** The names of its parameters, in PowerShell. */
  readonly parameters: readonly string[];
}

const maxFunctions = 200;
const maxBodyLength = 4_000;

const head =
  /(?:^|[\n;{}&|])[ \t]*(?:function[ \t]+([\w:.-]{1,60})[ \t]*(?:\(([^()\n]{0,200})\))?|([\w:.-]{1,60})[ \t]*\([ \t]*\))\s{0,20}\{/gi;

/** Adds the functions that the text defines, by their names in lower case. */
export function addFunctions(text: string, known: Map<string, ShellFunction>): void {
  if (!text.includes('{')) return;
  for (const found of text.matchAll(head)) {
    if (known.size >= maxFunctions) return;
    const [opening, worded, list = '', plain] = found;
    const start = found.index + opening.length;
    const body = text.slice(start, endOfBody(text, start));
    const parameters = [
      ...`${list}\n${/^\s*param\s*\(([^()]{0,300})\)/i.exec(body)?.[1] ?? ''}`.matchAll(/\$(\w+)/g),
    ];
    known.set((worded ?? plain ?? '').toLowerCase(), {
      body,
      parameters: parameters.map(([, name = '']) => name),
    });
  }
}

function endOfBody(text: string, start: number): number {
  let depth = 1;
  const limit = Math.min(text.length, start + maxBodyLength);
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 123) depth += 1;
    if (code === 125) depth -= 1;
    if (depth === 0) return at;
  }
  return limit;
}

const readLoop =
  /\bwhile\b([^\n;]{0,120}\bread\b[^;\n]{0,120}[;\n][\s\S]{0,2000}?\bdone)[ \t]*<[ \t]*(?:<\(([^()\n]{1,300})\)|("[^"\n]{1,200}"|[^\s;&|<>()]{1,200}))/g;
const list = /(^|[\s;&|])(\w{1,60}\+?=)\(((?:[^()\n]|\([^()\n]{0,300}\)){1,600})\)/g;

/** `while read x; do ...; done < file` as `cat file | while read x; do ...; done`, and `x=(a b)` as `x=a b`. */
export function inPlainForms(text: string): string {
  let plain = text;
  if (/\bdone[ \t]*</.test(text))
    plain = plain.replace(
      readLoop,
      (_, loop: string, command: string | undefined, file: string | undefined) =>
        `${command ?? `cat ${file ?? ''}`} | while${loop}`,
    );
  return plain.includes('=(') ? plain.replace(list, '$1$2$3') : plain;
}
