/*
 * What an agent prints while it runs without a person, in one vocabulary for all formats. A reader is given whole lines in
 * their order, never throws, and can be asked at any time for what is known so far, because limits are enforced while the
 * agent still runs. Its exit code is not believed: agents end with 0 after a failure, and with 1 after a good answer.
 */

import type { StreamFormat } from '../../../agents/headless/run-recipe.js';

export interface ToolCall {
  readonly id: string;
  /** As the agent names it. */
  readonly tool: string;
  readonly input: unknown;
  readonly status: CallStatus;
  readonly output: string;
}

/** open: it has no result yet; unknown: it has one that says nothing. */
export type CallStatus = 'open' | 'ok' | 'error' | 'denied' | 'unknown';

export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Those of the input that were read from a cache. */
  readonly cached: number;
}

export interface StreamFacts {
  readonly calls: readonly ToolCall[];
  readonly finalText: string;
  /** Messages of the model, or its steps where the format has no messages. */
  readonly turns: number;
  /** Null where the format does not state it. */
  readonly costUsd: number | null;
  readonly tokens: Tokens | null;
  readonly model: string | undefined;
  readonly version: string | undefined;
  /** The skills that the agent says it sees; undefined where the format has no such list. */
  readonly listedSkills: readonly string[] | undefined;
  readonly end: StreamEnd | undefined;
  /** Whether the agent reported that events are missing. */
  readonly isLossy: boolean;
  /** Lines that are not JSON. */
  readonly strayLines: number;
}

/** What the agent itself says about its end. */
export type StreamEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'turn-limit' | 'cost-limit' }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly message: string };

export const failureKinds = ['rate-limit', 'sign-in', 'billing', 'overloaded', 'refused', 'other'] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface StreamReader {
  line(text: string): void;
  /** What limits are about; asked after every line. */
  progress(): Pick<StreamFacts, 'turns' | 'costUsd' | 'end'>;
  facts(): StreamFacts;
}

export type { StreamFormat };

/** Words that agents and their servers use; the message itself is shown too. */
export function failureKindOf(message: string, status?: number): FailureKind {
  if (status === 429 || /rate.?limit|usage limit|hit your limit|quota|too many requests/i.test(message))
    return 'rate-limit';
  if (status === 401 || status === 403 || /auth|sign.?in|log.?in|api key|credential/i.test(message))
    return 'sign-in';
  if (status === 402 || /billing|payment|credit balance/i.test(message)) return 'billing';
  if ((status !== undefined && status >= 500) || /overload|unavailable|disconnected/i.test(message))
    return 'overloaded';
  return /blocked for safety|content.?filter|refus/i.test(message) ? 'refused' : 'other';
}

/** Calls by their ids, in the order in which they began. */
export class CallList {
  readonly #calls = new Map<string, ToolCall>();

  begin(id: string, tool: string, input: unknown): void {
    if (!this.#calls.has(id)) this.#calls.set(id, { id, tool, input, status: 'open', output: '' });
  }

  settle(id: string, status: CallStatus, output: string): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#calls.set(id, { ...call, status, output });
  }

  get(id: string): ToolCall | undefined {
    return this.#calls.get(id);
  }

  all(): readonly ToolCall[] {
    return [...this.#calls.values()];
  }

  get size(): number {
    return this.#calls.size;
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
