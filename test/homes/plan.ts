/*
 * Plans a home as people have it after a year with several agents, from a seed: skills in the folders of the agents, what
 * was used and when, the sessions of a month, and problems that are planted on purpose. Nothing is written here, and the
 * same seed always gives the same home.
 */

import type { Step } from '../../bench/session-files.js';
import { type Random, seededRandom } from '../soak/random.js';
import { type RecurringFailure, recurringCorrections, recurringFailures } from './failures.js';
import { type Fault, faults, faulty } from './faults.js';
import { inventProcedures, type Procedure, shuffled, skillText } from './procedures.js';

/** What the home is asked to have. */
export interface HomeWishes {
  readonly skills: number;
  /** Packages that the scanner blocks. */
  readonly hostile?: readonly HostilePackage[];
  /** Skills that an agent cannot load. */
  readonly broken?: number;
  /** Skills that are in a second root too, byte for byte. */
  readonly copies?: number;
  /** Skills with a failure that came back and was fixed. */
  readonly fixedFailures?: number;
  /** Skills with a failure that came back and was never fixed. */
  readonly openFailures?: number;
  /** Skills whose result users corrected in the same way several times. */
  readonly corrected?: number;
  /** Skills that were never used, or not for months. */
  readonly unused?: number;
  /** Descriptions that do not fit into the listing of Claude Code. */
  readonly isOverBudget?: boolean;
  /** Sessions of the last month in which nothing went wrong. */
  readonly sessions?: number;
}

export interface HostilePackage {
  readonly name: string;
  /** Text or bytes by their path in the folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

export interface PlannedHome {
  readonly now: number;
  readonly files: readonly PlannedFile[];
  readonly uses: readonly PlannedUse[];
  /** When Coppice first met each skill. */
  readonly seen: readonly PlannedUse[];
  readonly sessions: readonly PlannedSession[];
  /** The ids of the skills that have each problem; of copies, the second ones. */
  readonly planted: Readonly<
    Record<'hostile' | 'broken' | 'copies' | 'failing' | 'unused', readonly string[]>
  >;
}

export interface PlannedFile {
  /** Below the home of the user. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** When it was last changed. */
  readonly at: number;
}

export interface PlannedUse {
  readonly id: string;
  readonly at: number;
}

export interface PlannedSession {
  readonly agent: 'claude' | 'codex';
  readonly id: string;
  readonly start: number;
  readonly skill: string;
  /** Below the home of the user. */
  readonly root: string;
  readonly steps: readonly Step[];
}

const day = 86_400_000;
const now = Date.UTC(2026, 2, 1, 12);

const roots = {
  claude: '.claude/skills',
  agents: '.agents/skills',
  codex: '.codex/skills',
  gemini: '.gemini/skills',
  opencode: '.config/opencode/skills',
  hermes: '.hermes/skills',
  home: '.coppice/skills',
} as const;
type Label = keyof typeof roots;
const labels = Object.keys(roots) as readonly Label[];

export function planHome(seed: number, wishes: HomeWishes): PlannedHome {
  const random = seededRandom(seed);
  const { skills, hostile = [], broken = 0, copies = 0, unused = 0 } = wishes;
  const { fixedFailures = 0, openFailures = 0, corrected = 0, isOverBudget = false, sessions = 0 } = wishes;
  const healthy = skills - hostile.length - broken - copies;
  if (healthy < fixedFailures + openFailures + corrected + unused)
    throw new Error('too many problems for so few skills');

  const invented = inventProcedures(random.fork(), healthy + broken, { hasLongDescriptions: isOverBudget });
  const placed = invented.map((procedure) => ({ procedure, label: drawLabel(random, isOverBudget) }));
  const good = placed.slice(0, healthy);
  const bad = placed.slice(healthy).map((one, index) => ({ ...one, fault: faultAt(index) }));
  const failing = good.slice(0, fixedFailures + openFailures).map((one, index) => ({
    ...one,
    label: index % 3 === 2 ? ('agents' as const) : ('claude' as const),
    failure: failureAt(index),
    isFixed: index < fixedFailures,
  }));
  const wrong = good
    .slice(failing.length, failing.length + corrected)
    .map((one) => ({ ...one, label: 'claude' as const }));
  const idle = good.slice(failing.length + wrong.length).slice(0, unused);
  const busy = good.slice(failing.length + wrong.length + unused);
  const used: readonly Placed[] = [...failing, ...wrong, ...busy];
  const copied = used
    .slice(used.length - copies)
    .map((one) => ({ ...one, label: otherLabel(random, one.label) }));

  const present: readonly PlannedSkill[] = [
    ...[...used, ...copied].map((one) => goodSkill(random, one, 'recent')),
    // Half of the idle ones were of use once.
    ...idle.map((one, index) => goodSkill(random, one, index % 2 === 1 ? 'old' : 'never')),
    ...bad.map((one) => brokenSkill(random, one)),
    ...hostile.map((enemy) => hostileSkill(random, enemy)),
  ];
  const ids = (of: 'hostile' | 'broken') => present.filter(({ kind }) => kind === of).map(({ id }) => id);
  return {
    now,
    files: present.flatMap(({ folder, files, at }) =>
      Object.entries(files).map(([path, content]) => ({ path: `${folder}/${path}`, content, at })),
    ),
    seen: present.map(({ id, at }) => ({ id, at })),
    uses: present.flatMap(({ id, activity }) => drawUses(random, id, activity)),
    sessions: [
      ...failing.flatMap((one, index) => failingSessions(random, one, index)),
      ...wrong.flatMap((one, index) => correctedSessions(random, one, index)),
      ...quietSessions(random, busy, sessions),
    ],
    planted: {
      hostile: ids('hostile'),
      broken: ids('broken'),
      copies: copied.map(idOf),
      failing: failing.filter(({ isFixed }) => isFixed).map(idOf),
      unused: idle.map(idOf),
    },
  };
}

interface PlannedSkill {
  readonly kind: 'good' | 'broken' | 'hostile';
  readonly id: string;
  /** Below the home of the user. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** When it was put there. */
  readonly at: number;
  readonly activity: 'recent' | 'old' | 'never';
}

function goodSkill(random: Random, placed: Placed, activity: PlannedSkill['activity']): PlannedSkill {
  const { procedure, label } = placed;
  return {
    kind: 'good',
    id: idOf(placed),
    folder: `${roots[label]}/${procedure.name}`,
    files: { 'SKILL.md': skillText(procedure), ...procedure.beside },
    at: drawAge(random),
    activity,
  };
}

function brokenSkill(random: Random, { procedure, label, fault }: Placed & { fault: Fault }): PlannedSkill {
  const { folder, text } = faulty(procedure, fault);
  return {
    kind: 'broken',
    id: `${label}:${procedure.name}`,
    folder: `${roots[label]}/${folder}`,
    files: { 'SKILL.md': text },
    at: drawAge(random),
    activity: 'recent',
  };
}

function hostileSkill(random: Random, { name, files }: HostilePackage): PlannedSkill {
  const label = drawLabel(random, false);
  const folder = `${roots[label]}/${name}`;
  return { kind: 'hostile', id: `${label}:${name}`, folder, files, at: drawAge(random), activity: 'recent' };
}

interface Placed {
  readonly procedure: Procedure;
  readonly label: Label;
}

const idOf = ({ procedure, label }: Placed) => `${label}:${procedure.name}`;

/** Most people use one agent most of the time. */
function drawLabel(random: Random, isInListing: boolean): Label {
  if (isInListing) return random.chance(0.8) ? 'claude' : 'agents';
  return random.chance(0.35)
    ? 'claude'
    : random.pick(['agents', 'codex', 'gemini', 'opencode', 'hermes', 'home']);
}

function otherLabel(random: Random, label: Label): Label {
  const [one = 'home', ...others] = labels.filter((other) => other !== label);
  return random.pick([one, ...others]);
}

/** Each occurs before one occurs again. */
const faultAt = (index: number) => inTurn(faults, index);
const failureAt = (index: number) => inTurn(recurringFailures, index);
const correctionAt = (index: number) => inTurn(recurringCorrections, index);

function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

/** Between two months and a year ago. */
function drawAge(random: Random): number {
  return now - 60 * day - random.below(300 * day);
}

function drawUses(random: Random, id: string, activity: PlannedSkill['activity']): readonly PlannedUse[] {
  if (activity === 'never') return [];
  const [from, span] = activity === 'recent' ? [1, 24] : [40, 18];
  return Array.from({ length: 1 + random.below(8) }, () => ({
    id,
    at: now - from * day - random.below(span * day),
  }));
}

/** Four sessions of the last days: the command fails, and works after the fix, if there is one. */
function failingSessions(
  random: Random,
  { procedure, label, failure, isFixed }: Placed & { failure: RecurringFailure; isFixed: boolean },
  index: number,
): readonly PlannedSession[] {
  const { command, output, fix, works } = failure;
  const steps: readonly Step[] = [
    { user: `Please ${procedure.name.replaceAll('-', ' ')} for me.` },
    { run: command, out: output, exit: 1 },
    ...(isFixed
      ? [
          { run: fix, out: 'done', exit: 0 },
          { run: command, out: works, exit: 0 },
        ]
      : []),
    { says: isFixed ? 'It works now.' : 'I could not get it to work.' },
  ];
  return Array.from({ length: 4 }, (_, round) => ({
    ...sessionOf(label, procedure),
    id: `f${index}-${round}`,
    start: now - (1 + round) * day - random.below(day / 2),
    steps,
  }));
}

/** Three sessions in which the user wants it in another way. */
function correctedSessions(
  random: Random,
  { procedure, label }: Placed,
  index: number,
): readonly PlannedSession[] {
  const { says, correction } = correctionAt(index);
  const steps: readonly Step[] = [
    { user: `Please ${procedure.name.replaceAll('-', ' ')} again.` },
    { run: procedure.commands[0] ?? 'ls', out: 'ok', exit: 0 },
    { says },
    { user: correction },
    { says: 'Changed.' },
  ];
  return Array.from({ length: 3 }, (_, round) => ({
    ...sessionOf(label, procedure),
    id: `c${index}-${round}`,
    start: now - (1 + round) * day - random.below(day / 2),
    steps,
  }));
}

function quietSessions(random: Random, used: readonly Placed[], count: number): readonly PlannedSession[] {
  const read = shuffled(random, used).filter(({ label }) => ['claude', 'agents', 'codex'].includes(label));
  if (read.length === 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const { procedure, label } = read[index % read.length] as Placed;
    const steps: readonly Step[] = [
      { user: `Please ${procedure.name.replaceAll('-', ' ')}.` },
      ...procedure.commands
        .slice(0, 1 + random.below(3))
        .map((command) => ({ run: command, out: 'ok', exit: 0 })),
      { says: 'Done, with nothing left to decide.' },
      { user: 'Thank you, that is all for today.' },
    ];
    return {
      ...sessionOf(label, procedure),
      id: `q${index}`,
      start: now - day - random.below(28 * day),
      steps,
    };
  });
}

function sessionOf(label: Label, { name }: Procedure): Pick<PlannedSession, 'agent' | 'skill' | 'root'> {
  return { agent: label === 'claude' ? 'claude' : 'codex', skill: name, root: roots[label] };
}
