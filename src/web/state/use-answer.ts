/*
 * A response of the API as state of a page. While a new one is loading the old one stays, so that nothing jumps; a response
 * to an outdated request is dropped.
 */

import { useEffect, useRef, useState } from 'preact/hooks';

export interface AnswerState<T> {
  /** The newest response: that of the previous request while this one is loading. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  reload(): void;
  /** As reload, but quietly: nothing shows that it is loading, and where it fails the old response stays. */
  refresh(): Promise<void>;
}

interface State<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** `key` identifies the request: it is sent again when `key` changes, but not when `load` does. */
export function useAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<T>): AnswerState<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const stop = new AbortController();
    setState(({ value }) => ({ value, error: undefined, isLoading: true }));
    latest.current(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState(({ value }) => ({ value, error, isLoading: false }));
      },
    );
    return () => stop.abort();
  }, [key, attempt]);
  const refreshing = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => refreshing.current?.abort(), [key, attempt]);
  return {
    ...state,
    reload: () => setAttempt((before) => before + 1),
    refresh: async () => {
      refreshing.current?.abort();
      const stop = new AbortController();
      refreshing.current = stop;
      try {
        const value = await latest.current(stop.signal);
        if (!stop.signal.aborted) setState((before) => (before.isLoading ? before : { ...before, value }));
      } catch {
        // The next change, or the visitor, tries again.
      }
    },
  };
}
