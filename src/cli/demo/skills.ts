/*
 * The skills of the story: some written by agents, some by their person, some in the folders of other agents; used
 * yesterday, long ago, or never.
 */

export interface DemoSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Folder of the skill's root, below the home. */
  readonly root: string;
  readonly by: 'agent' | 'user';
  /** How many days ago it was made, and on which of the days since it was used. */
  readonly madeDaysAgo: number;
  readonly usedDaysAgo: readonly number[];
}

const own = '.coppice/skills';

export const demoSkills: readonly DemoSkill[] = [
  {
    ...{ name: 'release-notes', root: own, by: 'agent', madeDaysAgo: 80, usedDaysAgo: [30, 12, 5, 1] },
    description:
      'Write release notes from the commits since the last tag. Use when a version is about to go out.',
    body: '# Release notes\n\n1. List the commits since the last tag.\n2. Group them: new, changed, fixed.\n3. Say it in the words of whoever uses the program.\n',
  },
  {
    ...{ name: 'pdf-forms', root: own, by: 'agent', madeDaysAgo: 60, usedDaysAgo: [20, 6] },
    description: 'Fill in PDF forms and flatten them. Use when a form must be completed.',
    body: '# PDF forms\n\n1. Write the values to data.json.\n2. Fill in the form: `node fill.mjs FORM`.\n3. Flatten the result, and look at it.\n',
  },
  {
    ...{ name: 'csv-cleanup', root: own, by: 'agent', madeDaysAgo: 90, usedDaysAgo: [70, 45] },
    description: 'Repair CSV files with mixed separators, quotes and encodings.',
    body: '# CSV cleanup\n\nFind the separator by counting, decode as UTF-8, write it again with commas.\n',
  },
  {
    ...{ name: 'ftp-deploy', root: own, by: 'agent', madeDaysAgo: 200, usedDaysAgo: [150, 130] },
    description: 'Upload a built site to the old FTP host.',
    body: '# FTP deploy\n\nBuild, then upload the folder `public` to the host in `.ftp-host`.\n',
  },
  {
    ...{ name: 'meeting-notes', root: own, by: 'user', madeDaysAgo: 150, usedDaysAgo: [120] },
    description: 'Turn a transcript of a meeting into decisions, owners and dates.',
    body: '# Meeting notes\n\nDecisions first, then who does what by when. Leave out the talk.\n',
  },
  {
    ...{ name: 'code-review', root: '.claude/skills', by: 'user', madeDaysAgo: 40, usedDaysAgo: [2] },
    description: 'Review a change for correctness, clarity and tests. Use before a merge.',
    body: '# Code review\n\nRead the tests first. Ask what breaks. Say what is good, too.\n',
  },
  {
    ...{ name: 'sql-explain', root: '.claude/skills', by: 'user', madeDaysAgo: 40, usedDaysAgo: [] },
    description: 'Explain a slow SQL query from its plan, and propose an index.',
    body: '# SQL explain\n\nRun EXPLAIN (ANALYZE, BUFFERS), find the node that takes the time, say why.\n',
  },
  {
    ...{ name: 'incident-review', root: '.agents/skills', by: 'user', madeDaysAgo: 70, usedDaysAgo: [9] },
    description: 'Write the review of an incident without blame: timeline, causes, what changes.',
    body: '# Incident review\n\nTimeline from the logs, causes as a list, one change for each cause.\n',
  },
  {
    ...{ name: 'api-client', root: '.codex/skills', by: 'user', madeDaysAgo: 30, usedDaysAgo: [3] },
    description: 'Write a typed client for an HTTP API from its OpenAPI description.',
    body: '# API client\n\nOne function for each operation, errors as values, no retries unless asked.\n',
  },
  {
    ...{
      name: 'house-style',
      root: 'work/shop/.claude/skills',
      by: 'user',
      madeDaysAgo: 25,
      usedDaysAgo: [],
    },
    description: 'How texts of the shop are written: short, friendly, prices with tax.',
    body: '# House style\n\nShort sentences. Prices with tax. Never blame the customer.\n',
  },
];

export function skillText({ name, description, body }: DemoSkill): string {
  return `---\nname: ${name}\ndescription: "${description}"\n---\n${body}`;
}
