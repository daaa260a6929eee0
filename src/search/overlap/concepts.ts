/*
 * Words that mean the same in the descriptions of skills, so that "draft a changelog" and "write release notes" are
 * comparable without a model. A group is one concept. Actions are apart: two skills about the same thing that do
 * something else with it are not duplicates.
 */

import { stem, stopWords } from '../english.js';
import { wordsOf } from '../words.js';

export interface Concepts {
  /** What is done, as far as it is known: `write`, `fix`, `split`. */
  readonly actions: ReadonlySet<string>;
  /** What it is done to, and with: each with its number of occurrences. */
  readonly subjects: ReadonlyMap<string, number>;
}

/** The concepts of a text; words that nearly every skill uses are left out. */
export function conceptsOf(text: string): Concepts {
  const stems = wordsOf(text).flatMap((word) => word.map(baseOf));
  const actions = new Set<string>();
  const subjects = new Map<string, number>();
  for (let at = 0; at < stems.length; at++) {
    const first = stems[at] ?? '';
    const pair = pairStarts.has(first) ? subjectPairs.get(`${first} ${stems[at + 1] ?? ''}`) : undefined;
    if (pair !== undefined) {
      subjects.set(pair, (subjects.get(pair) ?? 0) + 1);
      at++;
      continue;
    }
    const action = actionWords.get(first);
    if (action !== undefined) actions.add(action);
    const subject = subjectWords.get(first) ?? (action === undefined ? first : undefined);
    if (subject === undefined || subject.length < 2 || commonStems.has(subject)) continue;
    subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
  }
  return { actions, subjects };
}

/** Each line is one action; its first word is the name. */
const actionGroups = `
write create draft generate author compose produce prepare craft turn
fix repair resolve debug diagnose troubleshoot investigate recover unstick heal cure solve
review audit critique inspect assess evaluate examine feedback
tune optimise optimize improve accelerate speed faster
explain describe clarify teach
convert transform export port
migrate upgrade move
merge combine join concatenate unite
split divide separate chop
summarise summarize condense digest recap shorten distil distill
test verify
deploy ship rollout launch
find search locate discover
design architect outline
remove delete prune clean tidy purge
monitor watch track observe
fill populate
send notify
fetch download scrape crawl collect gather harvest
translate localise localize
encrypt decrypt sign
install configure setup provision scaffold bootstrap
schedule plan
refine polish proofread
reply respond answer
compare contrast
rename restructure refactor reorganise reorganize
compress shrink minify slim
resize crop rotate
transcribe dictate
publish announce
rebase squash
bisect
backup restore
scan detect
sort classify categorise categorize label triage
`;

/** Each line is one concept, its first word the name; an underscore joins two words. */
const subjectGroups = `
changelog release_note release_notes change_log whatsnew
history git_history git_log commit_log commit
release version tag semver
pullrequest pull_request merge_request pr mr diff patch
defect bug fault error mistake regression failure
untested coverage test
kubernetes k8s cluster kubectl
pod container
crash die dying died crashloopbackoff restart oomkilled kill
memory oom ram
sql query statement
postgresql postgres psql pg
slow latency sluggish slowness performance bottleneck
index indexes indices
meeting call standup conversation
transcript recording
minutes note notes
decision agreed agree agreement
task todo action_item action_items ticket assignment
deadline due
email mail inbox message
spreadsheet excel xlsx workbook csv sheet
slide slides deck presentation powerpoint pptx
document docx word doc
picture image photo png jpeg
video clip footage mp4
audio sound voice speech podcast
credential secret password token apikey api_key
vulnerability cve weakness exploit
dependency dependencies package library libraries
outdated stale old
continuous ci pipeline github_action github_actions
flaky intermittent unstable nondeterministic
log logs logging
incident outage postmortem
alert alarm page
dashboard grafana chart graph plot
website site webpage web_page page
form questionnaire
invoice bill receipt
expense expenses spending cost costs
budget finance
weather forecast temperature
calendar appointment event
recipe cooking dish meal
accessibility a11y wcag screenreader
translation language locale i18n l10n
typescript ts
javascript js
python py
terraform iac infrastructure
aws amazon
endpoint route rest http
specification openapi swagger spec
authentication auth login sign_in oauth
permission authorization access_control rbac
schema migration migrations
backup dump snapshot
readme documentation docs guide manual
comment docstring docstrings
unused dead
type types typing annotation annotations
resume cv
job vacancy
letter cover_letter
citation reference bibliography
paper article publication
blog post
newsletter bulletin
tweet social
screenshot capture
keyword seo ranking
onboarding newcomer newcomers
interview candidate
estimate estimation
translation
prompt
certificate tls ssl https
dns domain
disk storage space
branch
conflict conflicts
secret
customer client user_feedback
survey poll
contract agreement_text
refund return
regex regexp pattern
json
yaml
environment env
variable
image_size layer
dockerfile docker
lint linter linting eslint style_guide formatting
standup status_update status_report progress
roadmap milestone backlog
story stories requirement requirements acceptance
persona audience
brand branding
color colour palette
font typography
layout grid responsive breakpoint
animation transition motion
button component widget
server backend
frontend ui interface
queue kafka rabbitmq
cache caching redis
cron crontab timer
rate_limit throttle throttling quota
feature_flag toggle
rollback revert
dataset corpus
duplicate duplicates dedupe deduplicate
missing null nan
column field columns
row record rows
chart visualisation visualization diagram
statistic statistics metrics metric kpi
prediction forecasting
model llm
embedding vector
secret_scanning leak leaked
phishing spam
malware virus
firewall port
backup_plan disaster recovery_plan
license licence licensing
contract nda terms
tax taxes vat
salary payroll
trip travel itinerary flight hotel vacation
shopping groceries grocery
workout exercise fitness training
sleep rest
lesson lecture course curriculum
quiz exam flashcard flashcards
grammar spelling proofread proofreading typo typos
tone voice_style
headline title
caption subtitle subtitles
thumbnail preview
essay draft_text
speech talk keynote
poem story_text
hiring recruiting recruitment
feedback_round retro retrospective
outage_report root_cause rca
timezone timezones
currency exchange
stock share portfolio
crypto bitcoin wallet
house home apartment
garden plant plants
car vehicle
map route_plan location
phone mobile ios android
keyboard shortcut shortcuts
shell bash zsh terminal
windows powershell
ssh remote
ip network
proxy nginx reverse_proxy
webhook callback
graph_ql graphql
protobuf grpc
race deadlock concurrency
leak memory_leak heap
exception stack_trace traceback stacktrace
hang freeze stuck
legacy old_code
interface_contract contract_test
mock stub fake
snapshot_test golden
benchmark profiling profile profiler flamegraph
bundle webpack vite
monorepo workspace
submodule subtree
fork clone
release_train cadence
hotfix
`;

/** In most skills: they say nothing about what one of them is for. */
const commonWords =
  'skill agent user use using when with for from this that the and your you work working help helps new need want ask asks asked trigger should must also any etc more all based via into before after about them these what which whenever while ' +
  'provide provides support supports handle handles including include includes cover covers comprehensive expert best practice practices complete guide tool tools api code file files data content system project projects application app workflow workflows process step steps ' +
  'task make makes get set run running add update list check show view open start read change changes name default example examples usage output input format command commands option options required quick config common source path setup result results value values available detailed core specific full one two first last next time way thing things something somebody someone people person good right really very well every each other another same only just not too without over under between during how why who whose where keep keeps let lets take takes give gives go goes come comes put puts look looks say says know';

const actionWords = groupsOf(actionGroups).words;
const { words: subjectWords, pairs: subjectPairs } = groupsOf(subjectGroups);
const pairStarts = new Set(Array.from(subjectPairs.keys(), (pair) => pair.slice(0, pair.indexOf(' '))));
const commonStems = new Set([...commonWords.split(' '), ...stopWords].map(baseOf));

/** The stem without the ending of a noun or adjective: "deployment" and "deploy", "validation" and "validate". */
function baseOf(word: string): string {
  const stemmed = stem(word);
  if (stemmed.length < 7) return stemmed;
  const base = stemmed.replace(
    /(?:ization|isation|ation|ition|ment|ness|ity|ance|ence|able|ible|ive|ion|er|or|al|ly|iz|is|at)$/,
    '',
  );
  return base.length < 4 ? stemmed : base;
}

interface Groups {
  readonly words: ReadonlyMap<string, string>;
  readonly pairs: ReadonlyMap<string, string>;
}

function groupsOf(lines: string): Groups {
  const words = new Map<string, string>();
  const pairs = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const members = line.split(' ');
    const name = baseOf(members[0] ?? '');
    for (const member of members) {
      const parts = member.split('_').map(baseOf);
      const target = parts.length === 1 ? words : pairs;
      if (!target.has(parts.join(' '))) target.set(parts.join(' '), name);
    }
  }
  return { words, pairs };
}
