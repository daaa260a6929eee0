/*
 * Access to modules that are loaded at run time and have no types. Every member is checked before use.
 */

export type Callable = (...given: unknown[]) => unknown;

export function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** A member of an object, a function or a module. */
export function member(value: unknown, name: string): unknown {
  const hasMembers = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return hasMembers ? Reflect.get(value, name) : undefined;
}

/** The result of a method; undefined if there is no such method. */
export function call(value: unknown, name: string, ...given: unknown[]): unknown {
  const method = member(value, name);
  return isCallable(method) ? Reflect.apply(method, value, given) : undefined;
}
