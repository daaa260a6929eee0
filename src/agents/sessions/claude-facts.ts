/*
 * The facts of a Claude Code session, which nearly every line repeats: each is reported when it is first stated, and when
 * it changes. Only newer versions state the platform. The first line of a fork names its origin, unless `--fork-session`
 * made the fork; then nothing does.
 */

import { isObject } from '../../text/shape.js';
import type { ClaudeBlock } from './claude-line.js';
import { nameIn, pathIn } from './fields.js';
import type { Draft, Facts } from './observation.js';

export class ClaudeFacts {
  #session: string | undefined;
  #folder: string | undefined;
  #root: string | undefined;
  #entrypoint: string | undefined;
  #platform: string | undefined;

  constructor(memory: unknown) {
    if (!isObject(memory)) return;
    this.#session = nameIn(memory['session']);
    this.#folder = pathIn(memory['folder']);
    this.#root = nameIn(memory['root']);
    this.#entrypoint = nameIn(memory['entrypoint']);
    this.#platform = nameIn(memory['platform']);
  }

  memory(): unknown {
    return {
      session: this.#session,
      folder: this.#folder,
      root: this.#root,
      entrypoint: this.#entrypoint,
      platform: this.#platform,
    };
  }

  /** The facts that a line of the main conversation states for the first time; nearly always none. */
  take(line: ClaudeBlock, session: string, at: number): Facts | undefined {
    const isNew = session !== this.#session;
    if (nameIn(session) === undefined) return undefined;
    if (isNew) this.#begin(session);
    const { entrypoint } = line;
    const isKnown =
      !isNew &&
      (entrypoint === undefined || entrypoint === this.#entrypoint) &&
      (this.#folder !== undefined || line['cwd'] === undefined) &&
      (this.#platform !== undefined || line['attachment'] === undefined);
    return isKnown ? undefined : this.#news(line, session, at);
  }

  #begin(session: string): void {
    this.#session = session;
    this.#folder = undefined;
    this.#root = undefined;
    this.#entrypoint = undefined;
    this.#platform = undefined;
  }

  #news(line: ClaudeBlock, session: string, at: number): Facts | undefined {
    const facts: Draft<Facts> = { type: 'facts', session, at };
    const folder = pathIn(line['cwd']);
    if (this.#folder === undefined && folder !== undefined) {
      this.#folder = folder;
      facts.folder = folder;
    }
    const entrypoint = nameIn(line['entrypoint']);
    if (entrypoint !== undefined && entrypoint !== this.#entrypoint) {
      const isHeadless = startedByProgram(entrypoint);
      const isNews = this.#entrypoint === undefined || startedByProgram(this.#entrypoint) !== isHeadless;
      if (isNews) facts.isHeadless = isHeadless;
      this.#entrypoint = entrypoint;
    }
    const root = rootIn(line['forkedFrom']);
    if (this.#root === undefined && root !== undefined && root !== session) {
      this.#root = root;
      facts.root = root;
    }
    const platform = platformIn(line['attachment']);
    if (this.#platform === undefined && platform !== undefined) {
      this.#platform = platform;
      facts.platform = platform;
    }
    return Object.keys(facts).length > noFacts ? facts : undefined;
  }
}

const noFacts = Object.keys({ type: '', session: '', at: 0 }).length;

/** `sdk-cli` is `claude -p`; `sdk-ts` and `sdk-py` are programs that use the agent. */
function startedByProgram(entrypoint: string): boolean {
  return entrypoint === 'sdk' || entrypoint.startsWith('sdk-');
}

/** The session that `/branch` copied. */
function rootIn(forkedFrom: unknown): string | undefined {
  return isObject(forkedFrom) ? nameIn(forkedFrom['sessionId']) : undefined;
}

function platformIn(attachment: unknown): string | undefined {
  if (!isObject(attachment) || attachment['type'] !== 'environment') return undefined;
  const { snapshot } = attachment;
  return isObject(snapshot) ? nameIn(snapshot['platform']) : undefined;
}
