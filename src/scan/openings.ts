/*
 * The characters that a pattern can begin with, told from its source. A search for a hundred wordings at once spends
 * its time on words that begin none of them; with the openings in front, these are passed over at a glance.
 */

/**
 * No longer than the given length each. What does not stand for one character ends an opening early, so that one may
 * be shorter than it could, but nothing matches without one.
 */
export function prefixesOf(source: string, length: number): readonly string[] {
  const ended = new Set<string>();
  let at = 0;

  /** Each reads a part of the source, and says how what stood before it goes on. */
  function choice(before: readonly string[]): readonly string[] {
    const after = new Set(sequence(before));
    while (source[at] === '|') {
      at += 1;
      for (const opening of sequence(before)) after.add(opening);
    }
    return [...after];
  }

  function sequence(before: readonly string[]): readonly string[] {
    let after = before;
    while (at < source.length && !'|)'.includes(source.charAt(at))) {
      if (after.length > 0) after = repeated(after);
      else passOver();
    }
    return after;
  }

  function repeated(before: readonly string[]): readonly string[] {
    const once = term(before);
    const quantifier = take(quantifiers);
    const after = quantifier === '' || quantifier === '?' ? once : end(once);
    return /^(?:[?*]|\{0)/.test(quantifier) ? [...before, ...after] : after;
  }

  function term(before: readonly string[]): readonly string[] {
    const taken = take(terms);
    if (taken === '\\b') return before;
    if (taken.startsWith('(')) {
      const isLook = /[=!]$/.test(taken);
      const after = choice(isLook ? [] : before);
      at += 1;
      return isLook ? before : after;
    }
    const character = characterOf(taken);
    if (character === undefined) return end(before);
    const longer = before.map((opening) => opening + character);
    end(longer.filter((opening) => opening.length === length));
    return longer.filter((opening) => opening.length < length);
  }

  function end(openings: readonly string[]): readonly string[] {
    for (const opening of openings) ended.add(opening);
    return [];
  }

  /** The rest of a sequence in which every opening has ended. */
  function passOver(): void {
    let depth = 0;
    let isInClass = false;
    for (; at < source.length; at += 1) {
      const character = source[at];
      if (character === '\\') at += 1;
      else if (isInClass || character === '[') isInClass = character !== ']';
      else if (depth === 0 && (character === '|' || character === ')')) return;
      else if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
    }
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [taken = ''] = pattern.exec(source) ?? [];
    at += taken.length;
    return taken;
  }

  end(choice(['']));
  return [...ended];
}

function characterOf(term: string): string | undefined {
  if (/^\\[^\p{L}\d]$/u.test(term)) return term.charAt(1);
  return /^[^\\^$.[]$/.test(term) ? term : undefined;
}

const terms = /\((?:\?(?::|<?[=!]))?|\[(?:[^\]\\]|\\.)*\]|\\.|./sy;
const quantifiers = /(?:[?*+]|\{\d+(?:,\d*)?\})\??|/y;
