/*
 * What evaluations found for each skill: the difference drawn, and each case in a table.
 */

import type { EvaluatedRow, EvaluationsAnswer, ResultRow } from '../../../../machine/api/effect.js';
import { counted } from '../../../../text/plural.js';
import { utcDay } from '../../../../text/time.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { dayText } from '../../../rules/chart.js';
import { Link } from '../../../state/navigation.js';
import { Interval } from '../../parts/interval.js';
import { costText, intervalText, scoreText } from '../../rules/effect-words.js';
import { skillAddress } from '../../rules/machine-address.js';

export function Evaluations({ evaluations: { skills } }: { readonly evaluations: EvaluationsAnswer }) {
  if (skills.length === 0)
    return (
      <>
        <p class="muted">
          No skill was evaluated on this machine. An evaluation runs cases on your own agent, with the skill
          and without it; it costs what your agent costs.
        </p>
        <CopyLine text="coppice eval SKILL" label="the command" />
      </>
    );
  return (
    <ul class="effect-list">
      {skills.map((one) => (
        <li key={one.skill} class="card">
          <Evaluated skill={one} />
        </li>
      ))}
    </ul>
  );
}

function Evaluated({ skill: { skill, isInstalled, results } }: { readonly skill: EvaluatedRow }) {
  const [latest, ...earlier] = results;
  if (latest === undefined) return null;
  return (
    <>
      <p class="effect-head">
        {isInstalled ? <Link href={skillAddress(skill)}>{skill}</Link> : <b>{skill}</b>}
        <Verdict result={latest} />
      </p>
      <Result result={latest} />
      <details>
        <summary>{counted(latest.cases.length, 'case')}</summary>
        <CasesTable result={latest} />
      </details>
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, 'earlier result')}</summary>
          {earlier.map((result) => (
            <div key={`${result.at} ${result.agent} ${result.against}`} class="effect-earlier">
              <Verdict result={result} />
              <Result result={result} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function Verdict({ result: { verdict, tone } }: { readonly result: ResultRow }) {
  return <span class={tone === 'open' ? 'pill' : `pill ${tone}`}>{verdict}</span>;
}

function Result({ result }: { readonly result: ResultRow }) {
  const { at, agent, difference, against, score, tone, costUsd, isCurrent, runs } = result;
  return (
    <>
      <p class="muted small">
        {agent}, {dayText(utcDay(at), 'short')}, {counted(runs, 'run')} each, {costText(costUsd)}
      </p>
      {difference !== null && <Interval estimated={difference} tone={tone} ends={['worse', 'better']} />}
      <p class="effect-figures small">
        <b>score {scoreText(score)}</b>
        {difference !== null && (
          <span>
            {intervalText(difference)}, compared with {against}
          </span>
        )}
        {!isCurrent && <span class="pill warn">the skill has changed since</span>}
      </p>
    </>
  );
}

function CasesTable({ result: { cases, against } }: { readonly result: ResultRow }) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">With the skill</th>
            {against !== null && <th scope="col">With {against}</th>}
            <th scope="col">Loaded</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ name, score, other, loaded, runs }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>{scoreText(score)}</td>
              {against !== null && <td>{other === null ? '' : scoreText(other)}</td>}
              <td>
                {loaded} of {runs}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
