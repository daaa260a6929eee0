/*
 * What stands where an answer is not there: it is loading, there is none, it failed, or one has to sign in first.
 */

import type { ComponentChildren } from 'preact';
import { ApiError, errorText, isSignedOut } from '../api/api.js';
import { withQuery } from '../rules/address.js';
import { Link } from '../state/navigation.js';
import type { AnswerState } from '../state/use-answer.js';

/** As many grey lines as the answer usually has, so that the page does not grow when it comes. */
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

export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  if (isSignedOut(error)) return <SignInFirst />;
  if (error instanceof ApiError && error.status === 403) return <NotAllowed error={error} />;
  const isOffline = error instanceof ApiError && error.code === 'offline';
  return (
    <div class="empty" role="alert">
      <p class="empty-title">{isOffline ? 'Offline' : 'That did not work'}</p>
      <p>{errorText(error)}</p>
      {again && (
        <button type="button" onClick={again}>
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

/** Asked again, the answer would be the same. */
function NotAllowed({ error }: { readonly error: ApiError }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">You may not see this</p>
      <p>{errorText(error)}</p>
      <p>
        <Link class="button" href="/">
          Go to the catalog
        </Link>
      </p>
    </div>
  );
}

interface AnswerViewProps<T> {
  readonly asked: AnswerState<T>;
  readonly label: string;
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows the answer, or what stands in its place; an old answer stays, dimmed, while a new one is on its way. */
export function AnswerView<T>({ asked, label, lines, children }: AnswerViewProps<T>) {
  const { value, error, isLoading, again } = asked;
  if (error !== undefined) return <Failed error={error} again={again} />;
  if (value === undefined) return <Loading label={label} {...(lines !== undefined && { lines })} />;
  return (
    <div class="answer" aria-busy={isLoading}>
      {children(value)}
    </div>
  );
}

/*
 * Why something was refused, told where it was asked for: in a form or a dialog, which keeps what was filled in.
 */

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
