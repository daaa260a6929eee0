/*
 * What is wrong with a skill, as data. Every fault of a SKILL.md becomes one of these; none of them throws, and
 * none hides another skill. The codes are the public names of the faults (docs/diagnostics.md is generated).
 */

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A fault of a skill at one line, and what to do about it. Never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Counted from 1; 0 when the fault belongs to the whole file. */
  readonly line: number;
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly fix?: string;
}

/** Every code with what it means. */
export const diagnosticCodes = {
  'no-frontmatter': 'The first line is not a --- fence, so the whole file is body.',
  'unclosed-frontmatter': 'No line after the opening fence is a --- fence, so the whole file is body.',
  'frontmatter-too-long': 'The closing fence is not within the first 256 KiB, so the whole file is body.',
  'frontmatter-unreadable': 'No field could be read from the lines between the fences.',
  'not-utf8': 'The frontmatter has bytes that are not UTF-8; each became a replacement character.',
  'yaml-repaired': 'The frontmatter is not valid YAML, and was read after its faulty lines were mended.',
  'yaml-split': 'A field is not valid YAML and could not be mended, so it was read as plain text.',
  'duplicate-key': 'A key is given more than once in the same map; the last one counts.',
  'forbidden-key': 'A key named __proto__ was left out, because it could change other objects.',
  'field-shape': 'A field has a list or map where text is meant, or the other way round, and was left out.',
  'name-missing': 'There is no name, so the name of the folder is used.',
  'name-too-long': 'The name has more than 64 characters; listings cut it.',
  'name-invalid': 'The name has characters other than a-z, 0-9 and single hyphens between them.',
  'name-not-folder': 'The name differs from the name of the folder.',
  'name-reserved': 'The name has a word that some clients keep for their maker.',
  'description-missing': 'There is no description, so the first prose line of the body stands in.',
  'description-too-long': 'The description has more than 1024 characters; listings cut it.',
  'description-markup': 'The description has < or >, which some clients refuse.',
  'compatibility-too-long': 'The compatibility note has more than 500 characters.',
  'field-not-portable': 'The field is not one of the six of the Agent Skills specification.',
  'allowed-tools-list': 'allowed-tools is a list; the specification has text with spaces between the tools.',
  'metadata-not-text':
    'metadata has a value that is not text; the specification has a map from text to text.',
  'byte-order-mark': 'The file starts with a byte order mark, so some clients do not see the fence.',
  'fence-not-plain': 'The opening fence has spaces after it, so some clients do not see it.',
  'fence-in-frontmatter': 'The frontmatter has --- in it, and some clients take that for its end.',
  'body-long': 'The body has more than 500 lines, which is more than an agent should load at once.',
  specification: "The specification's reference validator refuses the file, with this message.",
} as const;

export type DiagnosticCode = keyof typeof diagnosticCodes;
