/*
 * Gives every name a number, so that a program of many thousand names is indexed without a string for each of them. The
 * same table serves all programs of a package, because they call each other by name.
 */

const maxProbes = 12;

export class Names {
  readonly #texts: string[] = [];
  /** Numbers by hash, plus one; whoever makes hashes collide ends up in the map. */
  #slots = new Int32Array(1 << 13);
  readonly #others = new Map<string, number>();

  get size(): number {
    return this.#texts.length;
  }

  textOf(id: number): string {
    return this.#texts[id] ?? '';
  }

  /** The number of a name; a new one if nobody asked for it before. */
  idOf(name: string): number {
    return this.idIn(name, 0, name.length, hashOf(name));
  }

  /** The number of a name, if it occurs. */
  find(name: string): number | undefined {
    const mask = this.#slots.length - 1;
    let slot = hashOf(name) & mask;
    for (let probe = 0; probe < maxProbes; probe += 1) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id === -1) return undefined;
      if (this.#texts[id] === name) return id;
      slot = (slot + 1) & mask;
    }
    return this.#others.get(name);
  }

  /** The number of a part of a text whose hash is known. */
  idIn(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < maxProbes; probe += 1) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id === -1) return this.#add(text.slice(start, end), slot);
      const known = this.#texts[id] ?? '';
      if (known.length === end - start && text.startsWith(known, start)) return id;
      slot = (slot + 1) & mask;
    }
    const name = text.slice(start, end);
    const known = this.#others.get(name);
    if (known !== undefined) return known;
    const id = this.#texts.push(name) - 1;
    this.#others.set(name, id);
    return id;
  }

  #add(name: string, slot: number): number {
    const id = this.#texts.push(name) - 1;
    this.#slots[slot] = id + 1;
    if (this.#texts.length * 3 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    const mask = slots.length - 1;
    this.#others.clear();
    for (const [id, name] of this.#texts.entries()) {
      let slot = hashOf(name) & mask;
      let probe = 0;
      while (probe < maxProbes && slots[slot] !== 0) {
        slot = (slot + 1) & mask;
        probe += 1;
      }
      if (probe < maxProbes) slots[slot] = id + 1;
      else this.#others.set(name, id);
    }
    this.#slots = slots;
  }
}

export const hashStart = 7;

export function hashWith(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function hashOf(name: string): number {
  let hash = hashStart;
  for (let at = 0; at < name.length; at += 1) hash = hashWith(hash, name.charCodeAt(at));
  return hash;
}
