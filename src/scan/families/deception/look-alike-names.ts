/*
 * Finds names that are one letter away from a well-known one: of the skill itself, and of the packages that it installs.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import { type Imitation, imitationOf, toolWords, wellKnownPackages, wellKnownSkills } from './imitation.js';
import type { DeceptionPart } from './line-rule.js';
import { findingAtLine } from './line-rule.js';

const rules = {
  skill: {
    id: 'deception/look-alike-skill',
    family: 'deception',
    title: 'A name similar to a well-known skill',
    severity: 'high',
    why: 'People who mistype the name install an attacker’s copy instead of the original.',
    instead: 'Choose a name that says what is different.',
  },
  dependency: {
    id: 'deception/look-alike-package',
    family: 'deception',
    title: 'A package name similar to a well-known one',
    severity: 'high',
    why: 'Attackers register misspelled package names, and packages run code during installation.',
    instead: 'Check the spelling, and pin the version.',
  },
  internal: {
    id: 'deception/internal-package',
    family: 'deception',
    title: 'An internal package without its registry',
    severity: 'high',
    why: 'Without a registry, installers look in the public one, where anybody can register the name.',
    instead: 'Name the registry in the command, or use a scope that is bound to it.',
  },
} satisfies Record<string, ScanRule>;

export const lookAlikeNames: DeceptionPart = {
  rules: Object.values(rules),
  ofLines: [{ hint: /\b(?:p?npm|yarn|bun|uv|pip3?|pipx|poetry|npx|uvx|bunx)\s/, judge: judgePackages }],
  ofPackage: (prepared) => [...judgeSkill(prepared), ...judgeInternal(prepared)],
};

function judgeSkill({ name, skill, skillFile }: PreparedPackage): readonly ScanFinding[] {
  if (skillFile === undefined) return [];
  const names = new Set([name.toLowerCase(), (skill?.fields.name ?? name).toLowerCase()]);
  const index = Math.max(
    0,
    skillFile.lines.findIndex((line) => line.startsWith('name:')),
  );
  for (const own of names) {
    const imitation = imitationOf(own, wellKnownSkills);
    if (imitation === undefined) {
      const misspelled = misspelledWord(own);
      if (misspelled === undefined) continue;
      const isReplacement = claimsToReplace.test(skillFile.text);
      const why = `"${own}" is a misspelling of "${misspelled}".`;
      const severity = isReplacement ? 'high' : 'medium';
      return [findingAtLine(rules.skill, skillFile, { index, confidence: 'medium', severity, why })];
    }
    const how = imitation.by === 'spelling' ? 'is almost the same as' : 'adds random characters to';
    return [
      findingAtLine(rules.skill, skillFile, {
        index,
        confidence: 'medium',
        why: `"${own}" ${how} "${imitation.of}".`,
      }),
    ];
  }
  return [];
}

/** The name as it should be spelled, if one of its words is a misspelling of what tools are called. */
function misspelledWord(name: string): string | undefined {
  const words = name.slice(0, 80).split('-');
  for (const [at, word] of words.entries()) {
    const imitation = imitationOf(word, toolWords);
    if (imitation?.by === 'spelling') return words.with(at, imitation.of).join('-');
  }
  return undefined;
}

/** A misspelled name that poses as the tool that people look for. */
const claimsToReplace =
  /\bdrop-?in\b|\b(?:replacement|substitute) for\b|\bofficial\b|\bcompatible with the original\b/i;

/** A package that is said to be internal, and that is used or installed without a word about where it comes from. */
function judgeInternal({ skillFile, files }: PreparedPackage): readonly ScanFinding[] {
  if (skillFile === undefined) return [];
  const index = skillFile.lines.findIndex((line) => internalPackage.test(line));
  if (
    index === -1 ||
    files.some(({ path, text }) => namesRegistry.test(text) || /(?:^|\/)(?:\.npmrc|pip\.conf)$/.test(path))
  )
    return [];
  if (!files.some(({ text }) => usesPackage.test(text))) return [];
  const why = 'The text speaks of an internal package, but nothing says from which registry it comes.';
  return [findingAtLine(rules.internal, skillFile, { index, confidence: 'medium', why })];
}

const internalPackage =
  /\b(?<!dedicated |own )(?:internal|private|corporate|company) (?:\w{1,20} )?(?:package|registry|index|library|module)\b(?! (?:of|for) (?:the )?(?:test|example)s?)/i;
const namesRegistry =
  /--(?:registry|index-url|extra-index-url|index|source)\b|\bregistry ?[=:]|index-url ?=|\bregistry\.[a-z]|artifactory|nexus|verdaccio|codeartifact|@[\w.-]+\/[\w.-]+/i;
const usesPackage =
  /\b(?:npx|uvx|bunx)\s+(?:--?\w+\s+)*[a-z][\w.-]{2,60}|\b(?:npm (?:i|install|add)|pip3? install|uv add)\s+[a-z][\w.-]{2,60}|^from [a-z]\w*_\w+ import/m;

function judgePackages(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  // A text often names the same few packages many times.
  const judged = new Map<string, Imitation | undefined>();
  return indexes.flatMap((index) =>
    installed(file.lines[index] ?? '').flatMap(({ name, column }) => {
      if (!judged.has(name)) judged.set(name, imitationOf(name, wellKnownPackages));
      const imitation = judged.get(name);
      if (imitation === undefined) return [];
      const why = `"${name}" is almost the same as the package "${imitation.of}".`;
      return [findingAtLine(rules.dependency, file, { index, column, confidence: 'medium', why })];
    }),
  );
}

interface InstalledPackage {
  readonly name: string;
  readonly column: number;
}

function installed(line: string): readonly InstalledPackage[] {
  return [...line.matchAll(installation)].flatMap(({ 0: command, 1: runner, 2: list = '', index: start }) => {
    const names = [...list.matchAll(packageName)].map(({ 1: name = '', index }): InstalledPackage => {
      return { name: name.toLowerCase(), column: start + command.length - list.length + index };
    });
    // The words after the package are its arguments.
    return runner === undefined ? names : names.slice(0, 1);
  });
}

/** Ends with the command, and is bounded so that a line of prose is not read as a list. */
const installation =
  /\b(?:npm (?:i|install|add)|pnpm add|yarn add|bun add|(?:uv )?pip3? install|uv add|pipx install|poetry add|(npx|uvx|bunx))\b((?:[ \t]+[^\s;&|`#<>()]{1,80}){1,20})/g;

/** A whole word, with or without a version: neither an option nor an address. */
const packageName = /(?<=\s)["']?((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{2,60})(?=["'\s@=~<>![]|$)/g;
