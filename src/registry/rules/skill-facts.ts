/*
 * What a SKILL.md says that the catalog keeps, checked: what is published must be readable by everybody, so faults that
 * a library puts up with are refused here. Milder ones are published, and told as warnings.
 */

import { type EditOutcome, setExtension, setField } from '../../skill/edit.js';
import { fieldLimits } from '../../skill/fields.js';
import { parseSkill } from '../../skill/parse.js';
import type { SkillFields } from '../../skill/skill.js';
import { CoppiceError } from '../../text/errors.js';
import { countCharacters, decodeUtf8, isUtf8 } from '../../text/utf8.js';
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

/** `own` is what it is published as, where that is known; its slug stands in for a missing name. */
export function readSkillFacts(bytes: Uint8Array, own?: ItemName): SkillFacts {
  if (bytes.length > maxBytes) throw badSkill(`is larger than ${maxBytes} bytes`);
  if (!isUtf8(bytes)) throw badSkill('is not UTF-8');
  const text = decodeUtf8(bytes);
  // PostgreSQL cannot store it, and nobody means it.
  if (text.includes('\0')) throw badSkill('has a NUL character');
  const { fields, reading, diagnostics } = parseSkill(bytes, { folder: own?.slug });
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
    warnings: diagnostics.map(({ line, message }) => `SKILL.md, line ${line}: ${message}`),
  };
}

const maxBytes = 1024 * 1024;
const maxWhenToUse = 1024;
const maxTags = 50;

/** A description is not made up, and a requirement that cannot be read is not left out. */
function isFatal(code: string, message: string): boolean {
  return (
    code === 'description-missing' || (code === 'field-shape' && /^"(?:description|requires)"/.test(message))
  );
}

function refuseOddFields({ name, description, whenToUse = '', tags }: SkillFields): void {
  refuseLong('name', name, fieldLimits.name);
  refuseLong('description', description, fieldLimits.description);
  refuseLong('when_to_use', whenToUse, maxWhenToUse);
  if (tags.length > maxTags) throw badSkill(`has ${tags.length} tags, and at most ${maxTags} are allowed`);
  if ([name, description, whenToUse, ...tags].some((field) => unprintable.test(field)))
    throw badSkill('has a control character in a field');
  const [fault] = tags.flatMap((tag) => tagSchema.safeParse(tag).error?.issues ?? []);
  if (fault !== undefined) throw badSkill(fault.message);
}

/** In a list, some are written with commas between them as well, and are then several. */
function separateTags(written: readonly string[]): readonly string[] {
  return written.flatMap((tag) => tag.split(',')).flatMap((tag) => tag.trim() || []);
}

function refuseLong(field: string, text: string, limit: number): void {
  const length = countCharacters(text);
  if (length > limit) throw badSkill(`has a ${field} of ${length} characters, and ${limit} are allowed`);
}

/** Control characters but for line ends and tabs, and halves of characters. */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

function badSkill(fault: string): CoppiceError {
  return new CoppiceError('bad-bundle', `SKILL.md: ${fault}`);
}

/*
 * Changes to what a SKILL.md says about itself, made in the file: whatever the catalog shows is what is installed. All
 * else in it stays as it is.
 */

/** What is undefined stays; an empty `whenToUse` and empty `tags` go. */
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
