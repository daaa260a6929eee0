/*
 * A team with something on every page: items of every kind and state, versions to compare, things required, use, drafts,
 * candidates for the archive, tokens and an audit of it all.
 */

import type { Team } from './team.js';

export interface FurnishedPage {
  readonly name: string;
  readonly path: string;
  /** On the page when it is there: its heading. */
  readonly heading: string | RegExp;
}

/** Fills the team and says where everything is to be seen. */
export async function furnish(team: Team): Promise<readonly FurnishedPage[]> {
  const steps = (more = '') =>
    `# Steps\n\n1. Read [the checklist](references/checklist.md).\n2. Run \`make check\`.\n\n| step | takes |\n|---|---|\n| build | 2 min |\n\n\`\`\`sh\nmake build && make check --keep-going --output-sync=target --jobs=8 all the way through\n\`\`\`\n\n> Nothing is deleted.\n${more}`;
  const files = {
    'references/checklist.md': '# Checklist\n\n- read\n- do\n',
    'scripts/run.sh': 'make check\n',
  };
  await team.ago(300, async () => {
    await team.publish('old-habit@1.0.0', { description: 'What nobody has needed for a long time.' });
    await team.publish('older-habit@1.0.0', { description: 'What nobody needs any more.' });
    await team.publish('log-triage@1.0.0', { tags: ['operations'], body: steps(), files });
  });
  await team.publish('log-triage@1.1.0', {
    tags: ['operations', 'on-call'],
    requires: ['sql-tuning', 'missing-one'],
    files,
    body: steps('\n## New\n\nLook at the rotated files too.\n'),
  });
  await team.publish('sql-tuning@2.0.0', { tags: ['data'], requires: ['explain-plans'] });
  await team.publish('explain-plans@0.3.0', { tags: ['data'] });
  await team.publish('reviewer@0.1.0', {}, { kind: 'agent' });
  await team.publish('ship-it@0.1.0', {}, { kind: 'command' });
  await team.send('POST', '/v1/skills/older-habit/archive', { reason: 'not needed' });
  await team.send('POST', '/v1/skills/explain-plans/flag', { reason: 'seldom used' });
  await team.send('POST', '/v1/skills/sql-tuning/deprecate', {
    message: 'use log-triage',
    replacement: 'log-triage',
  });
  await team.send('POST', '/v1/skills/log-triage/versions/1.0.0/yank', { reason: 'wrong command' });
  for (const days of [1, 2, 5, 9]) await team.ago(days, () => team.use('log-triage', 10 + days));
  await team.send('POST', '/v1/tenant/providers', {
    slug: 'example',
    name: 'Example ID',
    issuer: 'https://id.example.com',
    client_id: 'coppice',
    client_secret: 'a secret',
    groups_claim: 'groups',
  });
  await team.send('POST', '/v1/tenant/members', {
    email: 'somebody-with-a-rather-long-address@subsidiary.example.com',
    role: 'curator',
  });
  await team.send('PUT', '/v1/tenant/group-roles', { roles: [{ group: 'Designers', role: 'publisher' }] });
  await team.send('POST', '/v1/namespaces', {
    name: 'design',
    description: 'What designers use.',
    default_role: 'proposer',
    require_approval: { approvals: 2 },
  });
  for (const [holder, role] of [
    ['group:Designers', 'publisher'],
    ['service:a-pipeline-with-a-long-name', 'curator'],
  ])
    await team.send('POST', '/v1/namespaces/design/roles', { holder, role });
  await team.send('POST', '/v1/tenant/webhooks', {
    url: 'https://hooks.example.com/skills',
    events: ['draft.waiting', 'version.published'],
  });
  await team.send('POST', '/v1/tenant/trusted-publishers', {
    provider: 'github',
    name: 'skills',
    repository_id: '1001',
    owner_id: '42',
    workflow: '.github/workflows/publish.yml',
    slugs: ['log-triage'],
  });
  const draft = await team.propose(
    'log-triage',
    { body: steps('\n## When it fails\n\nAsk.\n') },
    { origin: 'evolver', notes: 'Three sessions failed at step 2.' },
  );
  return [
    { name: 'the catalog', path: '/', heading: 'Catalog' },
    { name: 'a skill', path: '/skills/log-triage', heading: 'log-triage' },
    { name: 'its files', path: '/skills/log-triage?tab=files', heading: 'log-triage' },
    { name: 'its versions', path: '/skills/log-triage?tab=versions', heading: 'log-triage' },
    { name: 'its dependencies', path: '/skills/log-triage?tab=dependencies', heading: 'log-triage' },
    { name: 'its usage', path: '/skills/log-triage?tab=usage', heading: 'log-triage' },
    { name: 'its scan', path: '/skills/log-triage?tab=scan', heading: 'log-triage' },
    { name: 'an agent', path: '/skills/reviewer?kind=agent', heading: 'reviewer' },
    {
      name: 'a comparison',
      heading: /log-triage/,
      path: '/skills/log-triage/compare?from=1.0.0&to=1.1.0',
    },
    { name: 'the graveyard', path: '/graveyard', heading: 'Graveyard' },
    { name: 'the usage', path: '/usage', heading: 'Usage' },
    { name: 'the drafts', path: '/drafts', heading: 'Drafts' },
    { name: 'a draft', path: `/drafts/${draft}`, heading: /log-triage/ },
    { name: 'the audit', path: '/audit', heading: 'Audit' },
    { name: 'the members', path: '/members', heading: 'Members' },
    { name: 'the namespaces', path: '/namespaces', heading: 'Namespaces' },
    { name: 'the tokens', path: '/tokens', heading: 'Tokens' },
    { name: 'the account', path: '/account', heading: 'My account' },
    { name: 'the sign-in settings', path: '/settings/sign-in', heading: 'Sign-in' },
    { name: 'the trusted publishers', path: '/settings/publishers', heading: 'Publishing from CI' },
    { name: 'the webhooks', path: '/settings/webhooks', heading: 'Webhooks' },
    { name: 'the code of a program', path: '/device', heading: 'Sign a program in' },
    { name: 'a wrong address', path: '/nowhere', heading: 'Page not found' },
  ];
}
