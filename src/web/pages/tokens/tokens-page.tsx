/*
 * The tokens for programs: create one, see its text once, revoke it.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TokenAnswer, WhoAnswer } from '../../../registry/api/routes/account.js';
import { Dialog } from '../../parts/dialog.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { isPersonal } from '../../rules/scope-words.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { MadeToken, type MadeTokenAnswer, NewTokenForm } from './new-token-form.js';
import { TokenTable } from './token-table.js';
import './tokens.css';

type Making =
  | { readonly kind: 'no' }
  | { readonly kind: 'filling-in' }
  | { readonly kind: 'made'; readonly token: MadeTokenAnswer };

export function TokensPage() {
  const { api, who } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`tokens of ${who?.principal}`, (signal) =>
    api.get('/v1/profile/tokens', { signal }),
  );
  const [making, setMaking] = useState<Making>({ kind: 'no' });
  const [revoking, setRevoking] = useState<TokenAnswer>();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = making.kind !== 'no';
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const stop = () => setMaking({ kind: 'no' });
  const showMade = (token: MadeTokenAnswer) => {
    setMaking({ kind: 'made', token });
    answer.reload();
  };
  const revoke = async (token: TokenAnswer) => {
    await api.send('DELETE', '/v1/profile/tokens/{id}', { params: { id: token.id } });
    notify(`Revoked the token ${token.name}.`);
    answer.reload();
  };
  return (
    <>
      <PageHead title="Tokens" says="A token lets a program on your machine or a CI job act on your behalf.">
        {who && mayMake(who) && (
          <button
            ref={opener}
            type="button"
            class="main"
            disabled={isOpen}
            onClick={() => setMaking({ kind: 'filling-in' })}
          >
            New token
          </button>
        )}
      </PageHead>
      {who && !mayMake(who) && <SignedInByToken />}
      {who && making.kind === 'filling-in' && (
        <NewTokenForm scopes={who.scopes.filter(isPersonal)} made={showMade} cancel={stop} />
      )}
      {who && making.kind === 'made' && <MadeToken token={making.token} tenant={who.tenant} close={stop} />}
      <AnswerView answer={answer} label="tokens">
        {(tokens) =>
          tokens.length === 0 ? <NoTokens /> : <TokenTable tokens={tokens} revoke={setRevoking} />
        }
      </AnswerView>
      {revoking && (
        <Dialog
          title={`Revoke ${revoking.name}?`}
          verb="Revoke"
          isDangerous
          act={() => revoke(revoking)}
          close={() => setRevoking(undefined)}
        >
          <p>
            Programs that use <code>{revoking.prefix}…</code> lose access at once. This cannot be undone.
          </p>
        </Dialog>
      )}
    </>
  );
}

/** A token cannot create others, because they would outlive it. */
function mayMake({ opened_with: openedWith }: WhoAnswer): boolean {
  return openedWith === 'link';
}

function SignedInByToken() {
  return (
    <p class="token-note card">
      You signed in with a token, and a token cannot create other tokens. Sign in with your provider, or with
      a one-time link from an admin.
    </p>
  );
}

function NoTokens() {
  return (
    <Empty title="No tokens yet">
      <p>
        Create one for each machine or job that installs or publishes, so that each can be revoked separately.
      </p>
    </Empty>
  );
}
