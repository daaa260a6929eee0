/*
 * The views of a draft, each with an address of its own.
 */

import type { DraftDiff } from '../../../registry/api/routes/drafts.js';
import { withQuery } from '../../address.js';
import { Link } from '../../navigation.js';

type TabName = 'read' | 'files' | 'edit' | 'published' | 'revisions';

interface Tab {
  readonly name: TabName;
  readonly label: string;
}

interface Standing {
  readonly canEdit: boolean;
  readonly isUnsaved: boolean;
}

export function tabsOf(
  { published, revisions }: DraftDiff,
  { canEdit, isUnsaved }: Standing,
): readonly Tab[] {
  const edit: Tab = { name: 'edit', label: isUnsaved ? 'Edit (unsaved)' : 'Edit' };
  return [
    { name: 'read', label: isUnsaved ? 'Read (as typed)' : 'Read' },
    { name: 'files', label: 'Files' },
    ...(canEdit ? [edit] : []),
    ...(published ? [{ name: 'published', label: `Against ${published.version}` } as const] : []),
    { name: 'revisions', label: `Revisions (${revisions.length})` },
  ];
}

/** The one that is asked for, if there is such a one. */
export function tabOf(tabs: readonly Tab[], asked: string | null): TabName {
  return tabs.find(({ name }) => name === asked)?.name ?? 'read';
}

interface Props {
  readonly tabs: readonly Tab[];
  readonly current: TabName;
  /** Of the draft's page. */
  readonly path: string;
}

export function DraftTabs({ tabs, current, path }: Props) {
  return (
    <nav class="choice-links" aria-label="Views of the draft">
      {tabs.map(({ name, label }) => (
        <Link
          key={name}
          href={withQuery(path, { tab: name === 'read' ? undefined : name })}
          aria-current={name === current ? 'page' : undefined}
          stays
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
