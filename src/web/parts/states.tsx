/*
 * What is shown instead of a response: it is loading, empty, failed, or needs a sign-in.
 */

import type { ComponentChildren } from 'preact';
import { ApiError, errorText, isSignedOut } from '../api/api.js';
import { withQuery } from '../rules/address.js';
import { Link } from '../state/navigation.js';
import type { AnswerState } from '../state/use-answer.js';

/** As many grey lines as the response usually has, so that the page does not grow when it arrives. */
export function Loading({ label, lines = 6 }: { readonly label: string; readonly lines?: number }) {
  const rows = Array.from({ length: lines }, (_, index) => index);
  return (
    <div class="loading" role="status" aria-label={`Loading ${label}`}>
      {rows.map((row) => (
        <span key={row} class="grey-line" />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  if (isSignedOut(error)) return <SignInFirst />;
  if (error instanceof ApiError && error.status === 403) return <NotAllowed error={error} />;
  const isOffline = error instanceof ApiError && error.code === 'offline';
  return (
    <div class="empty" role="alert">
      <p class="empty-title">{isOffline ? 'Offline' : 'Something went wrong'}</p>
      <p>{errorText(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

function SignInFirst() {
  const back = location.pathname + location.search;
  return (
    <Empty title="Sign in to see this">
      <p>
        <Link class="button main" href={withQuery('/sign-in', { back })}>
          Sign in
        </Link>
      </p>
    </Empty>
  );
}

/** In the words of people, by the scope that is missing. */
const whoMay: Readonly<Record<string, string>> = {
  'tenant:admin': 'It is for the admins of the team. Ask one of them if you need it.',
  'skills:curate': 'It is for the curators and admins of the team. Ask one of them if you need it.',
  'skills:publish': 'It is for people who may publish. Ask an admin of the team if you need it.',
  'skills:propose': 'It is for people who may propose. Ask an admin of the team if you need it.',
  'usage:read': 'It is for the curators and admins of the team. Ask one of them if you need it.',
};

/** Without a button to try again, since the response would be the same. */
function NotAllowed({ error }: { readonly error: ApiError }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">You do not have access to this page</p>
      <p>{whoMay[String(error.details['scope'])] ?? errorText(error)}</p>
      <p>
        <Link class="button" href="/">
          Go to the catalog
        </Link>
      </p>
    </div>
  );
}

interface AnswerViewProps<T> {
  readonly answer: AnswerState<T>;
  readonly label: string;
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows the response or its substitute; an old response stays, dimmed, while a new one is loading. */
export function AnswerView<T>({ answer, label, lines, children }: AnswerViewProps<T>) {
  const { value, error, isLoading, reload } = answer;
  if (error !== undefined) return <Failed error={error} retry={reload} />;
  if (value === undefined) return <Loading label={label} {...(lines !== undefined && { lines })} />;
  return (
    <div class="answer" aria-busy={isLoading}>
      {children(value)}
    </div>
  );
}

/** Why a request was refused, shown in its form or dialog, which keeps its input. */
export function Problem({ error }: { readonly error: unknown }) {
  return (
    <p class="problem" role="alert">
      {errorText(error)}
      {isSignedOut(error) && (
        <>
          {' '}
          <a href="/sign-in" target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      )}
    </p>
  );
}
