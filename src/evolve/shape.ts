/*
 * Shapes that documents on the disk are made of, beside those of the usage store.
 */

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

export function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember);
}

export function isMissingOr(isShape: (value: unknown) => boolean, value: unknown): boolean {
  return value === undefined || isShape(value);
}
