/*
 * Reads the page of one skill, in parts that each take their own time: its text, who sees it, what happened with it, and
 * its history.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { agentViews } from '../../app/cost.js';
import { hasEvidence, withEvidence } from '../../app/evidence.js';
import { correctionTexts, endingText } from '../../app/rules/episode-words.js';
import { presentAgents } from '../../app/status/present-agents.js';
import type { Episode } from '../../evidence/rules/episodes/episode.js';
import { outcomeLabels } from '../../evolve/rules/note/lessons.js';
import { showNote } from '../../evolve/show.js';
import type { ReadingAgent } from '../../library/doctor/inspect-agent.js';
import { findEntries } from '../../library/ledger/find-entries.js';
import type { Library } from '../../library/open-library.js';
import { quietFor } from '../../library/read/quiet-for.js';
import { findSkill } from '../../library/read/resolve.js';
import { viewSkill } from '../../library/read/view.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { isStoredWhole } from '../../library/rules/ledger-entry.js';
import { managedProvenance } from '../../library/rules/root.js';
import { isWithheld } from '../../library/rules/verdict.js';
import { verdictOf } from '../../library/verdicts/verdicts.js';
import { entryDiff, history } from '../../library/write/history.js';
import { findEntry } from '../../library/write/ledger.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { timeText } from '../../text/time.js';
import { dailyActivity } from '../../usage/rules/counters.js';
import type {
  EpisodeStep,
  EpisodeSummary,
  HistoryEntry,
  NoteSummary,
  SkillAnswer,
  SkillEvidenceAnswer,
  SkillHistoryAnswer,
  SkillSightAnswer,
} from '../api/skill.js';
import { shownPath } from './shown-path.js';
import { sightOf } from './skills.js';
import { shownDays, shownWindow } from './today.js';

export function readSkill(context: Context, id: string): SkillAnswer {
  const library = libraryOf(context);
  const { entry } = findSkill(library, id);
  const view = viewSkill(library, entry.id);
  const record = library.usage.get(entry.id);
  const now = context.clock.now();
  const bytes = isWithheld(view.scan) ? undefined : context.files.read(entry.path)?.bytes;
  return {
    id: entry.id,
    name: view.name,
    description: isWithheld(view.scan) ? '' : view.description,
    root: view.root,
    path: shownPath(context, view.path),
    state: view.state === 'stale' ? 'stale' : 'active',
    pinned: view.pinned,
    provenance: view.provenance,
    quiet: quietFor(library)(entry),
    verdict: view.scan.verdict,
    accepted: view.scan.accepted !== null,
    unscannable: view.scan.error ?? null,
    text: bytes === undefined ? null : new TextDecoder().decode(bytes),
    files: Object.values(view.files).flat(),
    findings: view.scan.findings.map(({ rule, severity, file, line, why, excerpt }) => ({
      rule,
      severity,
      file,
      line,
      why,
      text: isWithheld(view.scan) || excerpt === '' ? null : excerpt,
    })),
    faults: view.diagnostics.map(({ severity, line, message }) => ({ severity, line, message })),
    uses: record === undefined ? [] : dailyActivity(record, now, shownDays),
    useCount: record?.useCount ?? 0,
    lastUsedAt: record?.lastUsedAt || null,
    firstSeenAt: record?.firstSeenAt || null,
    now,
  };
}

export function readSkillSight(context: Context, id: string): SkillSightAnswer {
  const library = libraryOf(context);
  const { entry } = findSkill(library, id);
  const isThis = ({ path }: { readonly path: string }) => path === entry.path;
  const isLoadable = viewSkill(library, entry.id).diagnostics.every(({ severity }) => severity !== 'error');
  const isShared = isLoadable && !isWithheld(verdictOf(library, entry));
  const readers = presentAgents(library);
  const views = agentViews(context).filter(({ name, present }) => present && name !== 'Coppice');
  return {
    agents: views.map(({ name, sees, hidden }) => {
      const seen = sees.find(isThis);
      if (seen !== undefined)
        return { agent: name, sight: sightOf(seen), why: seen.because ?? seen.mayBeHidden, share: null };
      const why = hidden.find(isThis)?.message;
      const reader = readers.find(({ agent }) => agent.title === name);
      return {
        agent: name,
        sight: 'unseen' as const,
        why: why ?? 'it does not read this folder',
        share: why === undefined && isShared ? shareLine(context, entry, reader) : null,
      };
    }),
  };
}

/** What makes an agent see the skill, too, as a line to type; null where that is not a matter of a plain link. */
function shareLine(
  context: Context,
  { root, folder }: SkillEntry,
  reader: ReadingAgent | undefined,
): string | null {
  const own = reader?.roots.filter(({ path }) => path.startsWith(`${context.userHome}/`)) ?? [];
  const isThere = (path: string) => unlessRefused(() => context.files.stat(path)) !== undefined;
  const agentFolder = (own.find(({ path }) => isThere(path)) ?? own[0])?.path;
  if (agentFolder === undefined || folder === root.path || root.kind === 'plugin') return null;
  const [from, to] = [shownPath(context, folder), shownPath(context, agentFolder)];
  // Anybody can name a folder, and this is typed into a shell.
  if (![from, to].every((path) => /^~?[\w./@-]+$/.test(path))) return null;
  return `mkdir -p ${to} && ln -s ${from} ${to}/`;
}

const maxEntries = 100;

export function readSkillHistory(context: Context, id: string): SkillHistoryAnswer {
  const library = libraryOf(context);
  const shown = history(library, id).entries.slice(-maxEntries);
  const { entries } = findEntries(
    library,
    shown.map(({ id: entry }) => entry),
  );
  const recorded = new Map(entries.map((entry) => [entry.id, entry]));
  const undone = new Set(
    entries.flatMap(({ undoes, state }) => (undoes !== null && state === 'committed' ? [undoes] : [])),
  );
  return {
    now: context.clock.now(),
    entries: shown.reverse().map(({ id: entry, at, actor, action, reason, run, state }): HistoryEntry => {
      const isUndone = undone.has(entry);
      const found = recorded.get(entry);
      return {
        id: entry,
        at,
        actor,
        action,
        reason,
        run,
        // What cannot be read is not shown, and the entry still is.
        diff: unlessRefused(() => entryDiff(library, found ?? findEntry(library, entry))) ?? '',
        canUndo: state === 'committed' && !isUndone && found !== undefined && isStoredWhole(found),
        isUndone,
      };
    }),
  };
}

const maxEpisodes = 30;
const maxFailures = 10;

export async function readSkillEvidence(context: Context, id: string): Promise<SkillEvidenceAnswer> {
  const now = context.clock.now();
  const { entry } = findSkill(libraryOf(context), id);
  const nothing = { days: shownDays, now, episodes: [], failures: [], note: null };
  if (!hasEvidence(context)) return nothing;
  return await withEvidence(context, ({ store, library }) => {
    const window = shownWindow(now);
    return {
      days: shownDays,
      now,
      episodes: store.episodes(window, { skill: entry.id, limit: maxEpisodes }).map(episodeSummary),
      failures: store
        .failures(window, { skill: entry.id, limit: maxFailures })
        .map(({ command, error, failures, sessions, lastAt, fix, held }) => ({
          command,
          error,
          failures,
          sessions,
          lastAt,
          fix: fix && { commands: fix.commands, worked: fix.worked, of: fix.of },
          isHeld: held !== null,
        })),
      note: noteOf(library, store, entry),
    };
  });
}

function episodeSummary(episode: Episode): EpisodeSummary {
  const { id, agent, model, startedAt, endedAt, result, counts, failures, corrections } = episode;
  const steps: readonly EpisodeStep[] = [
    ...failures.map(({ at, command, cause, ending }) => ({
      at,
      kind: 'failed' as const,
      text: command.text,
      detail: cause.line,
      ending: endingText(ending),
    })),
    ...corrections.map(({ at, text, by }) => ({
      at,
      kind: 'corrected' as const,
      text,
      detail: correctionTexts[by],
      ending: null,
    })),
  ];
  return {
    id,
    agent,
    model: model ?? null,
    startedAt,
    endedAt,
    result,
    attempts: counts.attempts,
    steps: steps.toSorted((a, b) => a.at - b.at),
  };
}

const maxEvents = 5;

/** Null where there can be none: another program writes the skill. */
function noteOf(
  library: Library,
  evidence: Parameters<typeof showNote>[0]['evidence'],
  entry: SkillEntry,
): NoteSummary | null {
  if (managedProvenance(entry.root, entry.folder) !== undefined || entry.root.kind === 'plugin') return null;
  try {
    const { note, lines, whyNot } = showNote({ library, evidence }, entry, library.config['evolve.days']);
    return {
      entry: note?.entry ?? null,
      writtenAt: note?.writtenAt ?? null,
      whyNot: whyNot?.detail ?? null,
      lines: lines.map(({ text, sessions, cited, events }) => ({
        text,
        sessions,
        cited,
        events: events
          .slice(0, maxEvents)
          .map(
            ({ at, agent, text: said, outcome, fix }) =>
              `${timeText(at)} ${agent}: ${said}: ${outcomeLabels[outcome]}${fix.length === 0 ? '' : ` by ${fix.join(', then ')}`}`,
          ),
      })),
    };
  } catch (error) {
    // One part that cannot be read does not hide the others.
    if (!(error instanceof CoppiceError)) throw error;
    return { entry: null, writtenAt: null, whyNot: error.message, lines: [] };
  }
}
