/*
 * Follows private data through the programs of a package to what sends it, and reports what it finds at the line that
 * sends. Shell commands inside programs are handed back with the origins of the values in them.
 */

import type { Names } from '../../../code/names.js';
import { addressesIn, addressOf } from '../../../package/hosts.js';
import { ownerOf } from '../../../package/services.js';
import { collectSecrets, hiddenEndpoint, hidesOwner, judgeSending } from '../sending.js';
import type { Origin, RuleMatch } from '../step.js';
import type { SinkFact } from './facts.js';
import { FlowGraph, type Reach } from './graph.js';
import { type Slice, type Source, sliceOf } from './slice.js';
import type { Value } from './value.js';

export interface FlowReport {
  match(unit: number, match: RuleMatch, line: number): void;
  /** A command in which `${name}` stands for a value with these origins. */
  shell(unit: number, command: string, origins: readonly Origin[], line: number): void;
}

/** Follows values through all programs at once, because they import each other. */
export function followCode(sources: readonly Source[], names: Names, report: FlowReport): void {
  const sliced = sliceOf(sources, names);
  if (sliced === undefined) return;
  const graph = sliced.mayLeave ? new FlowGraph(sliced) : undefined;
  for (const [index, facts] of sliced.slices.entries()) {
    for (const { scope, line, text, value } of facts.shells) {
      const origins = graph?.reachOf(index, scope, value).origins ?? [];
      if (text !== '') report.shell(index, text, origins, line);
    }
    for (const { spelling, address, line } of hiddenAddresses(facts))
      report.match(index, { rule: hiddenEndpoint, why: `The code hides ${address} (${spelling}).` }, line);
    if (graph === undefined) continue;
    for (const sink of facts.sinks)
      for (const match of judgeSink(graph, index, sink)) report.match(index, match, sink.line);
    for (const { scope, line, value } of facts.serialized) {
      const match = judgeCollection(graph.reachOf(index, scope, value));
      if (match !== undefined) report.match(index, match, line);
    }
  }
}

function judgeSink(graph: FlowGraph, unit: number, sink: SinkFact): readonly RuleMatch[] {
  const { scope, value, channel, receiver, needsConnection, needsAddress } = sink;
  const sent = graph.reachOf(unit, scope, value);
  if (sent.origins.length === 0) return [];
  const object = receiver === undefined ? undefined : graph.reachOfName(unit, scope, receiver);
  if (needsConnection && object?.isConnection !== true) return [];
  const texts = [...sent.texts, ...(object?.texts ?? [])];
  const reached = addressesIn(texts.map(({ text }) => text).join('\n'));
  // A function that sends to many hosts says nothing about which key goes to which.
  const own = addressesIn(value.texts.map(({ text }) => text).join('\n'));
  const isAnywhere = own.length === 0 && new Set(reached.map((address) => addressOf(address)?.host)).size > 2;
  const addresses = own.length > 0 ? own : isAnywhere ? [] : reached;
  if (needsAddress !== 'no' && reached.length === 0 && object?.isConnection !== true) return [];
  if (needsAddress === 'own' && !namesAddress(value)) return [];
  const isHidden = texts.some(({ spelling }) => spelling !== undefined);
  // Many programs read a settings file to log in, but nobody logs in at a host that hides its owner.
  const isOpen = !isHidden && !addresses.some((address) => hidesOwner(address));
  const origins = sent.origins.filter(
    (origin) =>
      origin.kind !== 'private' ||
      ((origin.isPath !== true || channel === 'upload') && !(isOpen && origin.location.isOrdinary)),
  );
  return judgeSending({ origins, addresses, isHidden, isName: channel === 'name' });
}

/** Whether the call itself has an address, or a name that says it is one. */
function namesAddress({ texts, uses }: Value): boolean {
  return (
    texts.some(({ text }) => /^(?:https?|wss?):\/\//i.test(text)) ||
    uses.some(({ name }) => /ur[il]|endpoint|webhook|address|host|server/i.test(name))
  );
}

/** Keys of services that have nothing to do with each other, in one text. */
function judgeCollection({ origins }: Reach): RuleMatch | undefined {
  const names = origins.flatMap((origin) =>
    origin.kind === 'secret' && origin.isLogin !== true ? [origin.name] : [],
  );
  const owners = new Set(names.flatMap((name) => ownerOf(name) ?? []));
  if (owners.size < 2) return undefined;
  return {
    rule: collectSecrets,
    confidence: 'medium',
    why: `${names.slice(0, 3).join(', ')} are put into one text.`,
  };
}

function hiddenAddresses({ assignments, sinks, calls }: Slice) {
  const found = new Map<
    string,
    { readonly spelling: string; readonly address: string; readonly line: number }
  >();
  const add = ({ texts }: Value, line: number) => {
    for (const { text, spelling } of texts)
      if (spelling !== undefined && !found.has(text)) found.set(text, { spelling, address: text, line });
  };
  for (const { value, line } of sinks) add(value, line);
  for (const { value, line } of assignments) add(value, line);
  for (const { args, line } of calls) for (const arg of args) add(arg.value, line);
  return [...found.values()];
}
