/*
 * Rules about paths that deceive a person or a file system (outside the package, invisible characters, names that
 * another system reads differently, equivalent paths), and about links and special files.
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
    why: 'A careless tool that unpacks the package overwrites a file outside its folder.',
    instead: 'Keep every file inside the folder of the skill.',
  },
  invisible: {
    id: 'structure/invisible-in-path',
    family: 'structure',
    title: 'Invisible characters in a path',
    severity: 'high',
    why: 'The displayed name is not the real one: an extension may be reversed, or a line forged.',
    instead: 'Use only visible characters.',
  },
  unportable: {
    id: 'structure/unportable-path',
    family: 'structure',
    title: 'A name that some systems read differently',
    severity: 'low',
    why: 'A system that drops the end of the name, or treats it as a device, opens a different file than the reviewed one.',
    instead: 'Choose a name that has no trailing dots or spaces and is not reserved.',
  },
  clash: {
    id: 'structure/path-clash',
    family: 'structure',
    title: 'Two files with equivalent paths',
    severity: 'medium',
    why: 'On systems that ignore case, the second file replaces the one that was reviewed.',
    instead: 'Give them names that differ in more than upper and lower case.',
  },
  doubleEnding: {
    id: 'structure/double-ending',
    family: 'structure',
    title: 'A script named like a document',
    severity: 'high',
    why: 'Systems that hide the last extension show a document where there is a script.',
    instead: 'Give the file one extension.',
  },
  hidden: {
    id: 'structure/hidden-file',
    family: 'structure',
    title: 'A hidden file',
    severity: 'low',
    why: 'Listings omit it, so a reviewer may never see it.',
    instead: 'Give it a name without a leading dot.',
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
      findingAboutFile(pathRules.leaving, file, { why: 'The file would be written outside the package.' }),
    );
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(withoutEmoji(path)))
    findings.push(
      findingAboutFile(pathRules.invisible, file, { why: 'The path contains invisible characters.' }),
    );
  const reserved = segments.find(
    (name) => /[^.][. ]+$|^ /.test(name) || hasForbiddenCharacter(name) || isDeviceName(name),
  );
  if (reserved !== undefined)
    findings.push(
      findingAboutFile(pathRules.unportable, file, {
        why: `Some systems read "${reserved}" as a different name.`,
      }),
    );
  if (doubleEnding.test(path))
    findings.push(
      findingAboutFile(pathRules.doubleEnding, file, {
        why: 'Without its last extension the file looks like a document.',
      }),
    );
  const hidden = segments.find((segment) => /^\.[^.]/.test(segment) && !wellKnownHidden.test(segment));
  if (hidden !== undefined)
    findings.push(findingAboutFile(pathRules.hidden, file, { why: `"${hidden}" starts with a dot.` }));
  return findings;
}

function clashes(files: readonly PreparedFile[]): readonly ScanFinding[] {
  const firstPaths = new Map<string, string>();
  return files.flatMap((file) => {
    const normalized = normalizeName(file.path);
    const first = firstPaths.get(normalized);
    if (first === undefined) firstPaths.set(normalized, file.path);
    return first === undefined
      ? []
      : [findingAboutFile(pathRules.clash, file, { why: `On some systems the file replaces "${first}".` })];
  });
}

/** Joiners inside emoji are legitimate. */
function withoutEmoji(path: string): string {
  return path.replace(/\p{Extended_Pictographic}(?:\uFE0F|\u200D(?=\p{Extended_Pictographic}))+/gu, '');
}

const doubleEnding =
  /\.(?:md|txt|pdf|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|mp[34]|html?)[ .]*\.(?:sh|bash|zsh|command|bat|cmd|ps1|vbs|vbe|wsf|py|pyw|js|jse|scr|exe|com|app|lnk)$/i;
const wellKnownHidden =
  /^\.(?:git(?:ignore|attributes|keep|modules|hub)|gitlab-ci\.yml|editorconfig|prettier\w*(?:\.\w+)?|eslint\w*(?:\.\w+)?|dockerignore|npmignore|npmrc|nvmrc|node-version|python-version|ruby-version|tool-versions|env(?:\.[\w.]+)?|markdownlint\w*(?:\.\w+)?|clawhub\w*|claude(?:-plugin)?|vscode|flake8|pylintrc|pre-commit-config\.yaml|DS_Store|keep|skillignore|coppice\w*)$/i;

const linkRules = {
  link: {
    id: 'structure/link',
    family: 'structure',
    title: 'A symbolic link',
    severity: 'high',
    why: 'A link that leaves the package lets the agent read, or a script overwrite, a private file of the user.',
    instead: 'Copy the file into the package.',
  },
  special: {
    id: 'structure/special-file',
    family: 'structure',
    title: 'A device, pipe or socket',
    severity: 'medium',
    why: 'Reading it may block, or reach something other than a file.',
    instead: 'Include only regular files.',
  },
} satisfies Record<string, ScanRule>;

export const escapingLinks: FamilyScanner = {
  rules: Object.values(linkRules),
  scan: ({ files }) => files.flatMap(judgeLink),
};

function judgeLink(file: PreparedFile): readonly ScanFinding[] {
  if (file.kind === 'other')
    return [findingAboutFile(linkRules.special, file, { why: 'This is not a regular file.' })];
  if (file.kind !== 'link') return [];
  const { path, target = '' } = file;
  const excerpt = `${path} -> ${target}`;
  return leavesPackage(path, target)
    ? [findingAboutFile(linkRules.link, file, { why: 'The link leads out of the package.', excerpt })]
    : [
        findingAboutFile(linkRules.link, file, {
          why: 'The link leads to another file of the package.',
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
