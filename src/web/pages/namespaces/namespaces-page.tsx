/*
 * The namespaces of the team: what everybody and who in particular may do there, and whether a publish needs approval.
 */

import { useState } from 'preact/hooks';
import { approvalText, rightText } from '../../../registry/api/rights-text.js';
import type { NamespaceAnswer } from '../../../registry/api/routes/namespaces.js';
import { counted } from '../../../text/plural.js';
import { Fact } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { NewNamespaceDialog, RemoveDialog, RoleDialog, RulesDialog } from './namespace-dialogs.js';
import { RoleTable } from './role-table.js';

type Act = 'rules' | 'role' | 'remove';

interface Choice {
  readonly namespace: NamespaceAnswer;
  readonly act: Act;
}

export function NamespacesPage() {
  const { api, can, who } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`namespaces of ${who?.tenant} for ${who?.principal}`, (signal) =>
    api.get('/v1/namespaces', { signal }),
  );
  const [isCreating, setCreating] = useState(false);
  const [choice, setChoice] = useState<Choice>();
  const done = (message: string) => {
    notify(message);
    answer.reload();
  };
  const close = () => setChoice(undefined);
  return (
    <>
      <PageHead title="Namespaces" says="Names such as @team/skill, and who may do what with them.">
        {can('tenant:admin') && (
          <button type="button" class="main" onClick={() => setCreating(true)}>
            New namespace
          </button>
        )}
      </PageHead>
      <AnswerView answer={answer} label="the namespaces" lines={4}>
        {(namespaces) =>
          namespaces.length === 0 ? (
            <Empty title="There are no namespaces yet">
              <p>All names are without one, and the role in the team says who may do what.</p>
            </Empty>
          ) : (
            namespaces.map((namespace) => (
              <OneNamespace
                key={namespace.name}
                namespace={namespace}
                choose={(act) => setChoice({ namespace, act })}
                done={done}
              />
            ))
          )
        }
      </AnswerView>
      {isCreating && <NewNamespaceDialog done={done} close={() => setCreating(false)} />}
      {choice?.act === 'rules' && <RulesDialog namespace={choice.namespace} done={done} close={close} />}
      {choice?.act === 'role' && <RoleDialog namespace={choice.namespace} done={done} close={close} />}
      {choice?.act === 'remove' && <RemoveDialog namespace={choice.namespace} done={done} close={close} />}
    </>
  );
}

interface Props {
  readonly namespace: NamespaceAnswer;
  readonly choose: (act: Act) => void;
  readonly done: (message: string) => void;
}

function OneNamespace({ namespace, choose, done }: Props) {
  const { can } = useSession();
  const { name, description, default_role: general, require_approval: rule, items, yours, roles } = namespace;
  // Of the answer: the session may be older than the namespace.
  const mayChange = yours?.role === 'admin' && can('namespaces:admin');
  return (
    <Section
      title={`@${name}`}
      actions={
        mayChange && (
          <>
            <button type="button" aria-label={`Give a role in @${name}`} onClick={() => choose('role')}>
              Give a role
            </button>
            <button type="button" aria-label={`Change rules of @${name}`} onClick={() => choose('rules')}>
              Change rules
            </button>
            {can('tenant:admin') && items === 0 && (
              <button
                type="button"
                class="danger"
                aria-label={`Remove @${name}`}
                onClick={() => choose('remove')}
              >
                Remove
              </button>
            )}
          </>
        )
      }
    >
      {description !== '' && <p dir="auto">{description}</p>}
      <dl class="facts">
        <Fact name="Items">{counted(items, 'item')}</Fact>
        <Fact name="You are">{yours ? rightText(yours) : 'nothing here'}</Fact>
        <Fact name="Everybody is">{general ?? 'what they are in the whole team'}</Fact>
        <Fact name="A publish needs">{rule ? approvalText(rule) : 'no approval'}</Fact>
      </dl>
      {roles !== null && <RoleTable namespace={name} roles={roles} mayChange={mayChange} done={done} />}
    </Section>
  );
}
