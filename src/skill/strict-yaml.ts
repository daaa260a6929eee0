/*
 * The subset of YAML that the reference validator reads: no flow style, tags, anchors, equal keys or unevenly
 * indented maps. The text is first read as ordinary YAML, so the reader that knows how things are written only sees
 * what is of bounded depth.
 */

import { CST, isMap as isMapNode, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { readYaml, type YamlReading } from './yaml.js';

export function readStrictYaml(text: string, firstLine: number): YamlReading {
  const reading = readYaml(text, { firstLine, aliasLimit: 0 });
  const token = findRefusedToken(text);
  if (token !== undefined && (reading.ok || firstLine + token.line <= reading.line)) {
    return { ok: false, line: firstLine + token.line, reason: `${token.what} is not allowed` };
  }
  if (!reading.ok) return reading;
  const duplicate = reading.diagnostics.find((diagnostic) => diagnostic.code === 'duplicate-key');
  if (duplicate !== undefined) return { ok: false, line: duplicate.line, reason: 'a key is given twice' };
  const uneven = findUnevenMap(text);
  if (uneven === undefined) return reading;
  return { ok: false, line: firstLine + uneven, reason: 'maps beside each other are indented differently' };
}

const refusedTokens: Partial<Record<string, string>> = {
  'flow-map-start': 'flow style ({...})',
  'flow-seq-start': 'flow style ([...])',
  anchor: 'an anchor (&...)',
  tag: 'a tag (!...)',
};

function findRefusedToken(text: string): { readonly line: number; readonly what: string } | undefined {
  let line = 0;
  for (const source of new Lexer().lex(text)) {
    const what = refusedTokens[CST.tokenType(source) ?? ''];
    if (what !== undefined) return { line, what };
    line += source.split('\n').length - 1;
  }
  return undefined;
}

/** The maps that are values of one map must start in the same column. */
function findUnevenMap(text: string): number | undefined {
  const lines = new LineCounter();
  // Equal keys are dealt with already, and looking for them again would take quadratic time.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, lineCounter: lines });
  let uneven: number | undefined;
  visit(document, {
    Map(_, map) {
      const starts = map.items.flatMap(({ value }) =>
        isMapNode(value) ? [lines.linePos(value.range?.[0] ?? 0)] : [],
      );
      const odd = starts.find((start) => start.col !== starts[0]?.col);
      if (odd === undefined) return undefined;
      uneven = odd.line - 1;
      return visit.BREAK;
    },
  });
  return uneven;
}
