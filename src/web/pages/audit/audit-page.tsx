/*
 * The audit log: every change, newest first, filtered by the address.
 */

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AuditAnswer } from '../../../registry/api/routes/audit.js';
import { counted } from '../../../text/plural.js';
import { PageHead, PageLinks } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { AuditActions } from './audit-actions.js';
import { type AuditFilter, AuditTable } from './audit-table.js';
import './audit.css';
import { Field } from '../../parts/field.js';

const filters = [
  { name: 'action', label: 'Action', placeholder: 'for example version.publish' },
  { name: 'actor', label: 'Actor', placeholder: 'for example user:ada@example.com' },
  { name: 'target', label: 'Target', placeholder: 'for example skill/release-notes' },
] as const;

const days = [
  { name: 'from', label: 'From (UTC)' },
  { name: 'to', label: 'To (UTC)' },
] as const;

export function AuditPage() {
  const { api, can } = useSession();
  const { query, go } = useNavigation();
  const { cursor, ...filter } = asAsked(query);
  const answer = useAnswer(`audit ${query}`, (signal) =>
    api.get('/v1/audit', { query: { ...filter, cursor }, signal }),
  );
  const known = useKnownValues(answer.value?.items ?? []);
  const narrowed = (wanted: Partial<AuditFilter>) => withQuery('/audit', { ...filter, ...wanted });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <PageHead title="Audit" says="Every change in this registry: what, by whom and from where.">
        {can('tenant:admin') && <AuditActions filter={filter} />}
      </PageHead>
      {can('tenant:admin') && (
        <search class="audit-filters">
          {filters.map(({ name, label, placeholder }) => (
            <FilterField
              key={name}
              label={label}
              placeholder={placeholder}
              value={filter[name]}
              known={[...known[name]].sort()}
              change={(value) => go(narrowed({ [name]: value }), { replace: true })}
            />
          ))}
          {days.map(({ name, label }) => (
            <Field key={name} label={label}>
              <input
                type="date"
                value={filter[name]}
                onChange={(event) => go(narrowed({ [name]: event.currentTarget.value }), { replace: true })}
              />
            </Field>
          ))}
        </search>
      )}
      <AnswerView answer={answer} label="the audit log" lines={12}>
        {({ items, next_cursor }) => (
          <>
            <p class="muted small" role="status">
              {items.length === 0 ? 'Nothing' : changeText(items.length, next_cursor !== null)}
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
    from: given('from'),
    to: given('to'),
    cursor: query.get('cursor') ?? undefined,
  };
}

type KnownValues = Readonly<Record<(typeof filters)[number]['name'], Set<string>>>;

/** Suggestions grow with every page that is shown: the registry does not list the values to filter by. */
function useKnownValues(rows: readonly AuditAnswer[]): KnownValues {
  const known = useRef<KnownValues>({ action: new Set(), actor: new Set(), target: new Set() });
  for (const row of rows) for (const { name } of filters) known.current[name].add(row[name]);
  return known.current;
}

function changeText(count: number, isMore: boolean): string {
  const rows = counted(count, 'change');
  return isMore ? `${rows}, and older changes` : rows;
}

function NothingFound({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) return <Empty title="Nothing has been changed yet" />;
  return (
    <Empty title="No matching changes">
      <p>A part of a name is enough, in upper or lower case. Try fewer filters, or other days.</p>
      <Link class="button" href="/audit">
        Clear the filters
      </Link>
    </Empty>
  );
}

/**
 * A filter that is applied while one types, once one pauses; it follows the address when that changes by another way.
 */
interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** What it can be, as far as it was seen. */
  readonly known: readonly string[];
  readonly change: (value: string) => void;
}

const pauseMilliseconds = 250;

function FilterField({ label, placeholder, value, known, change }: Props) {
  const listId = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // A layout effect, so that the timer ends together with the page and cannot navigate back to it.
  useLayoutEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return undefined;
    const timer = setTimeout(() => change(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Field label={label}>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        list={listId}
        placeholder={placeholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {known.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </Field>
  );
}
