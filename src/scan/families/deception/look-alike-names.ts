/*
 * Names one letter away from a well-known one: of the skill itself, and of the packages that it has installed.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import { type Imitation, imitationOf, wellKnownPackages, wellKnownSkills } from './imitation.js';
import type { DeceptionPart } from './line-rule.js';
import { findingAtLine } from './line-rule.js';

const rules = {
  skill: {
    id: 'deception/look-alike-skill',
    family: 'deception',
    title: 'A name like that of a well-known skill',
    severity: 'high',
    why: 'Who mistypes or does not look twice installs the copy of an attacker instead of the skill that was meant.',
    instead: 'Choose a name that says what is different.',
  },
  dependency: {
    id: 'deception/look-alike-package',
    family: 'deception',
    title: 'A package with a name like a well-known one',
    severity: 'high',
    why: 'Packages with mistyped names are registered by attackers, and run code when they are installed.',
    instead: 'Check the spelling, and pin the version.',
  },
} satisfies Record<string, ScanRule>;

export const lookAlikeNames: DeceptionPart = {
  rules: Object.values(rules),
  ofLines: [{ hint: /\b(?:p?npm|yarn|bun|uv|pip3?|pipx|poetry|npx|uvx|bunx)\s/, judge: judgePackages }],
  ofPackage: judgeSkill,
};

function judgeSkill({ name, skill, skillFile }: PreparedPackage): readonly ScanFinding[] {
  if (skillFile === undefined) return [];
  const names = new Set([name.toLowerCase(), (skill?.fields.name ?? name).toLowerCase()]);
  for (const own of names) {
    const imitation = imitationOf(own, wellKnownSkills);
    if (imitation === undefined) continue;
    const index = Math.max(
      0,
      skillFile.lines.findIndex((line) => line.startsWith('name:')),
    );
    const how = imitation.by === 'spelling' ? 'is spelled almost like' : 'adds random characters to';
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

function judgePackages(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  // A text installs the same few packages over and over.
  const judged = new Map<string, Imitation | undefined>();
  return indexes.flatMap((index) =>
    installed(file.lines[index] ?? '').flatMap(({ name, column }) => {
      if (!judged.has(name)) judged.set(name, imitationOf(name, wellKnownPackages));
      const imitation = judged.get(name);
      if (imitation === undefined) return [];
      const why = `"${name}" is spelled almost like the package "${imitation.of}".`;
      return [findingAtLine(rules.dependency, file, { index, column, confidence: 'medium', why })];
    }),
  );
}

interface Installed {
  readonly name: string;
  readonly column: number;
}

function installed(line: string): readonly Installed[] {
  return [...line.matchAll(installation)].flatMap(({ 0: command, 1: runner, 2: list = '', index: start }) => {
    const names = [...list.matchAll(packageName)].map(({ 1: name = '', index }): Installed => {
      return { name: name.toLowerCase(), column: start + command.length - list.length + index };
    });
    // What follows the package that is run are its own arguments.
    return runner === undefined ? names : names.slice(0, 1);
  });
}

/** Up to what ends the command, and not so far that a line of prose is read for a list. */
const installation =
  /\b(?:npm (?:i|install|add)|pnpm add|yarn add|bun add|(?:uv )?pip3? install|uv add|pipx install|poetry add|(npx|uvx|bunx))\b((?:[ \t]+[^\s;&|`#<>()]{1,80}){1,20})/g;

/** A whole word, with or without a version: neither an option nor an address. */
const packageName = /(?<=\s)["']?((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{2,60})(?=["'\s@=~<>![]|$)/g;
