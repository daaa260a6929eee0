/*
 * How the people of a team sign in: the providers, what each is to know about the registry, and adding, changing, checking
 * and removing them; below, the roles that groups give, and members whom a provider manages.
 */

import { useState } from 'preact/hooks';
import type { ProviderAnswer } from '../../../registry/api/sign-in.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Dialog } from '../../parts/dialog.js';
import { Fact, Pill } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { providerName } from '../../rules/provider-form.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { GroupRoles } from './group-roles.js';
import { ProviderForm } from './provider-form.js';
import { Provisioning } from './provisioning.js';
import './sign-in-settings.css';

/** What is open: nothing, the form of a new provider, or that of one that exists. */
type Editing = 'nothing' | 'new' | ProviderAnswer;

export function SignInSettingsPage() {
  const { api, who, can } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`how ${who?.tenant} signs in`, async (signal) => {
    const [providers, groupRoles, tokens, members] = await Promise.all([
      api.get('/v1/tenant/providers', { signal }),
      api.get('/v1/tenant/group-roles', { signal }),
      api.get('/v1/profile/tokens', { signal }),
      api.get('/v1/tenant/members', { signal }),
    ]);
    return { providers, groupRoles, tokens, members };
  });
  const [editing, setEditing] = useState<Editing>('nothing');
  const [removing, setRemoving] = useState<ProviderAnswer>();
  const close = () => setEditing('nothing');
  const saved = (provider: ProviderAnswer) => {
    notify(`Saved ${providerName(provider)}.`);
    close();
    answer.reload();
  };
  const remove = async (provider: ProviderAnswer) => {
    await api.send('DELETE', '/v1/tenant/providers/{slug}', { params: { slug: provider.slug } });
    notify(`Removed ${providerName(provider)}.`);
    answer.reload();
  };
  return (
    <>
      <PageHead
        title="Sign-in"
        says="The identity providers of your team, the roles of their groups, and the members whom they manage."
      >
        {can('tenant:admin') && (
          <button
            type="button"
            class="main"
            disabled={editing !== 'nothing' || answer.value === undefined}
            onClick={() => setEditing('new')}
          >
            Add a provider
          </button>
        )}
      </PageHead>
      {editing === 'new' && <ProviderForm saved={saved} close={close} />}
      <AnswerView answer={answer} label="the providers" lines={4}>
        {({ providers, groupRoles, tokens, members }) => (
          <>
            {providers.length === 0 && editing === 'nothing' && (
              <Empty title="Nobody signs in with a provider yet">
                <p>
                  Add the provider of your organisation, such as Okta, Entra ID, Google or Keycloak. Until
                  then people sign in with a link from an admin.
                </p>
              </Empty>
            )}
            {providers.map((provider) =>
              typeof editing === 'object' && editing.slug === provider.slug ? (
                <ProviderForm key={provider.slug} provider={provider} saved={saved} close={close} />
              ) : (
                <ProviderCard
                  key={provider.slug}
                  provider={provider}
                  edit={() => setEditing(provider)}
                  remove={() => setRemoving(provider)}
                />
              ),
            )}
            <GroupRoles saved={groupRoles} reload={answer.reload} />
            <Provisioning
              tokens={tokens}
              members={members}
              providers={providers.map(({ slug }) => slug)}
              reload={answer.reload}
            />
          </>
        )}
      </AnswerView>
      {removing !== undefined && (
        <Dialog
          title={`Remove ${providerName(removing)}?`}
          verb="Remove"
          isDangerous
          act={() => remove(removing)}
          close={() => setRemoving(undefined)}
        >
          <p>
            Everybody who signed in with it is signed out. They stay members, and their tokens stay valid. To
            stop it for a while, switch it off instead.
          </p>
        </Dialog>
      )}
    </>
  );
}

interface CardProps {
  readonly provider: ProviderAnswer;
  readonly edit: () => void;
  readonly remove: () => void;
}

function ProviderCard({ provider, edit, remove }: CardProps) {
  const { api } = useSession();
  const { notify, notifyError } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const { settings, source } = provider;
  const name = providerName(provider);
  const check = async () => {
    setBusy(true);
    try {
      const params = { slug: provider.slug };
      const { keys, reports_logout } = await api.send('POST', '/v1/tenant/providers/{slug}/check', {
        params,
      });
      notify(
        `${name} answers, and publishes ${keys === 1 ? 'one key' : `${keys} keys`}.${reports_logout ? '' : ' It does not report when people sign out.'}`,
      );
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  return (
    <Section
      title={name}
      actions={
        <>
          <button type="button" disabled={isBusy} onClick={check} aria-label={`Check ${name}`}>
            Check
          </button>
          {source === 'settings' && (
            <>
              <button type="button" onClick={edit} aria-label={`Edit ${name}`}>
                Edit
              </button>
              <button type="button" class="danger" onClick={remove} aria-label={`Remove ${name}`}>
                Remove
              </button>
            </>
          )}
        </>
      }
    >
      <dl class="facts">
        <Fact name="State">
          {settings.enabled ? <Pill word="on" tone="good" /> : <Pill word="off" tone="warn" />}{' '}
          {source === 'environment' && 'configured in the environment of the server'}
        </Fact>
        <Fact name="Issuer">{provider.issuer}</Fact>
        <Fact name="Client">
          {provider.client_id}, {provider.has_secret ? 'with a secret' : 'without a secret'}
        </Fact>
        <Fact name="Members">
          {settings.link
            ? 'are recognised by a verified address at their first sign-in'
            : 'are not recognised by their address'}
        </Fact>
        <Fact name="Others">{joinText(settings)}</Fact>
        {settings.groups_claim !== null && <Fact name="Groups">from the claim {settings.groups_claim}</Fact>}
        <Fact name="Sign in again">
          after {settings.max_hours} {settings.max_hours === 1 ? 'hour' : 'hours'} in any case
        </Fact>
      </dl>
      <p class="muted small">
        Register these addresses at the provider: where people come back to, and where it reports that they
        signed out.
      </p>
      <div class="provider-addresses">
        <CopyLine text={provider.redirect_uri} label="the redirect address" />
        <CopyLine text={provider.logout_uri} label="the logout address" />
      </div>
    </Section>
  );
}

function joinText({ join, join_role, join_domains }: ProviderAnswer['settings']): string {
  if (!join) return 'need an invitation first';
  const where = join_domains.length > 0 ? ` with addresses of ${join_domains.join(', ')}` : '';
  return `become a ${join_role} when they sign in${where}`;
}
