/*
 * The members of the team: invite, change roles, suspend, hand over what somebody owns, remove.
 */

import { useState } from 'preact/hooks';
import type { InviteAnswer, MemberAnswer } from '../../../registry/api/routes/members.js';
import { Dialog } from '../../parts/dialog.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead } from '../../parts/page.js';
import { AnswerView } from '../../parts/states.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { InviteDialog, InviteList, MadeLink, type MadeLinkAnswer } from './invites.js';
import { MemberDialog } from './member-dialogs.js';
import { type MemberAct, MemberTable } from './member-table.js';
import './members.css';

interface Choice {
  readonly member: MemberAnswer;
  readonly act: MemberAct;
}

export function MembersPage() {
  const { api, who, can } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`members of ${who?.tenant} for ${who?.principal}`, async (signal) => {
    const [members, invites] = await Promise.all([
      api.get('/v1/tenant/members', { signal }),
      api.get('/v1/tenant/invites', { signal }),
    ]);
    return { members, invites };
  });
  const [choice, setChoice] = useState<Choice>();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<MadeLinkAnswer>();
  const [withdrawing, setWithdrawing] = useState<InviteAnswer>();
  const done = (message: string) => {
    notify(message);
    answer.reload();
  };
  const withdraw = async ({ id, email }: InviteAnswer) => {
    await api.send('DELETE', '/v1/tenant/invites/{id}', { params: { id } });
    setMade(undefined);
    done(`Withdrew the invitation of ${email}.`);
  };
  return (
    <>
      <PageHead title="Members" says="Who belongs to the team, and what they may do.">
        {can('tenant:admin') && (
          <button type="button" class="main" onClick={() => setInviting(true)}>
            Invite somebody
          </button>
        )}
      </PageHead>
      {made && <MadeLink link={made} close={() => setMade(undefined)} />}
      <AnswerView answer={answer} label="the members" lines={4}>
        {({ members, invites }) => (
          <>
            <MemberTable members={members} choose={(member, act) => setChoice({ member, act })} />
            <InviteList invites={invites} withdraw={setWithdrawing} />
            {choice && (
              <MemberDialog
                api={api}
                {...choice}
                members={members}
                done={done}
                linked={setMade}
                close={() => setChoice(undefined)}
              />
            )}
          </>
        )}
      </AnswerView>
      {isInviting && (
        <InviteDialog
          api={api}
          made={(invite) => {
            setMade({ kind: 'invitation', ...invite });
            answer.reload();
          }}
          close={() => setInviting(false)}
        />
      )}
      {withdrawing && (
        <Dialog
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          verb="Withdraw"
          isDangerous
          act={() => withdraw(withdrawing)}
          close={() => setWithdrawing(undefined)}
        >
          <p>The link no longer works. You can invite them again.</p>
        </Dialog>
      )}
    </>
  );
}
