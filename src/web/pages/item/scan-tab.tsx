/*
 * The findings of a version's scan, with links to their lines.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import { counted } from '../../../text/plural.js';
import { WordPill } from '../../parts/facts.js';
import { Empty } from '../../parts/states.js';
import { fileAddress, type ShownItem } from '../../rules/address.js';
import { Link } from '../../state/navigation.js';

interface Props {
  readonly version: VersionAnswer;
  readonly shown: ShownItem;
}

export function ScanTab({ version: { version, scan }, shown }: Props) {
  if (scan.findings.length === 0)
    return (
      <Empty title="The scan found nothing">
        <p>
          Version {version} was scanned when it was published: <WordPill word={scan.verdict} />
        </p>
      </Empty>
    );
  return (
    <>
      <p>
        <WordPill word={scan.verdict} /> {counted(scan.findings.length, 'finding')} in version {version}.
      </p>
      <ul class="shown-findings">
        {scan.findings.map((finding) => (
          <li key={`${finding.rule} ${finding.file} ${finding.line} ${finding.excerpt}`} class="card">
            <p>
              <b>{finding.why}</b>{' '}
              <span class="muted">
                {finding.severity} severity, {finding.confidence} confidence
              </span>
            </p>
            <p class="small">
              <Link href={fileAddress(shown, finding.file, finding.line ?? undefined)}>
                {finding.file}
                {finding.line !== null && `:${finding.line}`}
              </Link>{' '}
              <span class="muted mono">{finding.rule}</span>
            </p>
            {finding.excerpt !== '' && <pre>{finding.excerpt}</pre>}
          </li>
        ))}
      </ul>
    </>
  );
}
