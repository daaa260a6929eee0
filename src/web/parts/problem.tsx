/*
 * Why something was refused, told where it was asked for: in a form or a dialog, which keeps what was filled in.
 */

import { errorText, isSignedOut } from '../api/api-error.js';

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
