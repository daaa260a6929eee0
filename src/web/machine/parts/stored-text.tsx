/*
 * Text out of a session as it is stored. Characters that are not seen, or that turn the direction of what follows, are
 * written out, so that it reads as what it is.
 */

import { printable } from '../../../text/printable.js';
import './stored-text.css';

export function StoredCode({ text }: { readonly text: string }) {
  return (
    <code class="stored" dir="ltr">
      {printable(text)}
    </code>
  );
}

/** Several lines, as a person or an agent wrote them. */
export function StoredWords({ text }: { readonly text: string }) {
  return (
    <blockquote class="stored" dir="auto">
      {printable(text, { multiline: true })}
    </blockquote>
  );
}

/** What a program printed. */
export function StoredOutput({ text }: { readonly text: string }) {
  return (
    <pre class="stored" dir="ltr">
      {printable(text, { multiline: true })}
    </pre>
  );
}
