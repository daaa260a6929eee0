/*
 * An answer of the API as a page's state. While a new one is on its way the old one stays, so that nothing jumps; an answer
 * that was overtaken by a later question is dropped.
 */

import { useEffect, useRef, useState } from 'preact/hooks';

export interface AnswerState<T> {
  /** The newest there is: of the question before, while this one is loading. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  again(): void;
}

interface State<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** `question` names what is asked: it is asked again when that changes, and not when `ask` does. */
export function useAnswer<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): AnswerState<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
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
  }, [question, attempt]);
  return { ...state, again: () => setAttempt((before) => before + 1) };
}
