/*
 * The skill that an evaluation is about: by its name, or by its folder. Its cases come with it and are given to an agent,
 * so it must be at the verdict `pass` or accepted by a person, and cases of others must be trusted first.
 */

import { basename } from 'node:path';
import { readFolder } from '../../client/source/read-folder.js';
import type { SkillFile } from '../../eval/run/prepare-run.js';
import type { Library } from '../../library/open-library.js';
import { withheldBecause } from '../../library/rules/verdict.js';
import { verdictOf } from '../../library/verdicts/verdicts.js';
import { packageDigest } from '../../skill/digest.js';
import { isCaseFile, isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Provenance } from '../../usage/rules/record.js';
import { scanTargets } from '../scan-targets.js';

export interface EvalTarget extends SkillContent {
  readonly id: string;
  /** What its results are stored for: its id, or its folder where it is in no root. */
  readonly storedAs: string;
  readonly folder: string;
  readonly provenance: Provenance;
}

/** What an agent is given, and its digest. */
export interface SkillContent {
  readonly name: string;
  readonly description: string;
  /** The SKILL.md. */
  readonly text: string;
  readonly files: readonly SkillFile[];
  readonly digest: string;
}

export function evalTarget(library: Library, workingFolder: string, word: string): EvalTarget {
  const [target, ...others] = scanTargets(library, workingFolder, [word]);
  if (target === undefined || target.error !== undefined)
    throw target?.error ?? new CoppiceError('skill-not-found', `there is no skill ${word}`);
  if (others.length > 0)
    throw new CoppiceError('ambiguous-name', `${word} contains ${others.length + 1} skills`, {
      hint: 'name one of them',
    });
  const folder = library.files.realPath(target.path) ?? target.path;
  return {
    ...skillContent(library.files, folder, word),
    id: target.skill?.id ?? target.target,
    storedAs: target.skill?.id ?? folder,
    folder,
    provenance: target.provenance,
  };
}

/** The package without its cases, which would show the agent how its answer is graded. */
export function skillContent(files: Files, folder: string, shown: string): SkillContent {
  const given = readFolder(files, folder, shown).filter(({ path }) => !isCaseFile(path));
  return contentOf(given, folder, shown);
}

export function contentOf(given: readonly SkillFile[], folder: string, shown: string): SkillContent {
  const skillFile = given.find(({ path }) => isSkillFile(path));
  if (skillFile === undefined)
    throw new CoppiceError('not-found', `there is no SKILL.md in ${shown}`, {
      hint: 'give a skill, or the folder of one',
    });
  const { fields } = parseSkill(skillFile.bytes, { folder: basename(folder) });
  const outcome = packageDigest(
    given.map(({ path, bytes, executable }) => ({ path, executable, sha256: sha256Hex(bytes) })),
    sha256Hex,
  );
  if (outcome.kind === 'refused')
    throw new CoppiceError('bad-bundle', `${shown}/${outcome.path} cannot be part of a package`);
  const named = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(fields.name) ? fields.name : basename(folder);
  return {
    name: named,
    description: fields.description,
    text: new TextDecoder().decode(skillFile.bytes),
    files: given,
    digest: outcome.digest,
  };
}

/** Provenances of skills that somebody else wrote. */
const foreign: readonly Provenance[] = ['bundled', 'hub', 'plugin', 'external', 'registry'];

export function requireTrusted(library: Library, target: EvalTarget, trustsCases: boolean): void {
  const { id, name, folder, provenance } = target;
  const verdict = verdictOf(library, { id, name, folder, path: `${folder}/SKILL.md` });
  if (verdict.verdict !== 'pass' && verdict.accepted === null)
    throw new CoppiceError(
      'blocked',
      `${id} is not evaluated: the scanner says ${verdict.verdict ?? 'nothing'} (${withheldBecause(verdict)})`,
      { hint: `coppice scan ${id} shows why; only skills that pass, or that you accepted, are run` },
    );
  if (foreign.includes(provenance) && !trustsCases)
    throw new CoppiceError('untrusted', `${id} and its cases were written by others (${provenance})`, {
      hint: 'read its cases, then use --trust-cases',
    });
}
