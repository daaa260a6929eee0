/*
 * The offers of a registry for tests, in short notation.
 */

import semver from 'semver';
import { keyOf } from './item-key.js';
import type { LockedVersion, Offer, OfferedVersion } from './offer.js';
import type { Requirement } from './requirement.js';
import { type Resolution, resolve } from './resolve.js';

/** `lib@^1`, or `lib` for any version. */
export function requirement(text: string): Requirement {
  const [slug = '', range = '*'] = text.split(/@(.*)/s);
  return { kind: 'skill', slug, range };
}

/** Versions with their requirements: `{ '1.0.0': ['lib@^1'] }`. A `!` after a version marks it as yanked. */
export function offer(
  slug: string,
  versions: Readonly<Record<string, readonly string[]>>,
  more: Partial<Pick<Offer, 'state' | 'deprecated' | 'kind'>> = {},
): Offer {
  const offered = Object.entries(versions).map(
    ([text, requires], index): OfferedVersion => ({
      id: index,
      version: text.replace('!', ''),
      digest: `sha256:${text}`,
      contentDigest: `sha256:${text}`,
      sizeBytes: 1,
      isYanked: text.endsWith('!'),
      requires: requires.map(requirement),
    }),
  );
  return {
    kind: 'skill',
    slug,
    state: 'published',
    deprecated: null,
    ...more,
    versions: offered.sort((a, b) => semver.rcompare(a.version, b.version)),
  };
}

export function offersOf(offers: readonly Offer[]): ReadonlyMap<string, Offer> {
  return new Map(offers.map((one) => [keyOf(one), one]));
}

/** Every step of the resolution, at once. */
export function resolved(
  wanted: readonly Requirement[],
  locked: readonly LockedVersion[],
  offers: ReadonlyMap<string, Offer>,
): Resolution {
  const steps = resolve(wanted, locked, offers);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
