/*
 * The form that trusts a workflow. A refusal is shown in the form, which keeps its input. Issuers with other claims, and
 * keys for an issuer that cannot be reached, are for the API.
 */

import { useState } from 'preact/hooks';
import type { NewPublisher, PublisherAnswer } from '../../../registry/api/trusted-publishing.js';
import { Field } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { patternsIn } from '../../rules/token-state.js';
import { useSession } from '../../state/session.js';
import './publishers.css';

interface Props {
  readonly made: (publisher: PublisherAnswer) => void;
  readonly cancel: () => void;
}

const providers = { github: 'GitHub', gitlab: 'GitLab', forgejo: 'Forgejo' } as const;
type Provider = keyof typeof providers;

/** What is sent where the address of the provider is left empty. */
const issuers: Readonly<Record<Provider, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
  forgejo: '',
};

const empty = { name: '', issuer: '', repository: '', owner: '', workflow: '', environment: '', slugs: '' };

export function NewPublisherForm({ made, cancel }: Props) {
  const { api } = useSession();
  const [provider, setProvider] = useState<Provider>('github');
  const [given, setGiven] = useState(empty);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      made(await api.send('POST', '/v1/tenant/trusted-publishers', { body: bodyOf(provider, given) }));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const isLab = provider === 'gitlab';
  const field = (key: keyof typeof empty, label: string, help: string, placeholder = '', required = true) => (
    <Field label={label} help={help}>
      <input
        required={required}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={given[key]}
        onInput={(event) => setGiven({ ...given, [key]: event.currentTarget.value })}
      />
    </Field>
  );
  return (
    <Section title="Trust a workflow">
      <form class="publisher-form card" onSubmit={submit}>
        {problem !== undefined && <Problem error={problem} />}
        <Field label="Provider">
          <select value={provider} onChange={(event) => setProvider(event.currentTarget.value as Provider)}>
            {Object.entries(providers).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        {field('name', 'Name', 'Versions are published by service:ci. and this name.', 'skills')}
        {field(
          'issuer',
          'Issuer',
          'The address of the provider as its identity tokens have it.',
          issuers[provider] || 'https://git.example.com/api/actions',
          provider === 'forgejo',
        )}
        {field('repository', isLab ? 'Project ID' : 'Repository ID', 'A number that never changes.', '1001')}
        {field('owner', isLab ? 'Namespace ID' : 'Owner ID', 'The number of whom it belongs to.', '42')}
        {field(
          'workflow',
          'Workflow',
          'The file in the repository.',
          isLab ? '.gitlab-ci.yml' : '.github/workflows/publish.yml',
        )}
        {field('environment', 'Environment', 'Only jobs in it; empty for any.', 'release', false)}
        {field(
          'slugs',
          'Items',
          'The names that it may publish, separated by commas.',
          'deploy, release-notes',
        )}
        <div class="actions">
          <button type="submit" class="main" disabled={isBusy}>
            Trust
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </Section>
  );
}

function bodyOf(provider: Provider, given: typeof empty): NewPublisher {
  const text = (key: keyof typeof empty) => given[key].trim();
  const common = {
    name: text('name'),
    issuer: text('issuer') || issuers[provider],
    workflow: text('workflow'),
    environment: text('environment') || null,
    slugs: patternsIn(given.slugs),
    jwks: null,
  };
  const [repository, owner] = [text('repository'), text('owner')];
  return provider === 'gitlab'
    ? { provider, ...common, project_id: repository, namespace_id: owner }
    : { provider, ...common, repository_id: repository, owner_id: owner };
}
