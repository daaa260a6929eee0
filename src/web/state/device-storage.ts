/*
 * What stays on this device from visit to visit. A browser that keeps nothing for pages is no reason to show none.
 */

export function readFromDevice(key: string): string | null {
  return ifAllowed(() => localStorage.getItem(key)) ?? null;
}

/** Null forgets it. */
export function saveOnDevice(key: string, value: string | null): void {
  ifAllowed(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)));
}

function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    // Switched off, or full.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
