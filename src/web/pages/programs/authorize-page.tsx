/*
 * Signing in a program on the same machine, which opened this page and waits for the browser to come back.
 */

import { useState } from 'preact/hooks';
import { PageHead } from '../../parts/page.js';
import { Empty } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { programRequestIn } from '../../rules/program-request.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { Approval, Decided, NotAPerson } from './approval.js';

export function AuthorizePage() {
  const { query } = useNavigation();
  const { api, who } = useSession();
  const [decided, setDecided] = useState<boolean>();
  const request = programRequestIn(query);
  if (request === undefined)
    return (
      <>
        <PageHead title="Sign a program in" />
        <Empty title="This address is not complete">
          <p>Run the command in the terminal again, and open the whole address that it prints.</p>
        </Empty>
      </>
    );
  if (who?.via !== 'session' || who.opened_with === 'token')
    return <NotAPerson back={withQuery('/authorize', Object.fromEntries(query))} />;
  if (decided !== undefined) return <Decided approved={decided} />;
  const { body, scopes } = request;
  return (
    <Approval
      program={body.program}
      scopes={scopes.filter((scope) => who.scopes.includes(scope))}
      check="It runs on this machine. If a link or a page brought you here, refuse."
      decide={async (approve) => {
        if (!approve) return setDecided(false);
        const { location: address } = await api.send('POST', '/v1/auth/authorize', { body });
        setDecided(true);
        location.assign(address);
      }}
    />
  );
}
