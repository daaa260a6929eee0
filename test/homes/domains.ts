/*
 * What the invented skills are about: the words from which names, descriptions and procedures are put together. `{it}` in
 * a sentence stands for the subject of the skill.
 */

export interface Domain {
  readonly actions: readonly Action[];
  readonly subjects: readonly Subject[];
  readonly steps: readonly string[];
  readonly checks: readonly string[];
  readonly troubles: readonly string[];
  readonly commands: readonly string[];
}

export interface Action {
  /** As in a name. */
  readonly verb: string;
  /** As at the beginning of a description. */
  readonly does: string;
  /** "Use when ..." */
  readonly when: string;
}

export interface Subject {
  readonly slug: string;
  readonly words: string;
}

const subjects = (...pairs: readonly (readonly [string, string])[]): readonly Subject[] =>
  pairs.map(([slug, words]) => ({ slug, words }));

const actions = (...rows: readonly (readonly [string, string, string])[]): readonly Action[] =>
  rows.map(([verb, does, when]) => ({ verb, does, when }));

export const domains: readonly Domain[] = [
  {
    actions: actions(
      ['deploy', 'Brings a new version of', 'a release of {it} is due, or the last one has to be repeated'],
      ['roll-back', 'Returns to the version before of', 'errors rise after a release of {it}'],
      ['warm-up', 'Prepares the traffic of', 'a launch or a sale will multiply the requests to {it}'],
      [
        'resize',
        'Changes the number of replicas of',
        'dashboards show that {it} is too slow or too expensive',
      ],
      ['drain', 'Moves the work away from', 'a machine of {it} needs maintenance'],
    ),
    subjects: subjects(
      ['checkout-service', 'the checkout service'],
      ['search-api', 'the search API'],
      ['image-proxy', 'the image proxy'],
      ['mail-worker', 'the mail worker'],
      ['billing-cron', 'the nightly billing job'],
      ['edge-cache', 'the edge cache'],
    ),
    steps: [
      'Read the open incidents first, and stop if one of them concerns {it}.',
      'Announce the change in the channel of the team, with the version and the person on call.',
      'Compare the manifest in the repository with the one that runs, and explain every difference.',
      'Begin with one replica, and watch its error rate for five minutes.',
      'Continue in steps of a quarter while the latency of the 95th percentile stays below its objective.',
      'Write the version that runs now into the change log of {it}.',
      'Close the maintenance window in the status page.',
    ],
    checks: [
      'The health endpoint answers with the new version.',
      'No replica restarted in the last ten minutes.',
      'The queue in front of {it} is as short as before.',
    ],
    troubles: [
      'The new replica never becomes ready: its configuration names a secret that does not exist in this cluster.',
      'Old connections stay open: lower the keep-alive of the load balancer before the next step.',
    ],
    commands: [
      'kubectl get deployment -l app={slug} -o wide',
      'kubectl rollout status deployment/{slug} --timeout=300s',
      'kubectl logs deployment/{slug} --since=10m | tail -n 50',
    ],
  },
  {
    actions: actions(
      ['write', 'Writes', 'a draft of {it} is needed'],
      ['review', 'Reviews', 'somebody asks for comments on {it} before they are sent'],
      ['shorten', 'Shortens', '{it} are longer than their readers have time for'],
      ['translate', 'Translates', '{it} go to readers who read another language'],
      ['format', 'Formats', '{it} have to follow the house style'],
    ),
    subjects: subjects(
      ['release-notes', 'release notes'],
      ['meeting-minutes', 'minutes of meetings'],
      ['press-statements', 'statements for the press'],
      ['grant-proposals', 'proposals for grants'],
      ['support-replies', 'replies to customers'],
      ['job-postings', 'job postings'],
    ),
    steps: [
      'Ask who will read it, and what they should do afterwards.',
      'Collect the facts with their sources before you write a sentence.',
      'Put the decision or the result into the first sentence.',
      'Use one name for one thing, the name that the readers use.',
      'Cut every sentence that would be missed by nobody.',
      'Read it aloud once; where you stumble, rewrite.',
      'Show what changed since the last version, so that reviewers read only that.',
    ],
    checks: [
      'Every number has a date and a source.',
      'No paragraph is longer than five lines.',
      'The names of people and products are spelled as they spell them.',
    ],
    troubles: [
      'Two reviewers want opposite things: name both options and who decides, and do not blend them.',
      'The text comes back longer each time: agree on a limit before the next round.',
    ],
    commands: [
      'git log --oneline --no-merges v1.8.0..HEAD',
      'wc -w drafts/{slug}.md',
      'npx cspell --no-progress drafts/{slug}.md',
    ],
  },
  {
    actions: actions(
      ['clean', 'Cleans', 'columns of {it} have gaps, duplicates or mixed units'],
      ['chart', 'Draws charts of', 'a report needs a picture of {it}'],
      ['forecast', 'Makes a forecast of', 'a plan depends on how {it} will develop'],
      ['reconcile', 'Compares two sources of', 'two reports about {it} differ'],
      ['anonymise', 'Removes personal data from', '{it} leave the company'],
    ),
    subjects: subjects(
      ['sales-exports', 'sales exports'],
      ['sensor-readings', 'sensor readings'],
      ['survey-answers', 'answers of surveys'],
      ['web-sessions', 'web sessions'],
      ['payroll-tables', 'payroll tables'],
      ['inventory-counts', 'counts of the inventory'],
    ),
    steps: [
      'Look at twenty random rows before you compute anything.',
      'Write down the unit, the time zone and the meaning of every column of {it}.',
      'Count rows before and after each step, and explain every row that is gone.',
      'Treat an empty cell, a zero and a dash as three different answers.',
      'Keep the original file unchanged, and write results beside it.',
      'Plot the distribution; a mean alone hides the two groups in {it}.',
      'Repeat the result with another tool on a small sample.',
    ],
    checks: [
      'The totals agree with the system that the data comes from.',
      'No key occurs twice.',
      'The first and the last day are complete.',
    ],
    troubles: [
      'Dates jump by a day: the export was made in local time, and the reader assumed UTC.',
      'A join multiplies rows: the right side has several versions of the same key.',
    ],
    commands: [
      'duckdb -c "select count(*), count(distinct id) from read_csv_auto(\'{slug}.csv\')"',
      'python3 scripts/profile.py data/{slug}.csv',
      'head -n 20 data/{slug}.csv',
    ],
  },
  {
    actions: actions(
      ['test', 'Writes tests for', '{it} change, and nothing would notice a mistake'],
      ['profile', 'Measures where the time goes in', '{it} are slower than last month'],
      ['refactor', 'Restructures', 'a change of {it} touches more files than it should'],
      ['debug', 'Finds the cause of failures in', '{it} fail and nobody knows why'],
      ['document', 'Documents', 'newcomers ask the same questions about {it}'],
    ),
    subjects: subjects(
      ['react-forms', 'React forms'],
      ['sql-queries', 'SQL queries'],
      ['rust-parsers', 'Rust parsers'],
      ['python-packages', 'Python packages'],
      ['ios-screens', 'screens of the iOS app'],
      ['build-scripts', 'build scripts'],
    ),
    steps: [
      'Reproduce it with the smallest input that still shows it.',
      'Write the failing test first, and see it fail for the right reason.',
      'Change one thing at a time, and run the tests after each.',
      'Read the history of the lines you change; somebody may have had a reason.',
      'Name things after what they are for, not after how they work.',
      'Measure before and after on the same machine, three times each.',
      'Delete what nobody calls any more.',
    ],
    checks: [
      'The tests fail without the change.',
      'The public interface of {it} is the same, or the change log says why not.',
      'A second run gives the same result.',
    ],
    troubles: [
      'It passes alone and fails in the suite: two tests share a folder or a clock.',
      'The profile shows only the framework: raise the depth of the recorded stack.',
    ],
    commands: ['npm test -- {slug}', 'git log -L :main:src/{slug}.ts --oneline', 'npm run lint'],
  },
  {
    actions: actions(
      ['plan', 'Plans', '{it} are due within the next quarter'],
      ['budget', 'Estimates the cost of', 'somebody has to approve money for {it}'],
      ['book', 'Books what is needed for', 'the dates of {it} are fixed'],
      ['summarise', 'Summarises', '{it} are over, and others want to know what came out'],
      ['invite', 'Writes the invitations to', 'people have to know about {it} in time'],
    ),
    subjects: subjects(
      ['team-offsites', 'offsites of the team'],
      ['customer-visits', 'visits to customers'],
      ['training-days', 'training days'],
      ['trade-fairs', 'trade fairs'],
      ['board-meetings', 'meetings of the board'],
      ['onboarding-weeks', 'onboarding weeks'],
    ),
    steps: [
      'Ask for the goal in one sentence, and refuse to continue without it.',
      'List everybody who must be there, and everybody who only wants to.',
      'Offer three dates that avoid the holidays of every country involved.',
      'Keep a table of what is booked, until when it can be cancelled, and by whom it was paid.',
      'Send the agenda two working days before, with the documents attached.',
      'Note food, access and visas early; they take the longest.',
      'Ask afterwards for one thing to keep and one thing to change.',
    ],
    checks: [
      'Every booking has a confirmation number.',
      'The total is within the approved amount, travel included.',
      'Somebody on site has a phone number that works.',
    ],
    troubles: [
      'The room is gone: the hold expires after 48 hours unless somebody confirms it.',
      'Half of the answers are missing: ask for a no by a date, and count silence as no.',
    ],
    commands: [
      'python3 scripts/calendar.py --find-slot {slug}',
      'python3 scripts/costs.py plans/{slug}.yaml',
      'cat plans/{slug}.yaml',
    ],
  },
  {
    actions: actions(
      ['rotate', 'Replaces', '{it} expire soon, or may have been seen by others'],
      ['audit', 'Lists and checks', 'an auditor asks who has access through {it}'],
      ['inventory', 'Makes an inventory of', 'nobody knows how many of {it} there are'],
      ['harden', 'Tightens the settings of', 'a review found that {it} allow too much'],
      ['monitor', 'Sets up alerts for', 'a change of {it} must not go unnoticed'],
    ),
    subjects: subjects(
      ['tls-certificates', 'TLS certificates'],
      ['service-accounts', 'service accounts'],
      ['firewall-rules', 'firewall rules'],
      ['vpn-profiles', 'VPN profiles'],
      ['storage-buckets', 'storage buckets'],
      ['package-mirrors', 'package mirrors'],
    ),
    steps: [
      'Find out who owns each of {it}; what has no owner is the first finding.',
      'Sort by the date at which they expire, the nearest first.',
      'Create the replacement beside the old one, and let both work for a day.',
      'Move the consumers one at a time, and watch the access log of the old one.',
      'Remove the old one when its log has been empty for a week.',
      'Record who approved what, and when it has to be looked at again.',
      'Never print a value into the conversation; name it by its identifier.',
    ],
    checks: [
      'The log shows no refused request since the change.',
      'Every item has an owner and a date.',
      'The alert fires when you test it.',
    ],
    troubles: [
      'A forgotten consumer fails at night: the old one can be enabled again until it is removed.',
      'The console and the command line disagree: the console shows another region.',
    ],
    commands: [
      'openssl x509 -in certs/{slug}.pem -noout -enddate',
      'terraform plan -target=module.{slug}',
      'grep -c denied logs/{slug}.log',
    ],
  },
  {
    actions: actions(
      ['migrate', 'Migrates', '{it} have to move to a new schema without downtime'],
      ['back-up', 'Backs up', '{it} must be restorable to any hour of the last month'],
      ['restore', 'Restores', '{it} were damaged or deleted by mistake'],
      ['tune', 'Tunes', 'queries on {it} wait for locks or read whole tables'],
      ['partition', 'Partitions', '{it} grow beyond what one table should hold'],
    ),
    subjects: subjects(
      ['orders-database', 'the database of orders'],
      ['event-store', 'the event store'],
      ['customer-records', 'customer records'],
      ['search-index', 'the search index'],
      ['session-cache', 'the cache of sessions'],
      ['document-archive', 'the archive of documents'],
    ),
    steps: [
      'Measure the size and the rate of writes before you choose a time.',
      'Try every statement on a copy, and note how long it takes.',
      'Add first, fill in the background, switch the readers, and remove last.',
      'Limit each batch to what takes less than a second.',
      'Set a lock timeout, so that a blocked statement gives up instead of holding others.',
      'Compare counts and checksums between old and new.',
      'Keep the old copy for two weeks, then ask before it goes.',
    ],
    checks: [
      'Replication is not behind.',
      'The slowest query is no slower than before.',
      'A restore into an empty instance was tried this month.',
    ],
    troubles: [
      'The batch job never ends: it selects rows that it does not change.',
      'Disk use doubles: dead rows are only freed when no old transaction is open.',
    ],
    commands: [
      'psql -c "select pg_size_pretty(pg_total_relation_size(\'{slug}\'))"',
      'psql -f migrations/{slug}.sql --set ON_ERROR_STOP=1',
      'pg_dump --schema-only shop > {slug}.schema.sql',
    ],
  },
  {
    actions: actions(
      ['edit', 'Edits', 'raw material for {it} is there, and the story is not'],
      ['caption', 'Adds captions to', '{it} are published where people watch without sound'],
      ['compress', 'Makes smaller files of', '{it} are too large to send or to load'],
      ['catalogue', 'Sorts and labels', 'nobody can find anything among {it}'],
      ['convert', 'Converts', 'a platform refuses the format of {it}'],
    ),
    subjects: subjects(
      ['podcast-episodes', 'podcast episodes'],
      ['product-photos', 'product photos'],
      ['tutorial-videos', 'tutorial videos'],
      ['slide-decks', 'slide decks'],
      ['icon-sets', 'icon sets'],
      ['scanned-books', 'scanned books'],
    ),
    steps: [
      'Work on copies; originals are read-only.',
      'Note resolution, colour space and length of the originals of {it}.',
      'Cut first, correct colours and loudness afterwards.',
      'Aim at -16 LUFS for speech, and check it with headphones.',
      'Write alternative texts that say what matters, not what is visible.',
      'Name files after project, number and version.',
      'Export once in the highest quality, and make the small versions from that.',
    ],
    checks: [
      'The first and the last second are not cut.',
      'Texts are readable on a phone.',
      'The licence of every part is noted.',
    ],
    troubles: [
      'Sound and picture drift apart: the recorder used a variable frame rate.',
      'Colours look grey: the profile was dropped at export.',
    ],
    commands: [
      'ffprobe -hide_banner media/{slug}.mp4',
      'ffmpeg -i media/{slug}.mp4 -c:v libx264 -crf 22 out/{slug}.mp4',
      'exiftool -r -csv media/{slug}',
    ],
  },
  {
    actions: actions(
      ['file', 'Prepares', 'the date for {it} is less than two weeks away'],
      ['check', 'Checks', '{it} were prepared by somebody else'],
      ['explain', 'Explains', 'a colleague does not understand {it}'],
      ['compare', 'Compares', 'several offers for {it} are on the table'],
      ['archive', 'Files away', '{it} are settled and must be kept for years'],
    ),
    subjects: subjects(
      ['vat-returns', 'VAT returns'],
      ['travel-expenses', 'travel expenses'],
      ['supplier-contracts', 'contracts with suppliers'],
      ['lease-agreements', 'lease agreements'],
      ['insurance-claims', 'insurance claims'],
      ['annual-accounts', 'annual accounts'],
    ),
    steps: [
      'Collect the documents of the period, and list what is missing.',
      'Match every amount with a document; what has none goes on a list of questions.',
      'Use the exchange rate of the day of the document, not of today.',
      'Mark every clause of {it} that renews by itself, with the date to give notice.',
      'Give no legal advice: name the question, and who can answer it.',
      'Write the reason beside every correction.',
      'Let a second person look before anything is sent.',
    ],
    checks: [
      'The sums agree with the ledger to the cent.',
      'Every page has a date and a signature where one is needed.',
      'Nothing is counted in two periods.',
    ],
    troubles: [
      'The portal refuses the file: amounts need a point, and no separator of thousands.',
      'A receipt is unreadable: ask for a copy before the period closes.',
    ],
    commands: [
      'python3 scripts/match.py --period 2026-Q1 {slug}',
      'pdftotext -layout inbox/{slug}.pdf -',
      'ls archive/{slug}',
    ],
  },
  {
    actions: actions(
      ['teach', 'Teaches', 'somebody wants to learn {it} step by step'],
      ['quiz', 'Makes questions about', 'learners want to test what they know about {it}'],
      ['grade', 'Gives feedback on', 'work about {it} was handed in'],
      ['outline', 'Outlines a course about', 'a course about {it} begins next term'],
      ['illustrate', 'Finds examples for', '{it} stay abstract for learners'],
    ),
    subjects: subjects(
      ['linear-algebra', 'linear algebra'],
      ['organic-chemistry', 'organic chemistry'],
      ['music-theory', 'music theory'],
      ['world-history', 'world history'],
      ['german-grammar', 'German grammar'],
      ['statistics-basics', 'the basics of statistics'],
    ),
    steps: [
      'Ask what the learner can already do, and begin there.',
      'Give one example before the rule, and one after it.',
      'Let the learner predict the result before you show it.',
      'Name the mistake that everybody makes with {it}, and why it is tempting.',
      'Return to it after a day and after a week with a short question.',
      'Praise what was done, not who did it.',
      'End with one task that needs everything of today.',
    ],
    checks: [
      'The learner can explain it in own words.',
      'Each question has exactly one right answer.',
      'The level of the examples rises slowly.',
    ],
    troubles: [
      'The learner guesses: ask for the reason of the answer, also of a right one.',
      'The lesson takes too long: drop the second method, not the exercise.',
    ],
    commands: [
      'python3 scripts/cards.py {slug} --new 10',
      'pandoc lessons/{slug}.md -o lessons/{slug}.pdf',
      'ls lessons/{slug}',
    ],
  },
  {
    actions: actions(
      ['triage', 'Sorts', 'more than a day of {it} has piled up'],
      ['answer', 'Answers', '{it} wait for a first reply'],
      ['escalate', 'Hands over', 'one of {it} needs somebody with more rights'],
      ['measure', 'Counts', 'the monthly report needs figures about {it}'],
      ['merge', 'Joins', 'several of {it} are about the same thing'],
    ),
    subjects: subjects(
      ['bug-reports', 'bug reports'],
      ['feature-requests', 'feature requests'],
      ['refund-requests', 'requests for a refund'],
      ['abuse-reports', 'reports of abuse'],
      ['pull-requests', 'pull requests'],
      ['incident-tickets', 'tickets of incidents'],
    ),
    steps: [
      'Read the newest first, because people wait for it.',
      'Look for the same words in the last thirty days before you open something new.',
      'Ask for one missing fact at a time.',
      'Label by what is broken, not by who complains.',
      'Give a date for the next news, also when there is none.',
      'Quote the sentence that you answer.',
      'Close only what the reporter agrees is done, or what was silent for two weeks.',
    ],
    checks: [
      'Nothing of {it} is older than its promise.',
      'Every label is one of the documented ones.',
      'The owner of each is a person, not a team.',
    ],
    troubles: [
      'The reporter is angry: repeat the problem in your words first, then say what happens next.',
      'Two teams pass it back and forth: ask the person on call to decide.',
    ],
    commands: [
      'gh issue list --label {slug} --limit 50',
      'gh issue view 1204 --comments',
      'python3 scripts/ages.py {slug}',
    ],
  },
  {
    actions: actions(
      ['design', 'Designs', 'a first version of {it} is needed for discussion'],
      ['measure-use-of', 'Measures how people use', 'a decision about {it} needs more than opinions'],
      ['simplify', 'Simplifies', 'people get lost in {it}'],
      ['translate-texts-of', 'Translates the texts of', '{it} ship in another language'],
      ['make-accessible', 'Makes accessible', 'people with a screen reader or a keyboard use {it}'],
    ),
    subjects: subjects(
      ['signup-pages', 'pages to sign up'],
      ['settings-screens', 'settings screens'],
      ['email-templates', 'templates of e-mails'],
      ['data-dashboards', 'dashboards'],
      ['search-results', 'pages of search results'],
      ['mobile-menus', 'menus of the mobile app'],
    ),
    steps: [
      'Write down the three tasks for which people come to {it}.',
      'Draw the empty, the usual, the full and the broken state.',
      'Use the words that people use in their questions to support.',
      'Check contrast, order of focus and the size of targets before colours.',
      'Let five people try it, and say nothing while they do.',
      'Change the one thing that stopped most of them.',
      'Keep the old version reachable for a month.',
    ],
    checks: [
      'Everything works with the keyboard alone.',
      'Texts have room for a language that is a third longer.',
      'The page is usable at 320 pixels.',
    ],
    troubles: [
      'Everybody likes it and nobody finishes: measure the step where they leave.',
      'The component library has no such part: ask before you make a new one.',
    ],
    commands: [
      'npx playwright test ui/{slug}.spec.ts',
      'npx axe http://localhost:5173/{slug}',
      'ls designs/{slug}',
    ],
  },
];
