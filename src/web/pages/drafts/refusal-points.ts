/*
 * What exactly was refused, out of the details of a refusal: findings of the scan, or values that are not valid.
 */

interface RefusalPoint {
  /** A file and line, or the name of a value. */
  readonly place: string;
  readonly why: string;
  readonly excerpt: string;
}

export function refusalPoints(details: Readonly<Record<string, unknown>>): readonly RefusalPoint[] {
  // The sentence of the refusal is the first issue already.
  const issues = records(details['issues']).slice(1);
  return [...records(details['findings']).map(ofFinding), ...issues.map(ofIssue)];
}

type Data = Readonly<Record<string, unknown>>;

function ofFinding({ file, line, rule, why, excerpt }: Data): RefusalPoint {
  const place = typeof line === 'number' ? `${text(file)}, line ${line}` : text(file);
  return { place, why: text(why) || text(rule), excerpt: text(excerpt) };
}

function ofIssue({ path, message }: Data): RefusalPoint {
  return { place: text(path), why: text(message), excerpt: '' };
}

function records(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
