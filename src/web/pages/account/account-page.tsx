/*
 * My account: who is signed in, what they may do, and where else they are signed in.
 */

import { useState } from 'preact/hooks';
import { rightText } from '../../../registry/api/rights-text.js';
import type { SessionAnswer, WhoAnswer } from '../../../registry/api/routes/account.js';
import { Dialog } from '../../parts/dialog.js';
import { Fact } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView } from '../../parts/states.js';
import { accountName } from '../../rules/account.js';
import { mayWords } from '../../rules/scope-words.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { MailSection } from './mail-section.js';
import { SessionTable } from './session-table.js';

type Ending = SessionAnswer | 'others';

export function AccountPage() {
  const { api, who } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`sessions of ${who?.principal}`, (signal) =>
    api.get('/v1/profile/sessions', { signal }),
  );
  const [ending, setEnding] = useState<Ending>();
  const end = async (chosen: Ending) => {
    if (chosen === 'others') await api.send('DELETE', '/v1/profile/sessions', {});
    else await api.send('DELETE', '/v1/profile/sessions/{id}', { params: { id: chosen.id } });
    notify(chosen === 'others' ? 'Signed out everywhere else.' : 'Ended the session.');
    answer.reload();
  };
  return (
    <>
      <PageHead
        title="My account"
        says={who ? accountName(who) : 'Who you are, and where you are signed in.'}
      />
      {who && <AboutMe who={who} />}
      <Section
        title="Sessions"
        actions={
          answer.value !== undefined &&
          answer.value.length > 1 && (
            <button type="button" onClick={() => setEnding('others')}>
              Sign out everywhere else
            </button>
          )
        }
      >
        <p class="muted small">
          A session ends after two weeks without use, and at its maximum age in any case: 90 days, or what
          your team has set for its provider. End those that you do not recognise, and revoke tokens that you
          no longer need.
        </p>
        <AnswerView answer={answer} label="your sessions" lines={2}>
          {(sessions) => <SessionTable sessions={sessions} end={setEnding} />}
        </AnswerView>
      </Section>
      {who?.principal.startsWith('user:') && <MailSection />}
      {ending !== undefined && (
        <Dialog
          title={ending === 'others' ? 'Sign out everywhere else?' : 'End this session?'}
          verb={ending === 'others' ? 'Sign out' : 'End session'}
          isDangerous
          act={() => end(ending)}
          close={() => setEnding(undefined)}
        >
          <p>
            {ending === 'others'
              ? 'All other browsers that are signed in as you have to sign in again. Tokens stay valid.'
              : `${ending.browser || 'The browser'} has to sign in again. Tokens stay valid.`}
          </p>
        </Dialog>
      )}
    </>
  );
}

function AboutMe({ who }: { readonly who: WhoAnswer }) {
  return (
    <Section title="You">
      <dl class="facts">
        <Fact name="Team">{who.tenant}</Fact>
        {who.role !== null && <Fact name="Role">{who.role}</Fact>}
        <Fact name="You may">{mayWords(who.scopes)}</Fact>
        {who.rights !== undefined && who.rights.length > 1 && (
          <Fact name="You are">
            <ul>
              {who.rights.map((right) => (
                <li key={right.namespace}>{rightText(right)}</li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name="Tokens">
          <Link href="/tokens">The programs that act for you</Link>
        </Fact>
      </dl>
    </Section>
  );
}
