/*
 * Diagnostics: faults of a skill, as data. None of them throws, and none hides another skill. The codes are public
 * (docs/diagnostics.md is generated from them).
 */

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** One fault of a skill, where it is, and how to fix it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Counted from 1; 0 when the fault concerns the whole file. */
  readonly line: number;
  readonly message: string;
  /** How to fix it, if that is known. */
  readonly fix?: string;
}

/** Every code with its meaning. */
export const diagnosticCodes = {
  'no-frontmatter': 'The first line is not ---, so the whole file counts as the body.',
  'unclosed-frontmatter': 'The frontmatter has no closing --- line, so the whole file counts as the body.',
  'frontmatter-too-long':
    'The closing --- line is not within the first 256 KiB, so the whole file counts as the body.',
  'frontmatter-unreadable': 'No field could be read from the frontmatter.',
  'not-utf8': 'The frontmatter contains bytes that are not UTF-8; each was read as a replacement character.',
  'yaml-repaired': 'The frontmatter is not valid YAML, and was read after its faulty lines were repaired.',
  'yaml-split': 'A field is not valid YAML and could not be repaired, so it was read as plain text.',
  'duplicate-key': 'A key occurs more than once in the same map; the last one is used.',
  'forbidden-key': 'A key named __proto__ was ignored, because it could change other objects.',
  'field-shape': 'A field has a list or map where text is expected, or the other way round, and was ignored.',
  'name-missing': 'The name is missing, so the name of the folder is used.',
  'name-too-long': 'The name has more than 64 characters, so listings cut it.',
  'name-invalid': 'The name has characters other than a-z, 0-9 and single hyphens between them.',
  'name-not-folder': 'The name differs from the name of the folder.',
  'name-reserved': 'The name contains a word that some clients reserve for their vendor.',
  'description-missing': 'The description is missing, so the first line of text in the body is used.',
  'description-too-long': 'The description has more than 1024 characters, so listings cut it.',
  'description-markup': 'The description contains < or >, which some clients refuse.',
  'compatibility-too-long': 'The compatibility note has more than 500 characters.',
  'field-not-portable': 'The field is not one of the six fields of the Agent Skills specification.',
  'allowed-tools-list':
    'allowed-tools is a list; the specification requires text with spaces between the tools.',
  'metadata-not-text':
    'metadata has a value that is not text; the specification requires a map from text to text.',
  'byte-order-mark': 'The file starts with a byte order mark, so some clients do not find the frontmatter.',
  'fence-not-plain': 'The opening --- has spaces after it, so some clients do not find the frontmatter.',
  'fence-in-frontmatter': 'The frontmatter contains ---, which some clients mistake for its end.',
  'body-long': 'The body has more than 500 lines, which is more than an agent should load at once.',
  specification: "The specification's reference validator refuses the file with this message.",
} as const;

export type DiagnosticCode = keyof typeof diagnosticCodes;

/**
 * The severity of every code, the same wherever it is reported. error: some agent does not load or accept the skill;
 * warning: a part of it is read in another way than its author may expect; info: a validator or packager objects.
 */
export const severityOf: Readonly<Record<DiagnosticCode, Severity>> = {
  'no-frontmatter': 'error',
  'unclosed-frontmatter': 'error',
  'frontmatter-too-long': 'error',
  'frontmatter-unreadable': 'error',
  'not-utf8': 'error',
  'yaml-repaired': 'error',
  'yaml-split': 'error',
  'duplicate-key': 'error',
  'forbidden-key': 'warning',
  'field-shape': 'warning',
  'name-missing': 'error',
  'name-too-long': 'error',
  'name-invalid': 'error',
  'name-not-folder': 'error',
  'name-reserved': 'info',
  'description-missing': 'error',
  'description-too-long': 'error',
  'description-markup': 'info',
  'compatibility-too-long': 'error',
  'field-not-portable': 'info',
  'allowed-tools-list': 'info',
  'metadata-not-text': 'info',
  'byte-order-mark': 'error',
  'fence-not-plain': 'error',
  'fence-in-frontmatter': 'info',
  'body-long': 'info',
  specification: 'error',
};

/** Coppice itself loads whatever has frontmatter in which a field can be read. */
export function isLoadable(diagnostics: readonly Pick<Diagnostic, 'code'>[]): boolean {
  return !diagnostics.some(({ code }) => unloadable.has(code));
}

/** Faults with which nothing but the body can be read. */
const unloadable: ReadonlySet<DiagnosticCode> = new Set([
  'no-frontmatter',
  'unclosed-frontmatter',
  'frontmatter-too-long',
  'frontmatter-unreadable',
]);
