/*
 * Paths that deceive a person or a file system: out of the package, invisible characters, names that another system
 * reads differently, two files in one place.
 */

import { hasForbiddenCharacter, isDeviceName, normalizeName } from '../../../skill/package-names.js';
import type { ScanFinding } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';

const pathRules = {
  leaving: {
    id: 'structure/path-leaves-package',
    family: 'structure',
    title: 'A path that leaves the package',
    severity: 'critical',
    why: 'Unpacked by a careless tool, the file overwrites something outside of the folder of the skill.',
    instead: 'Keep every file below the folder of the skill.',
  },
  invisible: {
    id: 'structure/invisible-in-path',
    family: 'structure',
    title: 'Invisible characters in a path',
    severity: 'high',
    why: 'The name that is shown is not the name that is: an ending may be turned around, or a line forged.',
    instead: 'Use characters that can be seen.',
  },
  unportable: {
    id: 'structure/unportable-path',
    family: 'structure',
    title: 'A name that some systems read differently',
    severity: 'low',
    why: 'A system that drops the end of a name, or takes it for a device, opens another file than was reviewed.',
    instead: 'Choose a name without trailing dots and spaces that is not one of the reserved ones.',
  },
  clash: {
    id: 'structure/path-clash',
    family: 'structure',
    title: 'Two files in one place',
    severity: 'medium',
    why: 'Where capitals do not count, the second file takes the place of the one that was reviewed.',
    instead: 'Give them names that differ in more than capitals.',
  },
  doubleEnding: {
    id: 'structure/double-ending',
    family: 'structure',
    title: 'A script named like a document',
    severity: 'high',
    why: 'Systems that hide the last ending show a document where there is a script.',
    instead: 'Give the file one ending.',
  },
  hidden: {
    id: 'structure/hidden-file',
    family: 'structure',
    title: 'A hidden file',
    severity: 'low',
    why: 'A listing leaves it out, so that a reviewer may never see it.',
    instead: 'Give it a name without a dot in front.',
  },
} satisfies Record<string, ScanRule>;

export const unsafePaths: FamilyScanner = {
  rules: Object.values(pathRules),
  scan: ({ files }) => [...files.flatMap(judgePath), ...clashes(files)],
};

function judgePath(file: PreparedFile): readonly ScanFinding[] {
  const { path } = file;
  const segments = path.split(/[/\\]/);
  const findings: ScanFinding[] = [];
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path) || segments.includes('..'))
    findings.push(
      findingAboutFile(pathRules.leaving, file, { why: 'It would be written outside of the package.' }),
    );
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(withoutEmoji(path)))
    findings.push(
      findingAboutFile(pathRules.invisible, file, { why: 'The path has characters that cannot be seen.' }),
    );
  const reserved = segments.find(
    (name) => /[^.][. ]+$|^ /.test(name) || hasForbiddenCharacter(name) || isDeviceName(name),
  );
  if (reserved !== undefined)
    findings.push(
      findingAboutFile(pathRules.unportable, file, { why: `"${reserved}" is another name elsewhere.` }),
    );
  if (doubleEnding.test(path))
    findings.push(
      findingAboutFile(pathRules.doubleEnding, file, {
        why: 'Without its last ending it looks like a document.',
      }),
    );
  const hidden = segments.find((segment) => /^\.[^.]/.test(segment) && !wellKnownHidden.test(segment));
  if (hidden !== undefined)
    findings.push(findingAboutFile(pathRules.hidden, file, { why: `"${hidden}" begins with a dot.` }));
  return findings;
}

function clashes(files: readonly PreparedFile[]): readonly ScanFinding[] {
  const firstOf = new Map<string, string>();
  return files.flatMap((file) => {
    const place = normalizeName(file.path);
    const first = firstOf.get(place);
    if (first === undefined) firstOf.set(place, file.path);
    return first === undefined
      ? []
      : [findingAboutFile(pathRules.clash, file, { why: `It takes the place of "${first}".` })];
  });
}

/** A joiner inside an emoji is no trick. */
function withoutEmoji(path: string): string {
  return path.replace(/\p{Extended_Pictographic}(?:\uFE0F|\u200D(?=\p{Extended_Pictographic}))+/gu, '');
}

const doubleEnding =
  /\.(?:md|txt|pdf|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|mp[34]|html?)[ .]*\.(?:sh|bash|zsh|command|bat|cmd|ps1|vbs|vbe|wsf|py|pyw|js|jse|scr|exe|com|app|lnk)$/i;
const wellKnownHidden =
  /^\.(?:git(?:ignore|attributes|keep|modules|hub)|gitlab-ci\.yml|editorconfig|prettier\w*(?:\.\w+)?|eslint\w*(?:\.\w+)?|dockerignore|npmignore|npmrc|nvmrc|node-version|python-version|ruby-version|tool-versions|env(?:\.[\w.]+)?|markdownlint\w*(?:\.\w+)?|clawhub\w*|claude(?:-plugin)?|vscode|flake8|pylintrc|pre-commit-config\.yaml|DS_Store|keep|skillignore|coppice\w*)$/i;

/*
 * Links, and other things that are no plain files. A link brings what it leads to into the package, and out again when
 * the package is copied or published.
 */

const linkRules = {
  link: {
    id: 'structure/link',
    family: 'structure',
    title: 'A symbolic link',
    severity: 'high',
    why: 'A link that leaves the package makes the agent read, or a script overwrite, a private file of the user.',
    instead: 'Copy the file into the package.',
  },
  special: {
    id: 'structure/special-file',
    family: 'structure',
    title: 'A device, pipe or socket',
    severity: 'medium',
    why: 'Reading it may block, or reach something else than a file.',
    instead: 'Ship plain files only.',
  },
} satisfies Record<string, ScanRule>;

export const escapingLinks: FamilyScanner = {
  rules: Object.values(linkRules),
  scan: ({ files }) => files.flatMap(judgeLink),
};

function judgeLink(file: PreparedFile): readonly ScanFinding[] {
  if (file.kind === 'other')
    return [findingAboutFile(linkRules.special, file, { why: 'It is no plain file.' })];
  if (file.kind !== 'link') return [];
  const { path, target = '' } = file;
  const excerpt = `${path} -> ${target}`;
  return leavesPackage(path, target)
    ? [findingAboutFile(linkRules.link, file, { why: 'It leads out of the package.', excerpt })]
    : [
        findingAboutFile(linkRules.link, file, {
          why: 'It leads to another file of the package.',
          severity: 'low',
          excerpt,
        }),
      ];
}

function leavesPackage(path: string, target: string): boolean {
  if (target === '' || /^(?:[/\\~]|[A-Za-z]:)/.test(target)) return true;
  let depth = path.split('/').length - 1;
  for (const segment of target.split(/[/\\]/)) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.' && segment !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
