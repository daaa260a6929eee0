/*
 * How well the scanner distinguishes hostile packages from those that only look alike, how often it raises a false alarm over a corpus
 * of real skills, and how long a large package takes it. `npm run bench:scan` prints it.
 */

import { type Verdict, verdicts } from '../src/scan/findings/finding.js';
import { ruleFamilies } from '../src/scan/findings/rule.js';
import type { ScannedFile, ScannedPackage } from '../src/scan/package/prepare.js';
import { scanSkill } from '../src/scan/scan.js';
import { type Label, readFixtures } from '../test/fixtures/scan/read-fixture.js';

export interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
  /** The rules of the findings, without repetition, the most severe first. */
  readonly rules: readonly string[];
}

export const families = Object.keys(ruleFamilies);

export function isAtLeast(verdict: Verdict, least: Verdict): boolean {
  return verdicts.indexOf(verdict) >= verdicts.indexOf(least);
}

export function judgeSet(label: Label): readonly Judged[] {
  return readFixtures(label).map((fixture) => judge(fixture.id, fixture.package));
}

/** Each line is `{path, text}`, or `{path, base64}` where the bytes are not UTF-8. */
export function judgeCorpus(lines: readonly string[]): readonly Judged[] {
  return lines.map((line) => {
    const { path, text, base64 }: { path: string; text?: string; base64?: string } = JSON.parse(line);
    const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    return judge(path, { name: path.split('/').at(-2) ?? path, files: [plainFile('SKILL.md', bytes)] });
  });
}

export interface LabelledRow extends Judged {
  readonly set: string;
  readonly label: 'malicious' | 'benign';
  /** The kind of attack, as the authors of the set name it. */
  readonly kind: string;
}

/** Each line is `{set, name, label, kind, files: {path: text | {base64}}}`. The text is hostile: it is only scanned. */
export function judgeLabelled(lines: readonly string[]): readonly LabelledRow[] {
  return lines.map((line) => {
    const { set, name, label, kind, files }: LabelledLine = JSON.parse(line);
    const scanned = Object.entries(files).map(([path, content]) =>
      plainFile(
        path,
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'),
      ),
    );
    return { ...judge(name, { name: 'skill', files: scanned }), set, label, kind };
  });
}

interface LabelledLine extends Pick<LabelledRow, 'set' | 'label' | 'kind'> {
  readonly name: string;
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
}

/** The 95 % interval of a share by Wilson's score, which holds for few cases and for shares near 0 and 1. */
export function wilsonInterval(hits: number, total: number): readonly [low: number, high: number] {
  if (total === 0) return [0, 1];
  const z = 1.96;
  const share = hits / total;
  const middle = share + z ** 2 / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  const width = 1 + z ** 2 / total;
  return [Math.max(0, (middle - spread) / width), Math.min(1, (middle + spread) / width)];
}

/** The time of the processor, in ms, in the best of some rounds: what else the machine does counts for little. */
export function timeLargePackage(rounds = 20): number {
  const large = largePackage(1e6);
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const started = process.cpuUsage();
    scanSkill(large);
    const { user, system } = process.cpuUsage(started);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}

/** Of the fixtures' own prose and scripts, one file for each language, repeated until the size is reached. */
function largePackage(sizeBytes: number): ScannedPackage {
  const fixtures = [...readFixtures('benign'), ...readFixtures('hostile')];
  const files = fixtures.flatMap((fixture) => fixture.package.files);
  const joined = ['.md', '.sh', '.py', '.mjs'].map((ending) => {
    const texts = files.filter(({ path }) => path.endsWith(ending)).map(({ bytes }) => bytes);
    return { path: ending === '.md' ? 'SKILL.md' : `scripts/all${ending}`, bytes: Buffer.concat(texts) };
  });
  const times = sizeBytes / joined.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    name: 'large',
    files: joined.map(({ path, bytes }) =>
      plainFile(path, Buffer.alloc(Math.round(bytes.length * times), bytes)),
    ),
  };
}

function judge(id: string, scanned: ScannedPackage): Judged {
  const { verdict, findings } = scanSkill(scanned);
  return { id, verdict, rules: [...new Set(findings.map(({ rule }) => rule))] };
}

function plainFile(path: string, bytes: Uint8Array): ScannedFile {
  return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false };
}
