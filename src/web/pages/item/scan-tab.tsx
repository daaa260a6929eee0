/*
 * The findings of a version's scan: what the registry knows about the version, and what is in its files, with links to the lines.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import { counted } from '../../../text/plural.js';
import { WordPill } from '../../parts/facts.js';
import { Empty } from '../../parts/states.js';
import { fileAddress, type ShownItem } from '../../rules/address.js';
import { reputationText, scanView } from '../../rules/scan-view.js';
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
  const { ofRegistry, ofFiles } = scanView(scan.findings);
  return (
    <>
      <p>
        <WordPill word={scan.verdict} /> {counted(scan.findings.length, 'finding')} in version {version}.
      </p>
      {ofRegistry.length > 0 && (
        <section aria-labelledby="registry-findings">
          <h2 id="registry-findings">What this registry knows</h2>
          <p class="muted">The files alone do not show this.</p>
          <ul class="shown-findings">
            {ofRegistry.map((finding) => (
              <ReputationCard key={finding.rule} finding={finding} />
            ))}
          </ul>
        </section>
      )}
      {ofFiles.length > 0 && (
        <section aria-labelledby="file-findings">
          <h2 id="file-findings">In the files</h2>
          <ul class="shown-findings">
            {ofFiles.map((finding) => (
              <FileCard
                key={`${finding.rule} ${finding.file} ${finding.line} ${finding.excerpt}`}
                finding={finding}
                shown={shown}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type Finding = VersionAnswer['scan']['findings'][number];

function ReputationCard({ finding }: { readonly finding: Finding }) {
  const { title, label, parts } = reputationText(finding);
  return (
    <li class="card">
      <p>
        <b>{title}</b> <span class="muted">{finding.severity} severity</span>
      </p>
      <p>{finding.why}</p>
      {parts.length > 0 && (
        <>
          <p class="small muted">{label}:</p>
          <ul class="small">
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

function FileCard({ finding, shown }: { readonly finding: Finding; readonly shown: ShownItem }) {
  return (
    <li class="card">
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
  );
}
