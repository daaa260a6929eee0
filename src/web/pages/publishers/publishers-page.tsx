/*
 * Publishing from CI: which runs may publish which items without a stored secret, and adding and removing them.
 */

import { useState } from 'preact/hooks';
import type { PublisherAnswer } from '../../../registry/api/trusted-publishing.js';
import { Dialog } from '../../parts/dialog.js';
import { Fact } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { NewPublisherForm } from './new-publisher-form.js';

export function PublishersPage() {
  const { api, who, can } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`publishers of ${who?.tenant}`, (signal) =>
    api.get('/v1/tenant/trusted-publishers', { signal }),
  );
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PublisherAnswer>();
  const remove = async ({ id, name }: PublisherAnswer) => {
    await api.send('DELETE', '/v1/tenant/trusted-publishers/{id}', { params: { id } });
    notify(`${name} is no longer trusted.`);
    answer.reload();
  };
  return (
    <>
      <PageHead
        title="Publishing from CI"
        says="Runs of a workflow that publish new versions without a stored secret."
      >
        {can('tenant:admin') && (
          <button type="button" class="main" disabled={isAdding} onClick={() => setAdding(true)}>
            Trust a workflow
          </button>
        )}
      </PageHead>
      {isAdding && (
        <NewPublisherForm
          made={({ name }) => {
            notify(`${name} is trusted.`);
            setAdding(false);
            answer.reload();
          }}
          cancel={() => setAdding(false)}
        />
      )}
      <AnswerView answer={answer} label="the trusted publishers" lines={4}>
        {(publishers) =>
          publishers.length === 0 && !isAdding ? (
            <Empty title="No workflow is trusted yet">
              <p>
                Trust one, and coppice publish in its runs needs no token. The first version of an item needs
                a person.
              </p>
            </Empty>
          ) : (
            publishers.map((publisher) => (
              <PublisherCard key={publisher.id} publisher={publisher} remove={() => setRemoving(publisher)} />
            ))
          )
        }
      </AnswerView>
      {removing !== undefined && (
        <Dialog
          title={`Trust ${removing.name} no more?`}
          verb="Remove"
          isDangerous
          act={() => remove(removing)}
          close={() => setRemoving(undefined)}
        >
          <p>
            Its runs publish nothing more, and tokens that they have end at once. What they published stays.
          </p>
        </Dialog>
      )}
    </>
  );
}

interface CardProps {
  readonly publisher: PublisherAnswer;
  readonly remove: () => void;
}

function PublisherCard({ publisher, remove }: CardProps) {
  const { name, provider, issuer, claims, slugs } = publisher;
  return (
    <Section
      title={name}
      actions={
        <button type="button" class="danger" onClick={remove} aria-label={`Remove ${name}`}>
          Remove
        </button>
      }
    >
      <dl class="facts">
        <Fact name="Provider">
          {provider}, {issuer}
          {publisher.offline_keys && ', with the keys that were given'}
        </Fact>
        <Fact name="Runs with">
          {Object.entries(claims)
            .map(([claim, value]) => `${claim.replaceAll('_', ' ')} ${value}`)
            .join(', ')}
        </Fact>
        <Fact name="May publish">{slugs.join(', ')}</Fact>
        <Fact name="Added by">{publisher.created_by}</Fact>
      </dl>
    </Section>
  );
}
