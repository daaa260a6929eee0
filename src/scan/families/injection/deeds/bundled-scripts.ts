/*
 * Orders to run a script of the package that the task does not need: the text gives a pretext or says "every time", and
 * the script deletes what it did not make, or sends away what it did not get. Neither the sentence nor the script alone
 * would be a finding.
 */

import type { PreparedPackage } from '../../../package/prepare.js';
import { duringWork, everyTime, openly, pretext, urgent } from './concepts.js';
import { bitsBetween, isProseInCode } from './judge-deeds.js';
import type { Sentences } from './passages.js';

export interface ScriptDeed {
  readonly rule: 'collect-and-send' | 'overreach';
  readonly script: string;
  readonly start: number;
  readonly end: number;
}

/** What the scripts of a package do beyond their task, by the last part of their path in lower case. */
export type ScriptFacts = ReadonlyMap<string, ScriptDeed['rule']>;

export function scriptFactsOf({ files }: Pick<PreparedPackage, 'files'>): ScriptFacts {
  const facts = new Map<string, ScriptDeed['rule']>();
  for (const { path, text, content } of files) {
    if (content === 'markdown' || content === 'binary' || !scriptName.test(path)) continue;
    const rule = deletes.test(text)
      ? 'overreach'
      : sends.test(text) && readsPrivate.test(text)
        ? 'collect-and-send'
        : undefined;
    if (rule) facts.set((path.split('/').at(-1) ?? path).toLowerCase(), rule);
  }
  return facts;
}

const scriptName = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1|bat)$/i;

/** Deletes by a pattern or a tree, below the folder of the user and not below one of its own. */
const deletes =
  /\bfind (?:\.|~|\/|\$HOME|"\$HOME")\S*[^\n]{0,300}(?:-delete\b|-exec rm\b)|\brm -[a-z]*[rf][a-z]* (?:--no-preserve-root )?["']?(?:~|\$HOME|\.\/?\*|\*|\/(?!tmp))|\b(?:rglob|glob|walk|listdir|iterdir)\([\s\S]{0,400}(?:\.unlink\(|os\.remove\(|os\.unlink\(|rmtree\()|\bshred -|Remove-Item [^\n]{0,120}-Recurse/;
const sends =
  /\b(?:requests|httpx|axios|session|client)\.(?:post|put)\(|urlopen\(|\bfetch\(|http\.client|\bcurl\b[^\n]{0,200}(?:-d\b|--data|-F\b|--form|-T\b|--upload-file|-X ?P(?:OS|U)T)|smtplib|\bsocket\./;
const readsPrivate =
  /ip-?(?:api|info|ify)\b|ifconfig\.(?:me|co)|pbpaste|xclip|clipboard|os\.environ\b(?!\[|\.get)|printenv|expanduser\(|\$HOME\/|~\/\.|_history\b|\.ssh\b|contacts|gethostname|getpass|getuser|os\.walk\(|rglob\(|files ?=|open\([^)\n]{0,80}["']rb["']\)/i;

/** Finds the orders in one text; `lower` is its text in lower case. */
export function scriptDeedsIn(
  lower: string,
  sentences: Sentences,
  facts: ScriptFacts,
): readonly ScriptDeed[] {
  if (facts.size === 0) return [];
  const deeds: ScriptDeed[] = [];
  runs.lastIndex = 0;
  for (let hit = runs.exec(lower); hit !== null; hit = runs.exec(lower)) {
    const [order, path = ''] = hit;
    const script = path.split('/').at(-1) ?? path;
    const rule = facts.get(script);
    const index = sentences.at(hit.index);
    const block = sentences.context(index)?.block;
    if (rule === undefined || block === 'table' || (block === 'fence' && !isProseInCode(lower, hit.index)))
      continue;
    const [first, last] = sentences.around(index);
    const near =
      bitsBetween(sentences, Math.max(first, index - 2), Math.min(last, index + 1)) | sentences.bits(first);
    const isUnasked =
      near & (everyTime.bit | duringWork.bit)
        ? near & (pretext.bit | urgent.bit)
        : near & pretext.bit && near & urgent.bit;
    if (isUnasked && !(near & openly.bit))
      deeds.push({ rule, script, start: hit.index, end: hit.index + order.length });
  }
  return deeds;
}

const runs =
  /\b(?:run|runs|execute|call|invoke|launch|start|trigger|use|source|python3?|node|bash|sh) [^\n]{0,60}?([\w./-]{1,80}\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1|bat))\b/g;
