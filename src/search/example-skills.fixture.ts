/*
 * A small library for the tests of search: skills as people write them, some close to each other, some in other
 * languages and spellings.
 */

import type { SearchDocument } from './document.js';

const rows: readonly (readonly [name: string, description: string, tags: string, body: string])[] = [
  [
    'gif-search',
    'Find animated GIFs on Tenor and Giphy.',
    'media fun',
    'Ask for a mood, then send the link.',
  ],
  [
    'videoToGif',
    'Turn a part of a film into a looping picture.',
    'media ffmpeg',
    'Trim with ffmpeg, then make a palette.',
  ],
  [
    'video_cut',
    'Cut, join and subtitle videos.',
    'media ffmpeg',
    'Uses ffmpeg. Never re-encode when a copy will do.',
  ],
  [
    'pdf-forms',
    'Fill in PDF forms and flatten them.',
    'documents',
    'List the fields, fill them, check every page.',
  ],
  [
    'pdf-merge',
    'Merge and split PDF files.',
    'documents ripgrepall',
    'Keep bookmarks when pages are merged.',
  ],
  [
    'spreadsheet-report',
    'Summarise Excel workbooks as a report with charts.',
    'documents office',
    'Read the sheets with openpyxl.',
  ],
  [
    'git-bisect',
    'Find the commit that broke something.',
    'git debugging',
    'Write a script that fails, then let git bisect run it.',
  ],
  [
    'commit-messages',
    'Write clear commit messages.',
    'git writing',
    'One line says why. The body says what was tried.',
  ],
  [
    'github-release',
    'Publish a release on GitHub with notes.',
    'git ci',
    'Collect merged pull requests since the last tag.',
  ],
  [
    'kubernetes-debug',
    'Find out why a pod does not start on Kubernetes.',
    'k8s operations',
    'kubectl describe, then logs, then events.',
  ],
  [
    'docker-compose',
    'Run several containers together on one machine.',
    'containers operations',
    'Health checks before depends_on.',
  ],
  [
    'helm-charts',
    'Package applications for clusters.',
    'k8s',
    'Values belong in one file. Test charts with kubeval on Kubernetes.',
  ],
  ['postgres-tuning', 'Make slow SQL queries fast.', 'database', 'EXPLAIN ANALYZE first. Indexes second.'],
  ['sqlite-backup', 'Copy a live SQLite database safely.', 'database', 'Use the backup API, never cp.'],
  ['next.js-pages', 'Build pages with Next.js and React.', 'web', 'Server components by default.'],
  ['reactTesting', 'Test React components as people use them.', 'web testing', 'Query by role and label.'],
  [
    'unit-tests',
    'Write unit tests that can fail.',
    'testing',
    'One reason to fail per test. Name tests as sentences.',
  ],
  [
    'load-testing',
    'Measure how a service behaves under traffic.',
    'testing operations',
    'Ramp up slowly and watch latency.',
  ],
  [
    'café-menu',
    'Plan the menu of a café for a week.',
    'food',
    'Seasonal things first: crème brûlée in spring.',
  ],
  ['recipe-scaling', 'Scale recipes to any number of guests.', 'food', 'Spices grow slower than flour.'],
  [
    'übersetzung',
    'Translate letters into German, with the right form of address.',
    'writing',
    'Straße, not Strasse, in addresses.',
  ],
  ['技能搜索', '在技能库中搜索合适的技能。', '中文', '先按名称查找,再按描述查找。'],
  ['メモ整理', '会議のメモを整理して要約する。', '日本語', '見出しをつけて、決定事項を先に書く。'],
  ['weather', 'Tell the weather for a place and a day.', 'daily', 'Ask for the place when it is missing.'],
  ['Meeting Notes', 'Turn a recording into minutes.', 'office', 'Name the speakers first.'],
  [
    'travel-plan',
    'Plan a journey by train with few changes.',
    'daily',
    'Check the weather at the destination.',
  ],
];

export const exampleSkills: readonly SearchDocument[] = rows.map(([name, description, tags, body]) => ({
  id: `home:${name}`,
  name,
  description,
  tags: tags.split(' '),
  headings: ['Steps', 'When it goes wrong'],
  body: `# ${name}\n\n## Steps\n\n${body}\n\n## When it goes wrong\n\nSay so, and stop.\n`,
}));
