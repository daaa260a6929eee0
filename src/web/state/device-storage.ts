/*
 * What is stored on this device between visits. The pages also work in a browser that stores nothing.
 */

export function readFromDevice(key: string): string | null {
  return ifAllowed(() => localStorage.getItem(key)) ?? null;
}

/** Null removes the value. */
export function saveOnDevice(key: string, value: string | null): void {
  ifAllowed(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)));
}

function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    // Storage is switched off or full.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
