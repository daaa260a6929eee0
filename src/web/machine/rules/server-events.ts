/*
 * Server-sent events out of the text of a connection, which may end in the middle of one.
 */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** `rest` is to be put before the text that comes next. */
export function eventsIn(text: string): { readonly events: readonly ServerEvent[]; readonly rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { rest, events: blocks.flatMap((block) => eventOf(block) ?? []) };
}

/** Undefined for a line that only keeps the connection open. */
function eventOf(block: string): ServerEvent | undefined {
  const name = /^event: (.*)$/m.exec(block)?.[1];
  return name === undefined ? undefined : { name, data: /^data: (.*)$/m.exec(block)?.[1] ?? '' };
}
