/*
 * The session of this browser with the server of its machine. Its key is in the storage of this origin, which includes the
 * port; a cookie would be sent to every other port of the machine. A link brings a one-time code after its `#`, which is
 * removed from the address at once.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MachineReads } from '../../../machine/api/routes.js';
import { readFromDevice, saveOnDevice } from '../../state/device-storage.js';
import { type AnswerState, useAnswer } from '../../state/use-answer.js';
import { type Live, startLive } from './live.js';
import { createMachineClient, type MachineClient } from './machine-api.js';

const MachineContext = createContext<MachineClient | undefined>(undefined);
const LiveContext = createContext<Live | undefined>(undefined);

export function useMachine(): MachineClient {
  const client = useContext(MachineContext);
  if (!client) throw new Error('MachineProvider is missing');
  return client;
}

/** Undefined until the first page is there. */
export function useLive(): Live | undefined {
  return useContext(LiveContext);
}

/** An answer of the server as state of a page, which follows what changes on the machine. */
export function useRead<Name extends keyof MachineReads>(
  name: Name,
  query: Readonly<Record<string, string>> = {},
): AnswerState<MachineReads[Name]> {
  const machine = useMachine();
  const answer = useAnswer(`${name} ${JSON.stringify(query)}`, (signal) => machine.read(name, query, signal));
  const latest = useRef(answer.refresh);
  latest.current = answer.refresh;
  const live = useLive();
  useEffect(() => live?.add(() => latest.current()), [live]);
  return answer;
}

interface Props {
  readonly children: ComponentChildren;
  readonly waiting: ComponentChildren;
  /** Shown to whoever has no session; with the reason where a link did not work. */
  readonly signedOut: (problem: unknown) => ComponentChildren;
}

type State = { readonly kind: 'in' | 'waiting' } | { readonly kind: 'out'; readonly problem: unknown };

const storageKey = 'coppice-machine';

export function MachineProvider({ children, waiting, signedOut }: Props) {
  // Also where the browser stores nothing.
  const key = useRef(readFromDevice(storageKey));
  const [state, setState] = useState<State>(() =>
    hasCode()
      ? { kind: 'waiting' }
      : key.current === null
        ? { kind: 'out', problem: undefined }
        : { kind: 'in' },
  );
  const setKey = (value: string | null) => {
    key.current = value;
    saveOnDevice(storageKey, value);
  };
  const client = useMemo(
    () =>
      createMachineClient(
        () => key.current,
        () => {
          const stored = readFromDevice(storageKey);
          // Another page of this browser has signed in since.
          if (stored !== null && key.current !== null && stored !== key.current) {
            key.current = stored;
            return true;
          }
          setKey(null);
          setState((before) => (before.kind === 'in' ? { kind: 'out', problem: undefined } : before));
          return false;
        },
      ),
    [],
  );
  useEffect(() => {
    const enter = async () => {
      const code = takeCode();
      if (code === undefined) return;
      setState({ kind: 'waiting' });
      const before = key.current;
      try {
        key.current = null;
        setKey(await client.signIn(code));
        setState({ kind: 'in' });
      } catch (problem) {
        // An old link is no reason to end the session that there is.
        if (before !== null) setKey(before);
        setState(before === null ? { kind: 'out', problem } : { kind: 'in' });
      }
    };
    void enter();
    // A link that is opened on one of these pages does not reload it.
    addEventListener('hashchange', enter);
    const enterToo = ({ key: name, newValue }: StorageEvent) => {
      if (name !== storageKey || newValue === null) return;
      key.current = newValue;
      setState({ kind: 'in' });
    };
    // Another page of this browser has signed in.
    addEventListener('storage', enterToo);
    return () => {
      removeEventListener('hashchange', enter);
      removeEventListener('storage', enterToo);
    };
  }, []);
  if (state.kind === 'waiting') return <>{waiting}</>;
  if (state.kind === 'out') return <>{signedOut(state.problem)}</>;
  return (
    <MachineContext.Provider value={client}>
      <LiveProvider client={client}>{children}</LiveProvider>
    </MachineContext.Provider>
  );
}

interface LiveProps {
  readonly client: MachineClient;
  readonly children: ComponentChildren;
}

function LiveProvider({ client, children }: LiveProps) {
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    const started = startLive(client);
    setLive(started);
    return () => started.close();
  }, [client]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

const codeExpression = /^#([\w-]{43})$/;

function hasCode(): boolean {
  return codeExpression.test(location.hash);
}

function takeCode(): string | undefined {
  const [, code] = codeExpression.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
