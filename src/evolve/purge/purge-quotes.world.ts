/*
 * The reviewer's machine with everything on it that shows evidence, and a way to forget some of it.
 */

import { ReviewWorld } from '../proposals/review.world.js';
import type { EvolveReport } from '../rules/report.js';
import type { ScheduleReport } from '../rules/schedule/report.js';
import { saveRun } from '../save-run.js';
import { runSchedule } from '../schedule/run.js';
import type { KnownEvents } from './purge-quotes.js';
import { type PurgedQuotes, purgeQuotes } from './purge-quotes.js';

/** What must be nowhere any more. */
export const secret = 'hunter2';

export class ForgetWorld extends ReviewWorld {
  readonly #gone = new Set<string>();

  /** A run that writes notes, with its report. */
  async evolve(changed: (report: EvolveReport) => EvolveReport = (report) => report): Promise<string> {
    const report = changed(await this.apply());
    saveRun(this, { putNotes: () => undefined }, report);
    return report.runId ?? '';
  }

  /** A scheduled run that only plans, with its report. */
  async planOnSchedule(): Promise<ScheduleReport> {
    const step = { name: 'evolve run --dry-run', run: async () => ({ document: await this.run() }) };
    const other = { name: 'evidence backfill', run: async () => ({ document: { agents: {} } }) };
    const deps = { ...this.deps(), ids: { next: () => 'scheduled' } };
    return await runSchedule(deps, [other, step], { mode: 'propose', isStated: true });
  }

  /** Purges the events with the secret from the evidence; what was made from them stays until it is forgotten. */
  purgeSecret(): void {
    const { evidence } = this.deps();
    for (const { id, result } of evidence.recent({ from: 0, to: this.time + 1 }, { limit: 1_000 }))
      if (result.includes(secret)) this.#gone.add(id);
    this.purge(({ result }) => result?.includes(secret) ?? false);
  }

  get known(): KnownEvents {
    return (ids) => new Set(ids.filter((id) => !this.#gone.has(id)));
  }

  async forget({ isDry = false, files = this.files } = {}): Promise<PurgedQuotes> {
    return await purgeQuotes({ files, home: this.home }, this.known, { isDry });
  }

  /** The files of the home in which a text is. */
  filesWith(text: string): readonly string[] {
    return Object.entries(this.tree('/home')).flatMap(([path, content]) =>
      content.includes(text) ? [path] : [],
    );
  }
}
