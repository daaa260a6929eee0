/*
 * The result as one page that needs nothing else: no script, no font, no picture, no address. Everything in it may be text
 * of strangers, so every text is escaped, and its policy allows the page its own style and nothing more.
 */

import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { type Arm, arms as allArms } from '../recording.js';
import { isGraded, outcomeText } from '../run-outcome.js';
import type { ArmSummary, CaseResult, EvalResult, RunResult } from './eval-result.js';
import {
  armTitles,
  average,
  difference,
  estimate,
  firingTitles,
  score,
  signed,
  tokens,
  usd,
  verdictTitles,
} from './figures.js';
import { caseTitle } from './page-text.js';

export function htmlPage(result: EvalResult): string {
  const { skill, agent, summary, startedAt, faults } = result;
  const verdict = verdictTitles[summary.verdict];
  const used = allArms.filter((arm) => summary.arms[arm] !== undefined);
  const notes = [...summary.warnings, ...faults];
  const open = openCases(result.cases);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escaped(skill.name)}: ${verdict}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="what">Evaluation of a skill</p>
<h1>${escaped(skill.name)} <span class="verdict ${summary.verdict}">${verdict}</span></h1>
<p class="why">${escaped(summary.why)}</p>
</header>
<dl class="facts">
${fact('Difference', difference(summary.difference))}
${fact('Cost', usd(summary.costUsd))}
${fact('Agent', [agent.name, agent.version, agent.model].filter((part) => part !== null).join(', '))}
${fact('Run', startedAt === null ? 'never' : `${startedAt.slice(0, 16).replace('T', ' ')} UTC`)}
${fact('Content', skill.digest.slice(0, 12))}
</dl>
<section aria-labelledby="arms">
<h2 id="arms">With and without</h2>
${used.map((arm) => armBar(arm, summary.arms[arm])).join('\n')}
${armTable(result, used)}
</section>
<section aria-labelledby="cases">
<h2 id="cases">Cases</h2>
${result.cases.map((one) => caseSection(one, used, open.includes(one))).join('\n')}
</section>
${notes.length === 0 ? '' : `<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul></section>`}
<footer><p>The intervals are about these cases on this agent. A result is a claim of whoever ran it.</p></footer>
</main>
</body>
</html>
`;
}

function fact(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`;
}

/** The interval as a band and the score as a mark, between 0 and 1. */
function armBar(arm: Arm, given: ArmSummary | undefined): string {
  const estimated = given?.score;
  const title = armTitles[arm];
  if (!estimated) return `<p class="bar"><span class="name">${title}</span> no result</p>`;
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  const width = percent(estimated.high - estimated.low);
  return `<div class="bar ${arm}"><span class="name">${title}</span><span class="track" role="img" aria-label="${title}: ${estimate(estimated)}"><span class="band" style="left:${percent(estimated.low)};width:${width}"></span><span class="mark" style="left:${percent(estimated.value)}"></span></span><span class="value">${score(estimated.value)}</span></div>`;
}

/** An arm is a column, so that figures to compare are side by side and the table fits a phone. */
function armTable({ summary }: EvalResult, used: readonly Arm[]): string {
  const cells = (figure: (given: ArmSummary) => string) =>
    used
      .map((arm) => `<td>${escaped(summary.arms[arm] === undefined ? '' : figure(summary.arms[arm]))}</td>`)
      .join('');
  const head = used.map((arm) => `<th scope="col">${armTitles[arm]}</th>`).join('');
  const rows = armFigures.map(([title, figure]) => `<tr><th scope="row">${title}</th>${cells(figure)}</tr>`);
  return `<table class="arms">
<thead><tr><td></td>${head}</tr></thead>
<tbody>${rows.join('')}</tbody>
</table>`;
}

const armFigures: readonly (readonly [title: string, figure: (given: ArmSummary) => string])[] = [
  ['Score (95 %)', ({ score }) => estimate(score)],
  ['Runs', ({ runs }) => String(runs)],
  ['No result', ({ noResult }) => String(noResult)],
  ['Turns', ({ turns }) => average(turns)],
  ['Tokens', (given) => tokens(given.tokens)],
  ['Cost', ({ costUsd }) => usd(costUsd)],
  ['Seconds', ({ seconds }) => average(seconds)],
];

function caseSection(one: CaseResult, used: readonly Arm[], isOpen: boolean): string {
  const scores = used
    .filter((arm) => one.arms[arm] !== undefined)
    .map((arm) => `<span>${armTitles[arm]} <b>${score(one.scores[arm])}</b></span>`)
    .join(' ');
  const change = one.difference === null ? '' : `<span>difference <b>${signed(one.difference)}</b></span>`;
  return `<details${isOpen ? ' open' : ''}>
<summary><span class="case">${escaped(caseTitle(one))}</span> ${scores} ${change}</summary>
<pre class="prompt">${escaped(one.prompt.trim())}</pre>
${used.map((arm) => (one.arms[arm] ?? []).map((run) => runBlock(arm, run)).join('\n')).join('\n')}
</details>`;
}

/** What a reader looks for first: the cases that did not pass, or the first one. */
function openCases(cases: readonly CaseResult[]): readonly CaseResult[] {
  const failed = cases.filter(({ scores }) => (scores.with ?? 0) < 1);
  return failed.length === 0 ? cases.slice(0, 1) : failed.slice(0, maxOpenCases);
}

const maxOpenCases = 3;

function runBlock(arm: Arm, run: RunResult): string {
  const title = `${armTitles[arm]}, run ${run.run}`;
  const head = `<h3>${title}: score ${score(run.score)}</h3><p class="meta">${firingTitles[run.firing]}, ${counted(run.turns, 'turn')}, ${usd(run.costUsd)}, ${(run.durationMs / 1000).toFixed(1)} s</p>`;
  const outcome = isGraded(run.outcome) ? '' : `<p class="stopped">${escaped(outcomeText(run.outcome))}</p>`;
  const grades = run.graders
    .map(({ name, passed, explanation, scored }) => {
      const state = passed === null ? 'unknown' : passed ? 'passed' : 'failed';
      return `<li class="${state}"><b>${state}</b> ${escaped(name)}: ${escaped(explanation)}${scored ? '' : ' (not scored)'}</li>`;
    })
    .join('');
  const answer = run.answer === '' ? '' : `<pre>${escaped(run.answer)}</pre>`;
  return `<article class="${arm}">${head}${outcome}${answer}<ul class="grades">${grades}</ul></article>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return printable(text, { multiline: true }).replace(/[&<>"']/g, (found) => entities[found] ?? '');
}

const style = `
:root{color-scheme:light dark;--ink:#1d2733;--soft:#5b6878;--page:#fff;--card:#f4f6f8;--line:#d5dbe2;--good:#1b6e3c;--bad:#a3261d;--mid:#7a5b00;--with:#2458b3;--other:#6b7480}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#a3afbc;--page:#12171d;--card:#1b222b;--line:#333e4a;--good:#6fcf97;--bad:#ff8a80;--mid:#e5c468;--with:#8ab4f8;--other:#98a3af}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.what{margin:0;color:var(--soft)}
h1{margin:.2rem 0;font-size:1.7rem;overflow-wrap:anywhere}
h2{margin:2rem 0 .6rem;font-size:1.2rem}
h3{margin:0;font-size:1rem}
.verdict{font-size:1rem;padding:.15rem .6rem;border:1px solid;border-radius:1rem;white-space:nowrap;vertical-align:middle}
.helps,.passed b{color:var(--good)}.harms,.failed b,.stopped{color:var(--bad)}.no-verdict,.unknown b{color:var(--mid)}
.why{margin:.3rem 0 0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.6rem;margin:1.2rem 0}
.facts div{background:var(--card);padding:.5rem .7rem;border-radius:.4rem}
dt{color:var(--soft);font-size:.85rem}dd{margin:0;overflow-wrap:anywhere}
.bar{display:grid;grid-template-columns:8.5rem 1fr 3rem;gap:.6rem;align-items:center;margin:.4rem 0}
.track{position:relative;height:1rem;background:var(--card);border:1px solid var(--line);border-radius:.3rem}
.band{position:absolute;top:3px;bottom:3px;background:var(--other);opacity:.45;border-radius:.2rem}
.with .band{background:var(--with)}
.mark{position:absolute;top:-2px;bottom:-2px;width:4px;margin-left:-2px;background:var(--ink);border-radius:2px}
.value{font-variant-numeric:tabular-nums;text-align:right}
.arms{border-collapse:collapse;margin-top:1rem;min-width:min(32rem,100%);font-variant-numeric:tabular-nums}
.arms th,.arms td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
.arms tbody th{font-weight:400;color:var(--soft)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.6rem 0;padding:.5rem .8rem}
summary{cursor:pointer}summary span{display:inline-block;margin-right:.8rem;color:var(--soft)}summary .case{display:inline;font-weight:600;color:var(--ink);overflow-wrap:anywhere}
article{border-left:3px solid var(--line);padding:.1rem 0 .1rem .8rem;margin:1rem 0}article.with{border-color:var(--with)}
pre{background:var(--card);padding:.5rem .7rem;border-radius:.4rem;white-space:pre-wrap;overflow-wrap:anywhere;max-height:20rem;overflow:auto;margin:.5rem 0}
.meta,footer{color:var(--soft);font-size:.9rem;margin:.1rem 0}
.grades{padding-left:1.1rem;margin:.3rem 0}.grades li{overflow-wrap:anywhere}
footer{margin-top:2.5rem}
@media (max-width:34rem){.bar{grid-template-columns:1fr 3rem}.bar .name{grid-column:1/-1}}
`;
