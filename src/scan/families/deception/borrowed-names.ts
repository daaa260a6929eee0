/*
 * Packages that are published under another name than the one they give themselves. Copies of a skill are published by the
 * dozen under its name with a letter changed or a few random characters behind it; the manifest of the registry in the
 * package says under which. Of 1,183 real skills, none that is honest has such a pair of names.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { isCode } from '../../package/content-kind.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import { imitationOf } from './imitation.js';
import type { DeceptionPart } from './line-rule.js';
import { findingAtLine } from './line-rule.js';

const rule: ScanRule = {
  id: 'deception/borrowed-name',
  family: 'deception',
  title: 'Published under a name that imitates its own',
  severity: 'high',
  why: 'Copies of a skill are published under look-alike names, to be found by people who look for the original.',
  instead: 'Publish the skill under the name in its SKILL.md.',
};

export const borrowedNames: DeceptionPart = { rules: [rule], ofLines: [], ofPackage: judgeManifest };

function judgeManifest({ skill, skillFile, files }: PreparedPackage): readonly ScanFinding[] {
  // A title such as "Charts / SVG" is published as charts-svg.
  const own = (skill?.fields.name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const manifest = files.find(({ path }) => /(?:^|\/)(?:_meta|clawhub|skill)\.json$/.test(path));
  if (own === '' || manifest === undefined || skillFile === undefined) return [];
  const index = manifest.lines.findIndex((line) => slugField.test(line));
  const slug = slugField.exec(manifest.lines[index] ?? '')?.[1]?.toLowerCase();
  if (slug === undefined || slug === own) return [];
  const imitation = imitationOf(slug, new Set([own]));
  const isSameLetters = slug.replaceAll('-', '') === own.replaceAll('-', '');
  if (imitation === undefined && !(isSameLetters && isHollow(skillFile, files))) return [];
  const how =
    imitation === undefined
      ? `is "${own}" without its hyphens, and the scripts that it runs are missing`
      : imitation.by === 'suffix'
        ? `adds random characters to "${own}"`
        : `is almost the same as "${own}"`;
  return [
    findingAtLine(rule, manifest, {
      index,
      confidence: 'medium',
      why: `The package is published as "${slug}", which ${how}, the name in its SKILL.md.`,
    }),
  ];
}

const slugField = /"slug"\s{0,4}:\s{0,4}"([\w.-]{1,80})"/;

/** Whether the skill runs scripts of its own folder, of which the package has none. */
function isHollow({ text }: PreparedFile, files: readonly PreparedFile[]): boolean {
  return (
    /\bscripts\/[\w.-]{1,80}\.(?:py|sh|js|mjs|ts)\b/.test(text) &&
    !files.some(({ content }) => isCode(content))
  );
}
