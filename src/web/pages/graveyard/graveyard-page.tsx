/*
 * The graveyard: unused items that could be archived, and archived items that can be restored.
 */

import { PageHead } from '../../parts/page.js';
import { kinds } from '../../rules/address.js';
import { type GraveyardView, graveyardAddress, graveyardViewIn } from '../../rules/graveyard-view.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { Archived } from './archived.js';
import { Candidates } from './candidates.js';
import './graveyard.css';

export function GraveyardPage() {
  const { query } = useNavigation();
  const view = graveyardViewIn(query);
  return (
    <>
      <PageHead
        title="Graveyard"
        says="Nothing is deleted here. An archived item is removed from the catalog and from new installs. Existing locks keep working, and it can be restored."
      />
      <ViewBar view={view} />
      {view.list === 'archived' ? (
        <Archived key={view.kind} kind={view.kind} />
      ) : (
        <Candidates key={view.kind} kind={view.kind} />
      )}
    </>
  );
}

const lists = [
  { list: 'candidates', label: 'Candidates' },
  { list: 'archived', label: 'Archived' },
] as const;

function ViewBar({ view }: { readonly view: GraveyardView }) {
  const { go } = useNavigation();
  return (
    <div class="graveyard-view">
      <nav aria-label="Lists">
        {lists.map(({ list, label }) => (
          <Link
            key={list}
            href={graveyardAddress({ ...view, list })}
            aria-current={list === view.list ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <label>
        Kind{' '}
        <select
          value={view.kind}
          onChange={({ currentTarget: { value } }) => {
            const kind = kinds.find((known) => known === value);
            if (kind) go(graveyardAddress({ ...view, kind }));
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
