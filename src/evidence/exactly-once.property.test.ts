import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Files } from '../system/files.js';
import { home, type Machine, now, putInto, withMachine } from './backfill.world.js';
import { type Act, history, type Transcript, transcriptsOf } from './exactly-once.arbitrary.js';
import { recordHook } from './live/spool.js';

const skills = [
  { id: 'claude:draw', name: 'draw', folder: '/k/skills/draw' },
  { id: 'claude:write', name: 'write', folder: '/k/skills/write' },
  { id: 'agents:pdf', name: 'pdf', folder: '/elsewhere/pdf' },
];

/** A file on its way to what it is in the end. */
class Growing {
  readonly #files: Files;
  readonly #transcript: Transcript;
  #spelling = 0;
  #done = 0;

  constructor(files: Files, transcript: Transcript) {
    this.#files = files;
    this.#transcript = transcript;
  }

  /** By so many hundredths of what is missing; the last byte may be anywhere. */
  grow(part: number): void {
    const { path, stages } = this.#transcript;
    const whole = stages ?? this.#bytes();
    const grown = this.#done + Math.ceil(((whole.length - this.#done) * part) / 100);
    if (stages !== undefined) putInto(this.#files, path, stages[grown - 1] ?? stages[0] ?? '');
    else if (this.#done === 0) putInto(this.#files, path, this.#bytes().subarray(0, grown));
    else this.#files.append(path, this.#bytes().subarray(this.#done, grown));
    this.#done = grown;
  }

  respell(): void {
    const { path, stages } = this.#transcript;
    if (this.#done === 0 || stages !== undefined) return;
    const isEnd = (byte: number) => byte === 0x0a;
    const lines = this.#bytes().subarray(0, this.#done).filter(isEnd).length;
    this.#spelling += 1;
    const ends = [...this.#bytes().entries()].filter(([, byte]) => isEnd(byte)).map(([at]) => at + 1);
    this.#done = ends[lines - 1] ?? 0;
    putInto(this.#files, path, this.#bytes().subarray(0, this.#done));
  }

  /** The same bytes in another file. */
  copy(): void {
    const content = this.#files.read(this.#transcript.path);
    if (content !== undefined) putInto(this.#files, this.#transcript.path, content.bytes);
  }

  complete(): void {
    const { path, stages, text } = this.#transcript;
    if (stages === undefined) this.grow(100);
    else putInto(this.#files, path, text(0));
  }

  #bytes(): Uint8Array {
    return new TextEncoder().encode(this.#transcript.text(this.#spelling));
  }
}

async function live(machine: Machine, growing: readonly Growing[], hooks: readonly object[], act: Act) {
  switch (act.kind) {
    case 'hook': {
      const payload = new TextEncoder().encode(JSON.stringify(hooks[act.index % hooks.length] ?? {}));
      recordHook({ files: machine.files, home, now, redact: (text) => text }, payload);
      break;
    }
    case 'take-in':
      machine.takeIn(skills);
      break;
    case 'backfill':
      await machine.backfill({ limit: act.limit });
      break;
    default: {
      const file = growing[act.file % growing.length];
      if (act.kind === 'grow') file?.grow(act.part + 1);
      else if (act.kind === 'copy') file?.copy();
      else file?.respell();
    }
  }
}

async function everything(machine: Machine) {
  await machine.backfill();
  machine.takeIn(skills);
  const { store } = machine;
  const ever = { from: 0, to: now };
  return {
    events: await machine.events(),
    summary: store.summary(ever),
    skills: store.skills(ever),
    tools: store.tools(ever),
    recent: store.recent(ever, { limit: 1_000 }),
    clusters: store.clusters(ever),
    episodes: store.episodes(ever),
    failures: store.failures(ever),
    counters: store.usageCounters(),
  };
}

test('hooks, earlier readings, cuts, copies and forks give the same events as one reading', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { hooks, acts } = given;
      const transcripts = transcriptsOf(given);
      const lived = await withMachine(async (machine) => {
        const growing = transcripts.map((transcript) => new Growing(machine.files, transcript));
        for (const act of acts) await live(machine, growing, hooks, act);
        for (const file of growing) file.complete();
        return await everything(machine);
      });
      const once = await withMachine(async (machine) => {
        for (const { path, text } of transcripts) machine.put(path, text(0));
        return await everything(machine);
      });
      expect(lived).toEqual(once);
    }),
    { numRuns: 60 },
  );
});
