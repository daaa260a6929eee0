/*
 * Secrets: made-up keys and passwords in commands, outputs and messages of sessions, and whether anything of them is left
 * in what is stored; and ordinary lines of which nothing may be replaced.
 */

import type { Finder } from '../../src/scan/secrets/find.js';
import {
  type AgentSteps,
  type Half,
  inHalf,
  type PlantedSecret,
  piecesOf,
  readOrdinaryLines,
  readSecrets,
  textOf,
} from '../evidence-sets.js';
import type { Step } from '../session-files.js';
import { count, type Figure, groupBy, share } from './figure.js';
import { type StoredRow, type StoredSessions, withStoredSessions } from './stored-sessions.js';

export async function measureSecrets(half: Half): Promise<readonly Figure[]> {
  const secrets = inHalf(readSecrets(), half);
  const leaks = await findLeaks(secrets);
  const leaked = [...groupBy(leaks, ({ secret }) => secret.id).values()];
  const kinds = new Set(secrets.map(({ kind }) => kind));
  const leakedKinds = new Set(leaks.map(({ secret }) => secret.kind));
  return [
    share(
      'secrets: recall',
      [secrets.length - leaked.length, secrets.length],
      { atLeast: 0.97 },
      leaked.map(lineOf),
    ),
    count('  kinds without a miss', [kinds.size - leakedKinds.size, kinds.size]),
    ...places.map((place) => {
      const here = new Set(leaks.filter((leak) => leak.place === place).map(({ secret }) => secret.id)).size;
      return share(`  as ${place.name}`, [secrets.length - here, secrets.length]);
    }),
    await falseAlarms(half),
  ];
}

interface Place {
  readonly name: string;
  /** Steps in which the text stands there alone. */
  steps(text: string): readonly Step[];
}

/** The commands fail, so that they and their output are also stored as failures. */
const places: readonly Place[] = [
  { name: 'a command', steps: (text) => [{ run: text, out: 'it did not work', exit: 1 }] },
  { name: 'an output', steps: (text) => [{ run: 'show settings', out: text, exit: 1 }] },
  { name: 'a message', steps: (text) => [{ run: 'make', out: 'built', exit: 0 }, { user: text }] },
];

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface Leak {
  readonly secret: PlantedSecret;
  readonly place: Place;
}

/** The secrets of which a piece is stored, once for each place; all of them if nothing is redacted. */
export async function findLeaks(secrets: readonly PlantedSecret[], find?: Finder): Promise<readonly Leak[]> {
  const leaks: Leak[] = [];
  for (const place of places) {
    const rows = secrets.map((secret) => rowOf(secret.id, [place], textOf(secret)));
    const contents = await withStoredSessions(rows, everythingStored, find);
    const leaked = secrets.filter((secret) => piecesOf(secret).some((piece) => isIn(contents, piece)));
    leaks.push(...leaked.map((secret) => ({ secret, place })));
  }
  return leaks;
}

function rowOf(id: string, shownIn: readonly Place[], text: string): StoredRow {
  const sessions = shownIn.map((place): AgentSteps => {
    return { agent: 'claude', steps: [{ user: 'go on' }, ...place.steps(text)] };
  });
  return { id, skill: 'work', sessions };
}

function everythingStored({ store, contents }: StoredSessions): Promise<string> {
  // Episodes are stored when they are first asked for.
  store.episodes(everything);
  return contents();
}

/** As it is or without colours, and inside a JSON string, once and twice. A part of a long one is enough. */
function isIn(contents: string, piece: string): boolean {
  const plain = piece.replace(/\u001b\[[\d;]{0,20}m/g, '');
  return [piece, plain].flatMap(slicesOf).some((text) => {
    const escaped = JSON.stringify(text).slice(1, -1);
    return [text, escaped, JSON.stringify(escaped).slice(1, -1)].some((each) => contents.includes(each));
  });
}

/** Only the start of a long text is stored. */
function slicesOf(text: string): readonly string[] {
  return text.match(/.{100}/gs) ?? [text];
}

async function falseAlarms(half: Half): Promise<Figure> {
  const lines = inHalf(readOrdinaryLines(), half);
  const rows = lines.map(({ id, text }) => rowOf(id, places, text));
  const wrong = await withStoredSessions(rows, ({ store, windowOf }) =>
    lines.flatMap(({ id, text }, index) => {
      const events = store.recent(windowOf(index));
      const stored = events
        .flatMap(({ args, result }) => [args, result])
        .find((each) => each.includes('[redacted:'));
      return stored === undefined || text.includes('[redacted:') ? [] : [oneLine(`${id}: ${stored}`)];
    }),
  );
  return share('ordinary lines: false alarms', [wrong.length, lines.length], { atMost: 0.005 }, wrong);
}

/** Without the secret. */
function lineOf(leaks: readonly Leak[]): string {
  const [first] = leaks;
  const where = leaks.map(({ place }) => place.name).join(', ');
  return oneLine(`${first?.secret.id} ${first?.secret.kind} in ${where}: ${first?.secret.before.slice(-60)}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
