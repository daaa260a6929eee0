/*
 * What a resolution without a version for some items means for a project. What was never published may be a forward
 * reference: it is left open in the lock, with a warning. Anything else is refused with its reason, because a person
 * who installs something expects to have it, and one who has it expects to keep it.
 */

import { splitRange } from '../../registry/api/item-slug.js';
import type { ResolvedNode, UnresolvedNode } from '../../registry/api/resolve.js';
import { CoppiceError, type ErrorCode } from '../../text/errors.js';
import { isSameItem, itemTitle } from './item-names.js';
import type { Lock, LockNode, UnresolvedItem } from './lock.js';
import type { ItemName } from './manifest.js';

/** An unresolved item whose cause is known. */
export type ExplainedItem = UnresolvedNode & Required<Pick<UnresolvedNode, 'cause' | 'reason'>>;

interface JudgedResolution {
  readonly nodes: readonly Pick<ResolvedNode, 'kind' | 'slug'>[];
  readonly unresolved: readonly ExplainedItem[];
}

export interface JudgeRules {
  /** What the project has now from the same registry. */
  readonly locked: Pick<Lock, 'nodes' | 'unresolved'>;
  /** The verb changes what the project wants, so that nothing new may stay open but what was never published. */
  readonly isEdit: boolean;
  /** The items that somebody wants to have now. */
  readonly required: readonly ItemName[];
}

export interface Judgement {
  /** Forward references, for the lock. */
  readonly open: readonly UnresolvedItem[];
  /** Each as one sentence. */
  readonly warnings: readonly string[];
  /** Items that were installed and would be lost: nothing may be changed. */
  readonly lost: readonly ExplainedItem[];
  /** Other items that cannot be had. */
  readonly refused: readonly ExplainedItem[];
}

export function judgeUnresolved(
  { nodes, unresolved }: JudgedResolution,
  { locked, isEdit, required }: JudgeRules,
): Judgement {
  const open: UnresolvedItem[] = [];
  const warnings: string[] = [];
  const lost: ExplainedItem[] = [];
  const refused: ExplainedItem[] = [];
  for (const item of unresolved) {
    const { kind, slug, range, cause, required_by } = item;
    const isRemoved = cause === 'archived' || cause === 'yanked';
    const isWanted = required_by === null && isAmong(required, item);
    if (isAmong(locked.nodes, item) && !isAmong(nodes, item)) lost.push(item);
    else if (isWanted) refused.push(item);
    else if (locked.unresolved.some((one) => isSameItem(one, item) && one.range === range)) {
      open.push({ kind, slug, range });
      if (isRemoved) warnings.push(sentenceAbout(item));
    } else if (isRemoved || (isEdit && cause === 'no-version')) refused.push(item);
    else {
      open.push({ kind, slug, range });
      const [near] = item.similar ?? [];
      if (near !== undefined) warnings.push(`${sentenceAbout(item)}; ${hintFor(item)}`);
    }
  }
  return { open, warnings, lost, refused };
}

/** `installed` is the version of an item that would be lost. */
export function refusalOf(item: ExplainedItem, installed?: LockNode): CoppiceError {
  const { kind, slug, range, cause, required_by, similar = [] } = item;
  const version = installed?.origin.from === 'registry' ? ` ${installed.origin.version}` : '';
  const kept = installed === undefined ? '' : `; ${itemTitle(item)}${version} stays installed`;
  return new CoppiceError(codeOf(item), `${sentenceAbout(item)}${kept}`, {
    hint: hintFor(item),
    data: {
      kind,
      slug,
      range,
      cause,
      requiredBy: required_by,
      similar,
      absorbedInto: absorbedInto(item) ?? null,
    },
  });
}

/** Only a manifest can be changed to name the other item; what requires the old name belongs to others. */
export function absorbedInto({ required_by, absorbed_into }: ExplainedItem): string | undefined {
  return required_by === null ? absorbed_into : undefined;
}

export function codeOf({ cause }: Pick<ExplainedItem, 'cause'>): ErrorCode {
  return cause === 'unpublished' ? 'not-found' : 'conflict';
}

function sentenceAbout(item: ExplainedItem): string {
  const { required_by, reason } = item;
  const who = required_by === null ? '' : `, which \`${required_by}\` requires,`;
  return `${itemTitle(item)}${who} cannot be installed: ${reason}`;
}

function hintFor({ kind, slug, cause, required_by, similar = [] }: ExplainedItem): string {
  const [near] = similar;
  if (near !== undefined && near.slug === slug)
    return `there is ${near.kind === 'agent' ? 'an' : 'a'} ${near.kind} of this name: add it with --kind ${near.kind}`;
  if (similar.length > 0) return `did you mean: ${similar.map((one) => one.slug).join(', ')}`;
  if (required_by !== null)
    return `ask the owner of \`${splitRange(required_by).slug}\` to require something that can be installed`;
  if (cause === 'no-version' || cause === 'yanked')
    return `see its versions with: coppice info ${slug}${kindFlag(kind)}`;
  if (cause === 'archived') return 'a curator of the registry can restore it';
  return 'find what is published with: coppice search --registry TEXT';
}

function kindFlag(kind: ItemName['kind']): string {
  return kind === 'skill' ? '' : ` --kind ${kind}`;
}

function isAmong(names: readonly ItemName[], name: ItemName): boolean {
  return names.some((other) => isSameItem(other, name));
}
