/*
 * How far down a page was read, kept with its entry in the browser's history: Back leads to the same place, although what
 * was there is asked for again. The browser's own way gives up before the answer comes.
 */

/** Keeps the place of every entry from now on, and leads back to it. Gives what ends that. */
export function keepScrollPlaces(): () => void {
  history.scrollRestoration = 'manual';
  let returning = returnTo(history.state);
  const follow = ({ state }: PopStateEvent) => {
    returning.abort();
    returning = returnTo(state);
  };
  // On the way back, where the page stands is not where it was read.
  const note = () => returning.signal.aborted && noteScrollPlace();
  addEventListener('popstate', follow);
  addEventListener('scrollend', note);
  return () => {
    returning.abort();
    removeEventListener('popstate', follow);
    removeEventListener('scrollend', note);
  };
}

/** Before the entry is left, which may be sooner than the scrolling has ended. */
export function noteScrollPlace(): void {
  history.replaceState({ top: scrollY }, '');
}

const readersActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The page grows while its answers come: it is put there again each time, until the reader does something. */
function returnTo(state: unknown): AbortController {
  const end = new AbortController();
  const top = topIn(state);
  if (top === undefined) {
    end.abort();
    return end;
  }
  const growing = new ResizeObserver(() => scrollTo(0, top));
  growing.observe(document.body);
  end.signal.addEventListener('abort', () => growing.disconnect());
  for (const act of readersActs)
    addEventListener(act, () => end.abort(), { signal: end.signal, passive: true });
  return end;
}

/** None of an entry that was made by another way, such as a link within the page. */
function topIn(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'top' in state && typeof state.top === 'number'
    ? state.top
    : undefined;
}
