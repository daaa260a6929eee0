/*
 * What an edit may be asked for, and what comes of planning it: one stretch of the block's text to replace, or the
 * reason why not. Planning never looks at the file; applying the plan and checking the result is edit.ts.
 */

/** Text is written so that it is read as text; a truth value stands as it is; a list is a list of texts. */
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
  'not-text': 'The text has half a character in it (an unpaired surrogate), which no file can hold.',
  'unclosed-frontmatter': 'The frontmatter is not closed by a --- line within its limit; close it first.',
  'not-utf8': 'The frontmatter is not UTF-8, so its other fields could not be kept as they are.',
  'broken-frontmatter':
    'The frontmatter is not valid YAML, so only its top-level fields can be changed; mend it first.',
  'unusual-syntax': 'The frontmatter uses YAML syntax that an edit cannot keep as it is.',
  'duplicate-key': 'The field is there more than once; remove all but one first.',
  aliased: 'The value is shared with another field by an alias, and cannot be changed for one of them.',
  'not-a-map': 'A field on the way to this one holds a value that is not a map.',
  'value-not-kept': 'The changed file would not be read with the value that was asked for.',
  'other-field-changed': 'The changed file would be read with another field changed.',
  'yaml-broken': 'The changed frontmatter would no longer be valid YAML.',
  'body-changed': 'The changed file would be read with another body.',
} as const;

export type EditRefusal = keyof typeof refusals;

export function splice(start: number, end: number, text: string): Splice {
  return { kind: 'splice', start, end, text };
}

export function refuse(reason: EditRefusal): EditRefused {
  return { kind: 'refused', reason, message: refusals[reason] };
}
