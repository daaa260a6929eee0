/*
 * The browsers in which a person is signed in, the one of this page first marked.
 */

import type { SessionAnswer } from '../../../registry/api/routes/account.js';
import { Moment, Pill } from '../../parts/facts.js';
import '../../parts/narrow-cards.css';

interface Props {
  readonly sessions: readonly SessionAnswer[];
  readonly end: (session: SessionAnswer) => void;
}

export function SessionTable({ sessions, end }: Props) {
  return (
    <table class="narrow-cards">
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col">Address</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {currentFirst(sessions).map((session) => (
          <tr key={session.id}>
            <th scope="row">
              {session.browser || 'Unknown browser'} {session.current && <Pill word="this one" tone="good" />}
            </th>
            <td data-label="Address">{session.ip ?? 'unknown'}</td>
            <td data-label="Signed in">
              <Moment at={session.created_at} />
            </td>
            <td data-label="Last used">
              <Moment at={session.last_used_at} />
            </td>
            <td data-label="Ends">
              <Moment at={session.ends_at} />
            </td>
            <td class="row-action">
              {!session.current && (
                <button
                  type="button"
                  class="danger"
                  aria-label={`End the session of ${session.browser || 'an unknown browser'}`}
                  onClick={() => end(session)}
                >
                  End
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function currentFirst(sessions: readonly SessionAnswer[]): readonly SessionAnswer[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}
