/*
 * An item: what it is and how to get it, and its parts behind tabs that have addresses of their own.
 */

import { useMemo } from 'preact/hooks';
import type { VersionAnswer } from '../../../registry/api/item.js';
import { ApiError } from '../../api/api.js';
import { type FoundItem, findItem, otherKinds } from '../../api/read-item.js';
import { PageHead } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { type ItemName, itemAddress, kindIn } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { DependenciesTab } from './dependencies-tab.js';
import { FilesTab } from './read-tab.js';
import './item.css';
import '../../parts/tabs.css';
import { type ShownItem, type Tab, tabAddress, tabIn, tabs } from '../../rules/address.js';
import { ItemHead } from './item-head.js';
import { NearItems } from './near-items.js';
import { ReadTab } from './read-tab.js';
import { ScanTab } from './scan-tab.js';
import { UsageTab } from './usage-tab.js';
import { VersionsTab } from './versions-tab.js';

export function ItemPage({ slug }: { readonly slug: string }) {
  const { api } = useSession();
  const { query } = useNavigation();
  const name: ItemName = { slug, kind: kindIn(query) };
  const wanted = query.get('version') ?? undefined;
  const answer = useAnswer(`${name.kind} ${wanted}`, (signal) => findItem(api, name, wanted, signal));
  /** Texts that were read are kept, so that changing tabs does not count as another view. */
  const texts = useMemo(() => new Map<string, string>(), []);
  const isMissing = answer.error instanceof ApiError && answer.error.status === 404;
  return (
    <>
      {(answer.value === undefined || answer.error !== undefined) && <PageHead title={slug} />}
      {isMissing ? (
        <Empty title={`There is no such ${name.kind}${wanted === undefined ? '' : ' at this version'}`}>
          {wanted === undefined && <OtherKinds key={`${name.kind} ${slug}`} name={name} />}
          <p>
            <Link href="/">Search the catalog</Link>
          </p>
        </Empty>
      ) : (
        <AnswerView answer={answer} label={slug} lines={16}>
          {(found) => <Found found={found} texts={texts} changed={answer.reload} />}
        </AnswerView>
      )}
    </>
  );
}

/** Links to the items of other kinds that have this name. */
function OtherKinds({ name }: { readonly name: ItemName }) {
  const { api } = useSession();
  const { value = [] } = useAnswer(`other than ${name.kind}`, (signal) => otherKinds(api, name, signal));
  return (
    <>
      {value.map((other) => (
        <p key={other.kind}>
          There is {other.kind === 'agent' ? 'an' : 'a'} {other.kind} of this name:{' '}
          <Link href={itemAddress(other)}>{other.slug}</Link>
        </p>
      ))}
    </>
  );
}

interface FoundProps {
  readonly found: FoundItem;
  readonly texts: Map<string, string>;
  readonly changed: () => void;
}

function Found({ found, texts, changed }: FoundProps) {
  const { query } = useNavigation();
  const { item, version } = found;
  const isLatest = version.version === item.version;
  const shown: ShownItem = {
    slug: item.slug,
    kind: item.kind,
    ...(!isLatest && { version: version.version }),
  };
  const tab = tabIn(query);
  return (
    <>
      <ItemHead found={found} shown={shown} changed={changed} />
      <nav class="shown-tabs" aria-label="Parts of this page">
        {tabs.map((one) => (
          <Link
            key={one}
            href={tabAddress(shown, one)}
            keepScroll
            aria-current={one === tab ? 'page' : undefined}
          >
            {labels[one]}
            {countOf(one, version) > 0 && <span class="shown-count">{countOf(one, version)}</span>}
          </Link>
        ))}
      </nav>
      <Panel tab={tab} found={found} shown={shown} texts={texts} changed={changed} />
      {tab === 'read' && <NearItems name={item} />}
    </>
  );
}

const labels: Readonly<Record<Tab, string>> = {
  read: 'Read',
  files: 'Files',
  versions: 'Versions',
  dependencies: 'Dependencies',
  usage: 'Usage',
  scan: 'Scan',
};

/** Of what there is to see behind a tab, where that is known. */
function countOf(tab: Tab, { files, requires, scan }: VersionAnswer): number {
  const counts: Partial<Record<Tab, number>> = {
    files: files.length,
    dependencies: requires.length,
    scan: scan.findings.length,
  };
  return counts[tab] ?? 0;
}

function Panel({
  tab,
  found: { item, version },
  shown,
  texts,
  changed,
}: FoundProps & { readonly tab: Tab; readonly shown: ShownItem }) {
  switch (tab) {
    case 'read':
      return <ReadTab version={version} shown={shown} texts={texts} />;
    case 'files':
      return <FilesTab version={version} shown={shown} />;
    case 'versions':
      return <VersionsTab name={item} current={version.version} usedBy={item.used_by} changed={changed} />;
    case 'dependencies':
      return <DependenciesTab version={version} />;
    case 'usage':
      return <UsageTab item={item} />;
    case 'scan':
      return <ScanTab version={version} shown={shown} />;
    default:
      return tab satisfies never;
  }
}
