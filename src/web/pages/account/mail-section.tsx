/*
 * What a member gets mail about. A choice is stored at once.
 */

import type { NotificationEvent } from '../../../registry/api/notifications.js';
import { EventChoice } from '../../parts/event-choice.js';
import { useNotices } from '../../parts/notices.js';
import { Section } from '../../parts/page.js';
import { AnswerView } from '../../parts/states.js';
import { events } from '../../rules/event-words.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

export function MailSection() {
  const { api, who } = useSession();
  const { notify, notifyError } = useNotices();
  const answer = useAnswer(`mail of ${who?.principal}`, (signal) => api.get('/v1/profile/mail', { signal }));
  const choose = async (wanted: readonly NotificationEvent[]) => {
    try {
      const muted = events.filter((event) => !wanted.includes(event));
      await api.send('PUT', '/v1/profile/mail', { body: { muted } });
      notify('Saved what you get mail about.');
      answer.reload();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Section title="Mail">
      <AnswerView answer={answer} label="what you get mail about" lines={5}>
        {({ mail, address, muted }) =>
          mail ? (
            <EventChoice
              legend={`Sent to ${address}, where it concerns you`}
              chosen={events.filter((event) => !muted.includes(event))}
              change={choose}
            />
          ) : (
            <p class="muted small">This registry sends no mail: its operator has not named a mail server.</p>
          )
        }
      </AnswerView>
    </Section>
  );
}
