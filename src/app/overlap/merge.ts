/*
 * Plans a merge of skills into a new one and proves that nothing is lost, or names what is missing; carries it out after
 * that. A dry run is the plan alone.
 */

import { join } from 'node:path';
import { type Survey, surveySkills } from '../../curator/survey.js';
import { applyMerge, settleMerges } from '../../evolve/merge/apply-merge.js';
import { readSource } from '../../evolve/merge/read-package.js';
import { type Composed, composeMerge, composeWithText } from '../../evolve/rules/merge/compose.js';
import type { Drop } from '../../evolve/rules/merge/dropped.js';
import {
  type Loss,
  type LossReport,
  lossOf,
  needsReplacement,
  withoutDropped,
} from '../../evolve/rules/merge/loss.js';
import type { ResultPackage, SourcePackage } from '../../evolve/rules/merge/package.js';
import { type MergeProtection, protectionText } from '../../evolve/rules/merge/protection.js';
import { listingLosses, searchLosses, type TriggerSource } from '../../evolve/rules/merge/triggers.js';
import type { Library } from '../../library/open-library.js';
import { offeredSkills } from '../../library/read/plugins.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { refuseName } from '../../library/rules/skill-refusals.js';
import { newRunId } from '../../library/run-report.js';
import { searchIndexOf } from '../../library/use/search-cache.js';
import { maxSkillCharacters } from '../../library/write/author.js';
import { refuseTaken } from '../../library/write/author-create.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { searchDocument } from '../../search/skill-document.js';
import { skillDigest } from '../../skill/digest.js';
import { parseSkill } from '../../skill/parse.js';
import { checkPortable } from '../../skill/portable.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { counted } from '../../text/plural.js';
import type { Context } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';
import { presentAgents } from '../status/present-agents.js';
import { overlapDocument, protectionsIn } from './overlap.js';

export interface MergeRequest {
  readonly sources: readonly string[];
  readonly into: string;
  readonly description?: string | undefined;
  /** The whole SKILL.md of the result, instead of the default form. */
  readonly text?: Uint8Array | undefined;
  readonly drops: readonly Drop[];
  readonly include: readonly MergeProtection[];
}

export interface MergePlan extends LossReport {
  readonly into: string;
  readonly folder: string;
  readonly sources: readonly string[];
  /** The paths of the result. */
  readonly files: readonly string[];
  /** The SKILL.md of the result. */
  readonly text: string;
  /** Refused where something is missing. Returns the run, which `coppice undo` takes back. */
  apply(): Promise<string>;
}

export async function planMerge(context: Context, request: MergeRequest): Promise<MergePlan> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: true });
  const { library } = survey;
  const deps = writeDepsOf(options, library.usage);
  const entries = sourceEntries(library, request);
  refuseProtected(survey, entries, request.include, context.clock.now());
  const { root } = entries[0] as SkillEntry;
  refuseName(request.into, 'skill');
  refuseTaken(request.into, (name) => [...survey.skills.values()].find((entry) => entry.name === name)?.id);

  const sources = entries.map((entry) => readSource(library.files, entry));
  refuseSameNames(sources);
  const files = composed(sources, request);
  const text = files.get('SKILL.md')?.bytes ?? new Uint8Array();
  refuseFaulty(text, request.into);
  const folder = join(root.path, request.into);
  const losses = [
    ...foundLosses(library, entries, { folder, text, name: request.into }),
    ...agentLosses(library, entries, { root: root.path, text }),
  ];
  const report = lossOf(sources, files, request.drops);
  const ofPlaces = withoutDropped(sources, losses, request.drops);
  const missing = [...report.missing, ...ofPlaces.missing];
  const id = `${root.label}:${request.into}`;
  return {
    into: id,
    folder,
    sources: entries.map((entry) => entry.id),
    files: [...files.keys()],
    text: new TextDecoder().decode(text),
    missing,
    dropped: [...report.dropped, ...ofPlaces.dropped],
    atoms: report.atoms,
    apply: async () => {
      if (missing.length > 0) throw wouldLose(missing);
      const run = newRunId(context.clock.now(), deps.ids);
      const createdBy = entries.every((entry) => survey.reread(entry.id).createdBy === 'agent')
        ? 'agent'
        : 'user';
      const digestOf = (entry: SkillEntry) => {
        const outcome = unlessRefused(() => skillDigest(entry.folder, library.files, sha256Hex));
        return outcome?.kind === 'digest' ? outcome.digest : null;
      };
      await applyMerge(
        deps,
        {
          target: { id, name: request.into, root, folder },
          files,
          digest: sha256Hex(text),
          createdBy,
          sources: entries.map((entry) => ({ target: entry, digest: digestOf(entry) })),
        },
        run,
      );
      return run;
    },
  };
}

/** Takes back what an interrupted merge left, so that a plan sees the library as it was. */
export async function settleInterruptedMerges(context: Context): Promise<void> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: false });
  await settleMerges(writeDepsOf(options, survey.library.usage));
}

function sourceEntries(library: Library, { sources, into }: MergeRequest): readonly SkillEntry[] {
  const entries = [
    ...new Map(
      sources.map((name) => {
        const entry = findSkillToChange(library, name);
        return [entry.id, entry] as const;
      }),
    ).values(),
  ];
  if (entries.length < 2) {
    throw new CoppiceError('usage', 'name at least two skills to merge', {
      hint: 'coppice merge SKILL SKILL --into NAME',
    });
  }
  if (entries.some(({ name }) => name === into)) {
    throw new CoppiceError('already-exists', `${into} is one of the skills to merge`, {
      hint: 'choose a new name: the old ones lead to it',
    });
  }
  return entries;
}

function refuseSameNames(sources: readonly SourcePackage[]): void {
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw new CoppiceError('bad-value', `two of the skills are named ${twice}`, {
    hint: 'keep one of two copies with: coppice dedupe; or rename one',
  });
}

function refuseProtected(
  survey: Survey,
  entries: readonly SkillEntry[],
  include: readonly MergeProtection[],
  now: number,
): void {
  for (const { id } of entries) {
    const reasons = protectionsIn(survey, id, now).filter((reason) => !include.includes(reason));
    const [reason] = reasons;
    if (reason === undefined) continue;
    throw new CoppiceError('merge-protected', `${id} is not merged: ${protectionText(reason)}`, {
      hint: `merge it anyway with: ${reasons.map((one) => `--include ${one}`).join(' ')}`,
      data: { skill: id, reasons },
    });
  }
}

function composed(sources: readonly SourcePackage[], request: MergeRequest): ResultPackage {
  const { text, into, description, drops } = request;
  const outcome: Composed =
    text === undefined
      ? composeMerge(sources, { name: into, description, drops })
      : composeWithText(sources, text);
  if (outcome.kind === 'composed') return outcome.files;
  throw new CoppiceError('bad-value', outcome.message, { hint: outcome.hint });
}

function refuseFaulty(text: Uint8Array, name: string): void {
  const skill = parseSkill(text);
  if (text.length > maxSkillCharacters) {
    throw new CoppiceError(
      'too-large',
      `SKILL.md would have ${text.length} bytes; at most ${maxSkillCharacters} are allowed`,
      {
        hint: 'move parts of it to files under references/',
      },
    );
  }
  const fault = checkPortable(skill, name).find(({ severity }) => severity === 'error');
  if (fault === undefined) return;
  throw new CoppiceError('bad-value', `the merged skill would be faulty: ${fault.message}`, {
    hint: fault.fix ?? 'correct the text',
  });
}

interface Result {
  readonly text: Uint8Array;
}

function foundLosses(
  library: Library,
  entries: readonly SkillEntry[],
  { folder, text, name }: Result & { readonly folder: string; readonly name: string },
): readonly Loss[] {
  const index = searchIndexOf(
    library,
    offeredSkills(library).map(({ path }) => path),
  );
  return searchLosses(
    triggerSources(library, entries),
    searchDocument(join(folder, 'SKILL.md'), text, name),
    index,
  );
}

function triggerSources({ files }: Library, entries: readonly SkillEntry[]): readonly TriggerSource[] {
  return entries.map(({ id, path }) => ({
    id,
    document: path,
    description: overlapDocument(id, path, files.read(path)?.bytes ?? new Uint8Array()).description,
  }));
}

/** Of the agents on this machine: what they would cut, and which of them would not read the result at all. */
function agentLosses(
  library: Library,
  entries: readonly SkillEntry[],
  { root, text }: Result & { readonly root: string },
): readonly Loss[] {
  const agents = presentAgents(library);
  const reads = (roots: readonly { readonly path: string }[], path: string) =>
    roots.some((read) => read.path === path);
  const blind = agents.flatMap(({ agent, roots }) =>
    entries
      .filter((entry) => reads(roots, entry.root.path) && !reads(roots, root))
      .map(
        (entry): Loss => ({
          source: entry.id,
          kind: 'listing',
          text: `${agent.title} reads ${entry.root.path}, and not ${root}`,
          line: null,
        }),
      ),
  );
  const listings = agents
    .filter(({ roots }) => reads(roots, root))
    .flatMap(({ agent, documents }) => {
      const maxDescription = agent.listing?.maxDescription?.({ documents, environment: library.environment });
      return maxDescription === undefined ? [] : [{ title: agent.title, maxDescription }];
    });
  const { description } = overlapDocument('', join(root, 'SKILL.md'), text);
  const cut = listingLosses(triggerSources(library, entries), description, listings);
  return [
    ...blind,
    ...cut.map(({ agent, ...loss }): Loss => ({ ...loss, text: `${agent} would cut: ${loss.text}` })),
  ];
}

const shownLosses = 20;

/** Names each missing line, so that it can be put in or dropped. */
function wouldLose(missing: readonly Loss[]): CoppiceError {
  const lines = missing.slice(0, shownLosses).map(lossText);
  const more = missing.length - lines.length;
  const list = [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return new CoppiceError(
    'merge-would-lose',
    `the merge would lose ${counted(missing.length, 'thing')}: ${list}`,
    {
      hint: `put them into the text, or name each with a reason in a file for --dropped${missing.some(needsReplacement) ? '; a line that names its own folder needs a "replacement" there' : ''}`,
      data: { missing },
    },
  );
}

export function lossText({ source, kind, text, line }: Loss): string {
  const [first = '', ...rest] = text.split('\n');
  const where = line === null ? source : `${source} line ${line}`;
  return `${where}, ${kind.replaceAll('-', ' ')}: ${first}${rest.length > 0 ? ' ...' : ''}`;
}
