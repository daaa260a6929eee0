/*
 * What was done, by whom and to what, newest first, filtered by what the address says.
 */

import { useRef } from 'preact/hooks';
import type { AuditAnswer } from '../../../registry/api/routes/account.js';
import { withQuery } from '../../address.js';
import { Link, useNavigation } from '../../navigation.js';
import { PageHead } from '../../parts/page-head.js';
import { PageLinks } from '../../parts/page-links.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { useSession } from '../../session.js';
import { useAnswer } from '../../use-answer.js';
import { type AuditFilter, AuditTable } from './audit-table.js';
import { FilterField } from './filter-field.js';
import './audit.css';

const filters = [
  { name: 'action', label: 'Action', placeholder: 'such as version.publish' },
  { name: 'actor', label: 'Actor', placeholder: 'such as user:ada@example.com' },
  { name: 'target', label: 'Target', placeholder: 'such as skill/release-notes' },
] as const;

export function AuditPage() {
  const { api, can } = useSession();
  const { query, go } = useNavigation();
  const { cursor, ...filter } = asAsked(query);
  const asked = useAnswer(`audit ${query}`, (signal) =>
    api.get('/v1/audit', { query: { ...filter, cursor }, signal }),
  );
  const seen = useSeen(asked.value?.items ?? []);
  const narrowed = (wanted: Partial<AuditFilter>) => withQuery('/audit', { ...filter, ...wanted });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <PageHead title="Audit" says="Every change in this registry, who made it and from where." />
      {can('tenant:admin') && (
        <search class="audit-filters">
          {filters.map(({ name, label, placeholder }) => (
            <FilterField
              key={name}
              {...{ label, placeholder }}
              value={filter[name]}
              seen={[...seen[name]].sort()}
              change={(value) => go(narrowed({ [name]: value }), { replace: true })}
            />
          ))}
        </search>
      )}
      <AnswerView asked={asked} label="the audit" lines={12}>
        {({ items, next_cursor }) => (
          <>
            <p class="muted small" role="status">
              {items.length === 0 ? 'Nothing' : counted(items.length, next_cursor !== null)}
            </p>
            {items.length === 0 ? (
              <NothingFound isFiltered={isFiltered} />
            ) : (
              <AuditTable rows={items} narrowed={narrowed} />
            )}
            <PageLinks next={next_cursor} />
          </>
        )}
      </AnswerView>
    </>
  );
}

function asAsked(query: URLSearchParams): AuditFilter & { readonly cursor: string | undefined } {
  const given = (name: string) => query.get(name) ?? '';
  return {
    action: given('action'),
    actor: given('actor'),
    target: given('target'),
    cursor: query.get('cursor') ?? undefined,
  };
}

type Seen = Readonly<Record<keyof AuditFilter, Set<string>>>;

/** Grows with every page that is looked at: the registry does not list what there is to filter by. */
function useSeen(rows: readonly AuditAnswer[]): Seen {
  const seen = useRef<Seen>({ action: new Set(), actor: new Set(), target: new Set() });
  for (const row of rows) for (const { name } of filters) seen.current[name].add(row[name]);
  return seen.current;
}

function counted(count: number, isMore: boolean): string {
  const rows = `${count} ${count === 1 ? 'change' : 'changes'}`;
  return isMore ? `${rows}, and older ones` : rows;
}

function NothingFound({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) return <Empty title="Nothing has been changed yet" />;
  return (
    <Empty title="No change fits">
      <p>A filter is a whole value, as it stands in a row: part of a name finds nothing.</p>
      <Link class="button" href="/audit">
        Clear the filters
      </Link>
    </Empty>
  );
}
