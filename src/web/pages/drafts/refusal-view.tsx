/*
 * Why something was refused, with every finding, where it can be mended.
 */

import type { ComponentChildren } from 'preact';
import { ApiError, errorText } from '../../api/api-error.js';
import { refusalPoints } from './refusal-points.js';

interface Props {
  readonly error: unknown;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

export function RefusalView({ error, children }: Props) {
  const points = error instanceof ApiError ? refusalPoints(error.details) : [];
  return (
    <div class="problem refusal" role="alert">
      <p>{errorText(error)}</p>
      {points.length > 0 && (
        <ul>
          {points.map(({ place, why, excerpt }, index) => (
            <li key={index}>
              <b>{place}</b>: {why}
              {excerpt !== '' && <code>{excerpt}</code>}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
