// The invented team of the screenshots: the skills that it publishes, uses, retires and proposes, sent to a registry through
// its API. Each act has a time of its own, since items reach the graveyard only after months without use.
const day = 24 * 60 * 60 * 1_000;

/** By slug: tags, description, versions, required skills, uses in a day. */
const skills = {
  'api-pagination': [
    ['backend'],
    'Adds cursor pagination to an endpoint. Use when a list response grows without bound or a client asks for pages.',
    ['1.0.0', '1.1.0'],
    [],
    14,
  ],
  'backfill-jobs': [
    ['data', 'operations'],
    'Runs a backfill in bounded batches that can be stopped and resumed. Use before any update that touches a whole table.',
    ['1.0.0', '1.0.1'],
    ['postgres-migrations'],
    6,
  ],
  'browser-tests': [
    ['testing', 'frontend'],
    'Writes browser tests that wait for conditions and never sleep. Use for every flow that a person clicks through.',
    ['2.0.0'],
    [],
    11,
  ],
  'changelog-entries': [
    ['writing'],
    'Writes a changelog entry in the words of its readers. Use when users can see a change.',
    ['1.0.0'],
    [],
    8,
  ],
  'code-review': [
    ['testing', 'writing'],
    'Reviews a change in the order of risk: data, access, failure, then style. Use when asked to review a pull request.',
    ['1.0.0', '1.1.0', '2.0.0'],
    [],
    31,
  ],
  'container-images': [
    ['operations'],
    'Builds small images that run without root. Use when a Dockerfile is added or changed.',
    ['1.2.0'],
    [],
    5,
  ],
  'dependency-updates': [
    ['operations', 'security'],
    'Updates dependencies one at a time, reading their notes. Use for the weekly update or after an advisory.',
    ['1.0.0'],
    ['changelog-entries'],
    4,
  ],
  'error-messages': [
    ['writing', 'frontend'],
    'Says what went wrong, why, and what to do next. Use wherever the program refuses something.',
    ['1.0.0'],
    [],
    9,
  ],
  'feature-flags': [
    ['backend'],
    'Adds a flag with an owner and an end date. Use when a change is rolled out in steps.',
    ['1.0.0', '1.0.1'],
    [],
    3,
  ],
  'fixture-data': [
    ['testing'],
    'Makes small, readable test data. Use instead of copying rows from production.',
    ['0.9.0'],
    [],
    0,
  ],
  'incident-review': [
    ['operations', 'writing'],
    'Writes the review of an incident from its timeline, without blame. Use after every alert that woke somebody.',
    ['1.0.0', '1.1.0'],
    ['log-triage'],
    7,
  ],
  'invoice-parsing': [
    ['data'],
    'Reads totals and dates from suppliers’ invoices. Use for the monthly import.',
    ['1.0.0'],
    [],
    0,
  ],
  'load-testing': [
    ['testing', 'operations'],
    'Finds the load at which a service fails before its users do. Use before a launch or a change of machines.',
    ['1.0.0'],
    [],
    2,
  ],
  'log-triage': [
    ['operations', 'on-call'],
    'Reads logs from the first symptom back to the cause. Use when an alert names a service but no reason.',
    ['1.0.0', '1.1.0', '1.2.0'],
    ['sql-tuning', 'incident-contacts'],
    26,
  ],
  'meeting-summary': [
    ['writing'],
    'Turns a transcript into decisions and open questions. Use after a meeting that was recorded.',
    ['1.0.0'],
    [],
    0,
  ],
  'oauth-login': [
    ['security', 'backend'],
    'Adds sign-in with an identity provider. Use for a new service that people log in to.',
    ['1.0.0'],
    ['security-headers'],
    1,
  ],
  'postgres-migrations': [
    ['backend', 'data'],
    'Writes migrations that hold no lock for long and can be rolled back. Use for every change of the schema.',
    ['1.0.0', '1.1.0', '2.0.0', '2.0.1'],
    ['sql-tuning'],
    22,
  ],
  'release-notes': [
    ['writing'],
    'Collects what changed since the last tag and says why it matters. Use when a release is cut.',
    ['1.0.0'],
    ['changelog-entries'],
    6,
  ],
  'screen-reader-check': [
    ['frontend', 'testing'],
    'Walks a page by keyboard and screen reader. Use before a page is called done.',
    ['1.0.0'],
    [],
    5,
  ],
  'security-headers': [
    ['security'],
    'Sets the headers that a page needs and proves that it still works. Use for every new page that is served.',
    ['1.0.0', '1.1.0'],
    [],
    8,
  ],
  'service-template': [
    ['backend', 'operations'],
    'Starts a new service with health checks, logs and a deploy. Use instead of copying another service.',
    ['3.0.0'],
    ['container-images', 'log-triage', 'security-headers', 'postgres-migrations'],
    4,
  ],
  'spreadsheet-cleanup': [
    ['data'],
    'Brings a spreadsheet into one row per fact. Use before importing what people typed by hand.',
    ['1.0.0'],
    [],
    0,
  ],
  'sql-tuning': [
    ['data', 'backend'],
    'Reads a query plan and makes the query faster. Use when a query takes longer than its endpoint may.',
    ['1.0.0', '1.0.1'],
    [],
    17,
  ],
  'terraform-modules': [
    ['operations'],
    'Changes infrastructure in small plans that are read before they are applied. Use for every change of an environment.',
    ['1.0.0', '1.1.0'],
    [],
    3,
  ],
  'weekly-digest': [
    ['writing'],
    'Writes the digest of the week from what was merged. Use on Fridays.',
    ['1.0.0'],
    [],
    0,
  ],
};

/** The acts in their order; `registry` has `publish`, `propose` and `post`. */
export const acts = [
  { daysAgo: 320, run: publishFirst },
  { daysAgo: 30, run: publishLater },
  { daysAgo: 0, run: decideToday },
];

async function publishFirst({ publish }) {
  for (const [slug, [, , [first]]] of Object.entries(skills))
    await publish(slug, first, skillText(slug, first));
}

async function publishLater(registry, now) {
  const { publish, post } = registry;
  for (const [slug, [, , [, ...later]]] of Object.entries(skills))
    for (const version of later) await publish(slug, version, skillText(slug, version));
  await post('/v1/skills/terraform-modules/versions/1.0.0/yank', { reason: 'names a bucket that is gone' });
  await reportUse(registry, now, 0.8);
}

async function decideToday(registry, now) {
  const { propose, post } = registry;
  await reportUse(registry, now, 1);
  await post('/v1/skills/meeting-summary/archive', { reason: 'the recorder does this itself now' });
  await post('/v1/skills/spreadsheet-cleanup/flag', { reason: 'the import takes any sheet now' });
  await post('/v1/skills/oauth-login/deprecate', {
    message: 'part of the service template',
    replacement: 'service-template',
  });
  const fails =
    '\n## When it fails\n\nThe newest file may be empty after a rotation: read the one before it as well.\n';
  const notes = 'Two sessions stopped at step 2: the newest file was empty.';
  await propose('incident-contacts', 'agent', '', skillText('incident-contacts', '0.1.0'));
  await propose('log-triage', 'evolver', notes, skillText('log-triage', '1.2.0') + fails);
}

/** Reports the use of the thirty days up to `now`: less on weekends, and not every skill every day. */
async function reportUse({ post }, now, share) {
  const events = [];
  for (let ago = 29; ago >= 0; ago -= 1) {
    const date = new Date(now - ago * day);
    const ofDay = share * (isWeekend(date) ? 0.25 : 1 + 0.2 * Math.sin(ago * 1.9));
    for (const [at, [slug, [, , , , uses]]] of Object.entries(skills).entries()) {
      if (uses < 10 && ago < (at * 3) % 7) continue;
      const count = Math.round(uses * ofDay * (1 + 0.35 * Math.sin(ago / 3 + at)));
      const base = {
        skill_id: slug,
        day: date.toISOString().slice(0, 10),
        project_hash: at.toString(16).padStart(16, '0'),
      };
      if (count > 0) events.push({ ...base, event: 'use', count });
      if (count > 4) events.push({ ...base, event: 'view', count: Math.ceil(count / 3) });
      if (count > 9) events.push({ ...base, event: 'download', count: Math.ceil(count / 8) });
    }
  }
  for (let at = 0; at < events.length; at += 500)
    await post('/v1/usage', { events: events.slice(at, at + 500) });
}

function isWeekend(date) {
  return [0, 6].includes(date.getUTCDay());
}

function skillText(slug, version) {
  const [tags, description, , requires] = skills[slug] ?? [
    ['on-call'],
    'Finds out whom to call about a service. Use at the start of an incident.',
    [],
    [],
  ];
  const title = slug.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return `---
name: ${slug}
description: ${description}
tags: [${tags.join(', ')}]
${requires.length > 0 ? `requires: [${requires.join(', ')}]\n` : ''}---

# ${title}

Read [the checklist](references/checklist.md) first: it names what went wrong before.

## Steps

1. Look at what is there before changing anything.
2. Run \`make check\` and read all of its output.
3. Make **one** change, and see what it does.${version.endsWith('.0.0') ? '' : '\n4. Write down what surprised you.'}

| step | command | takes |
|---|---|--:|
| look | \`make status\` | 1 min |
| check | \`make check\` | 5 min |

\`\`\`sh
make status && make check
\`\`\`
`;
}
