/*
 * The values that an edit accepts, and the plan for it: one span of the block's text to replace, or the reason why not.
 * Planning never reads the file; edit.ts applies the plan and checks the result.
 */

/** Text is quoted if necessary, so that it is read as text; a boolean is written as it is; a list is a list of texts. */
export type EditValue = string | boolean | readonly string[];

export type EditPlan = Splice | { readonly kind: 'nothing' } | EditRefused;

/** Replaces the characters from `start` up to `end`. */
export interface Splice {
  readonly kind: 'splice';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface EditRefused {
  readonly kind: 'refused';
  readonly reason: EditRefusal;
  readonly message: string;
}

const refusals = {
  'empty-path': 'No field was named.',
  'not-text':
    'The text contains half a character (an unpaired surrogate), which cannot be written to a file.',
  'unclosed-frontmatter': 'The frontmatter has no closing --- line within its size limit; add one first.',
  'not-utf8': 'The frontmatter is not UTF-8, so its other fields could not be preserved.',
  'broken-frontmatter':
    'The frontmatter is not valid YAML, so only its top-level fields can be changed; fix it first.',
  'unusual-syntax': 'The frontmatter uses YAML syntax that an edit cannot preserve.',
  'duplicate-key': 'The field occurs more than once; remove all but one first.',
  aliased:
    'The value is shared with another field by an alias, so it cannot be changed for one of them alone.',
  'not-a-map': 'A parent of this field has a value that is not a map.',
  'value-not-kept': 'The changed file would not contain the requested value.',
  'other-field-changed': 'The change would also change another field.',
  'yaml-broken': 'The changed frontmatter would no longer be valid YAML.',
  'body-changed': 'The change would also change the body.',
} as const;

export type EditRefusal = keyof typeof refusals;

export function splice(start: number, end: number, text: string): Splice {
  return { kind: 'splice', start, end, text };
}

export function refuse(reason: EditRefusal): EditRefused {
  return { kind: 'refused', reason, message: refusals[reason] };
}
