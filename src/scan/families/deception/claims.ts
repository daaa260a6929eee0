/*
 * Claims that keep people and agents from checking: that no review is needed, that an authority has done it, that a
 * warning is a false alarm, that this skill is for everything.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import type { DeceptionPart } from './line-rule.js';
import { findingAtLine } from './line-rule.js';

const rules = {
  skipReview: {
    id: 'deception/skip-review',
    family: 'deception',
    title: 'Discourages a review',
    severity: 'high',
    why: 'A reader who believes that no review is needed, or that a warning is false, misses an attack.',
    instead: 'Say what each script does, and leave the decision to the reader.',
  },
  authority: {
    id: 'deception/borrowed-authority',
    family: 'deception',
    title: 'Claims to be verified by somebody',
    severity: 'medium',
    why: 'A text cannot verify itself; the claim is meant to prevent a check.',
    instead: 'Link to the review, and let a registry show who published the skill.',
  },
  everything: {
    id: 'deception/for-everything',
    family: 'deception',
    title: 'Claims to be for every task',
    severity: 'high',
    why: 'A skill that is chosen for every task sees everything, and displaces the skills made for the task.',
    instead: 'Name the tasks that the skill is for.',
  },
} satisfies Record<string, ScanRule>;

export const claims: DeceptionPart = {
  rules: Object.values(rules),
  ofLines: [
    {
      // Every claim contains one of these.
      hint: /no need|necessary|do not|don'?t |never|skip|virus|malware|smartscreen|gatekeeper|defender|security scanner|browser security|false (?:positive|alarm)| safe|no time|verified|certified|trusted|guaranteed|(?:audited|approved|endorsed|vetted|signed off|whitelisted) by /i,
      judge: judgeText,
    },
  ],
  ofPackage: judgeDescription,
};

function judgeText(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  if (file.content !== 'markdown') return [];
  return indexes.flatMap((index) => {
    const line = file.lines[index] ?? '';
    const against = againstReview.find((pattern) => pattern.test(line));
    if (against !== undefined) {
      const column = line.search(against);
      const why = 'The text discourages the reader from reviewing what runs.';
      return [findingAtLine(rules.skipReview, file, { index, column, why, confidence: 'medium' })];
    }
    const column = line.search(claimsVerification);
    const why = 'The text claims that somebody else has verified it.';
    return column === -1
      ? []
      : [findingAtLine(rules.authority, file, { index, column, why, confidence: 'medium' })];
  });
}

const own = '(?:this|these|the (?:attached|included|bundled|install(?:er|ation)|setup)|our) (?:\\w+ ){0,2}';
const thing =
  '(?:skills?|scripts?|code|commands?|installers?|files?|binar(?:y|ies)|packages?|downloads?|archives?|tools?)\\b';

const againstReview: readonly RegExp[] = [
  new RegExp(
    `\\b(?:no need|not necessary|unnecessary|(?:do not|don'?t) (?:need|have|bother|waste time)|you can skip|never)(?: to)? ?(?:\\w+ ){0,2}(?:review|inspect|audit|read(?: through)?|scan|verify|check|examin)\\w* ${own}${thing}`,
    'i',
  ),
  new RegExp(
    `\\bskip (?:the |any |all )?(?:security |safety |code )?(?:review|scan|audit|inspection|check)s? (?:of|for|on) ${own}${thing}`,
    'i',
  ),
  /\b(?:ignore|dismiss|disregard|click through|accept|bypass) (?:the |any |all |these |this )?(?:\w+ ){0,2}(?:antivirus|anti-virus|virus|malware|smartscreen|gatekeeper|defender|virustotal|security scanner|browser security) ?(?:\w+ )?(?:warning|alert|alarm|message|popup|detection|prompt|flag|result)s?\b/i,
  /\b(?:antivirus|anti-virus|windows defender|virustotal|smartscreen|security scanners?|scanners?)\b.{0,60}\b(?:is|are|as) (?:a )?(?:known )?(?:false positives?|false alarms?)\b/i,
  /\b(?:false positives?|false alarms?)\b.{0,60}\b(?:antivirus|anti-virus|windows defender|virustotal|smartscreen)\b/i,
  /\b(?:completely|100 ?%|totally|perfectly) safe\b.{0,60}\b(?:without (?:review|checking|reading|asking)|no (?:review|check)|just run|run it)\b/i,
  /\b(?:verified|certified|trusted|guaranteed)\b.{0,60}\bno (?:security |safety |code )?(?:review|scan|audit|inspection) (?:is )?(?:needed|necessary|required)\b/i,
  /\bno time (?:for|to) (?:an? |any |the )?(?:security |safety |code )?(?:review|scan|audit|inspect)/i,
  /\bskip (?:the |any |all |every )?(?:security |safety |virus |malware )?(?:scan|review|audit)s?\b.{0,40}\b(?:warnings?|alerts?|false (?:positives?|alarms?))\b/i,
];

const claimsVerification =
  /\b(?:this|our|the) (?:skill|script|package|plugin|tool|installer)\b.{0,40}\b(?:verified|certified|audited|approved|endorsed|vetted|signed off|whitelisted) by (?:the )?(?:official )?(?:anthropic|openai|google|microsoft|apple|github|clawhub|openclaw|claude|your (?:it|security|admin)\w*|security team|it department)\b/i;

function judgeDescription({ skill, skillFile }: PreparedPackage): readonly ScanFinding[] {
  if (skill === undefined || skillFile === undefined) return [];
  const { description, whenToUse = '' } = skill.fields;
  const text = `${description}\n${whenToUse}`;
  const claim = text.match(everyTask)?.[0];
  if (claim === undefined) return [];
  const index = Math.max(
    0,
    skillFile.lines.findIndex((line) => /^(?:description|when_to_use):/.test(line)),
  );
  const column = Math.max(0, skillFile.lines[index]?.indexOf(claim) ?? 0);
  const why = `"${claim}" leaves no task to other skills.`;
  // A claim to every task is boasting; pushing other skills aside as well is a takeover.
  const severity = pushesOthersAside.test(text) ? 'high' : 'medium';
  return [findingAtLine(rules.everything, skillFile, { index, column, why, severity, confidence: 'medium' })];
}

const pushesOthersAside =
  /\b(?:replaces|supersedes|overrides) all other skills\b|\b(?:never|do not|don't) (?:use|load|choose|call) (?:another|any other|other) skills?\b/i;

const anyTask =
  '(?:everything\\b|(?:every|all|any|each)(?: and every)?(?: single)?(?: user)? (?:tasks?|requests?|messages?|prompts?|questions?|conversations?|interactions?|actions?)\\b)';
/** Words after it would narrow it down again, as in "for any task in a spreadsheet". */
const withoutLimit = '(?=\\s*(?:[.,;:!)\\n]|$|(?:and|or|before|first|no matter|regardless|always)\\b))';

const everyTask = new RegExp(
  [
    `\\b(?:use|invoke|load|run|apply|choose|prefer|activate|trigger)d?(?: (?:this|it)(?: skill)?)? (?:for|on|before) ${anyTask}${withoutLimit}`,
    '\\balways (?:use|invoke|load|choose|prefer|run|call|activate) (?:this|it)(?: skill)? (?:first|before (?:any|all)|instead|no matter)',
    '\\b(?:instead of|over|rather than|before) (?:any|all|every)(?: of the)? (?:other|remaining)(?: \\w+)? skills?',
    `\\b(?:must|should|needs to) (?:always )?be (?:used|invoked|loaded|called) (?:for|on|before) ${anyTask}${withoutLimit}`,
    '\\b(?:replaces|supersedes|overrides) all other skills\\b',
  ].join('|'),
  'i',
);
