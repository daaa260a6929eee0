/*
 * The facts in a SKILL.md that the catalog stores. Everybody must be able to read what is published, so faults that a
 * local library tolerates are refused here; milder ones become warnings. Changes to these facts are made in the file
 * itself, so that the catalog always shows what is installed.
 */

import { type EditOutcome, setExtension, setField } from '../../skill/edit.js';
import { fieldLimits } from '../../skill/fields.js';
import { parseSkill } from '../../skill/parse.js';
import type { SkillFields } from '../../skill/skill.js';
import { CoppiceError } from '../../text/errors.js';
import { countCharacters, decodeStrict } from '../../text/utf8.js';
import { baseOf } from '../api/item-slug.js';
import { tagSchema } from '../api/names.js';
import type { ItemName } from './access/principal.js';
import { type Requirement, readRequirements } from './versions/requirement.js';

export interface SkillFacts {
  readonly text: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
  readonly requirements: readonly Requirement[];
  readonly warnings: readonly string[];
}

/** `own` is the item that it is published as, where that is known; its slug replaces a missing name. */
export function readSkillFacts(bytes: Uint8Array, own?: ItemName): SkillFacts {
  if (bytes.length > maxBytes) throw badSkill(`the file is larger than ${maxBytes} bytes`);
  const text = decodeStrict(bytes);
  if (text === undefined) throw badSkill('the file is not UTF-8');
  // PostgreSQL cannot store it.
  if (text.includes('\0')) throw badSkill('the file has a NUL character');
  const { fields, reading, diagnostics } = parseSkill(bytes, { folder: own && baseOf(own.slug) });
  const fatal = diagnostics.find(({ code, message }) => isFatal(code, message));
  if (reading === 'none' || fatal !== undefined)
    throw badSkill(
      `line ${fatal?.line ?? 1}: ${(fatal ?? diagnostics[0])?.message ?? 'no field can be read'}`,
    );
  const tags = separateTags(fields.tags);
  refuseOddFields({ ...fields, tags });
  return {
    text,
    name: fields.name,
    description: fields.description,
    whenToUse: fields.whenToUse ?? null,
    tags,
    requirements: readRequirements(fields.requires, own),
    warnings: diagnostics
      // The file of a command has no name: it is that of the file.
      .filter(({ code }) => own?.kind !== 'command' || code !== 'name-missing')
      .map(({ line, message }) => `SKILL.md, line ${line}: ${message}`),
  };
}

/** A field that is undefined stays as it is; an empty `whenToUse` or `tags` is removed. */
export interface SkillChanges {
  readonly description?: string | undefined;
  readonly whenToUse?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export function rewriteSkill(source: Uint8Array, { description, whenToUse, tags }: SkillChanges): Uint8Array {
  let skill = parseSkill(source);
  const apply = (field: string, outcome: EditOutcome) => {
    if (outcome.kind === 'refused')
      throw new CoppiceError('would-break-skill', `the ${field} cannot be changed: ${outcome.message}`, {
        hint: 'send the whole SKILL.md instead',
      });
    skill = outcome.skill;
  };
  if (description !== undefined) apply('description', setField(skill, ['description'], description));
  if (whenToUse !== undefined) apply('when_to_use', setExtension(skill, 'when_to_use', whenToUse));
  if (tags !== undefined) apply('tags', setExtension(skill, 'tags', tags));
  return skill.source;
}

const maxBytes = 1024 * 1024;
const maxWhenToUse = 1024;
const maxTags = 50;

/** The catalog invents no description, and skips no requirement that it cannot read. */
function isFatal(code: string, message: string): boolean {
  return (
    code === 'description-missing' || (code === 'field-shape' && /^"(?:description|requires)"/.test(message))
  );
}

function refuseOddFields({ name, description, whenToUse = '', tags }: SkillFields): void {
  refuseLong('name', name, fieldLimits.name);
  refuseLong('description', description, fieldLimits.description);
  refuseLong('when_to_use', whenToUse, maxWhenToUse);
  if (tags.length > maxTags)
    throw badSkill(`the file has ${tags.length} tags; at most ${maxTags} are allowed`);
  if ([name, description, whenToUse, ...tags].some((field) => unprintable.test(field)))
    throw badSkill('a field has a control character');
  const [fault] = tags.flatMap((tag) => tagSchema.safeParse(tag).error?.issues ?? []);
  if (fault !== undefined) throw badSkill(fault.message);
}

/** Some authors write several tags with commas as one entry of the list. */
function separateTags(written: readonly string[]): readonly string[] {
  return written.flatMap((tag) => tag.split(',')).flatMap((tag) => tag.trim() || []);
}

function refuseLong(field: string, text: string, limit: number): void {
  const length = countCharacters(text);
  if (length > limit) throw badSkill(`the ${field} has ${length} characters; at most ${limit} are allowed`);
}

/** Control characters except line ends and tabs, and lone surrogates. */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

function badSkill(fault: string): CoppiceError {
  return new CoppiceError('bad-bundle', `SKILL.md: ${fault}`);
}
