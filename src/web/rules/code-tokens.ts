/*
 * Code in parts, for colours: comments, strings, numbers and the words of the language. It knows no grammar: what it does
 * not recognise stays plain, and every character of the text is in exactly one part, in its order.
 */

const kinds = ['comment', 'string', 'number', 'keyword', 'plain'] as const;

export interface CodePart {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
}

interface Language {
  readonly comment: string;
  readonly keywords: string;
}

const hash = '#[^\\n]*';
const slashes = '//[^\\n]*|/\\*[^]*?(?:\\*/|$)';
const dashes = '--[^\\n]*';

const shell: Language = {
  comment: `(?<![^\\s;|&(])${hash}`,
  keywords:
    'if then else elif fi for while until do done case esac in function return export local set unset cd echo exit source sudo',
};
const script: Language = {
  comment: slashes,
  keywords:
    'const let var function return if else for while do switch case break continue new class extends import export from default async await try catch finally throw typeof instanceof interface type enum public private readonly static void null undefined true false this of in package func go defer struct map range fn mut impl pub use match mod where let trait final abstract int string bool boolean double float char long',
};
const python: Language = {
  comment: hash,
  keywords:
    'def class return if elif else for while in not and or is None True False import from as with try except finally raise lambda yield async await pass break continue global del assert self',
};
const sql: Language = {
  comment: `${dashes}|/\\*[^]*?(?:\\*/|$)`,
  keywords:
    'select from where and or not in insert into values update set delete create table index view drop alter join left right inner outer on group by order having limit as null is distinct union all primary key references begin commit rollback case when then else end with',
};
const data: Language = { comment: hash, keywords: 'true false null yes no on off' };

const languages: Readonly<Record<string, Language>> = {
  ...named('sh bash zsh shell console fish dockerfile makefile make', shell),
  ...named(
    'js jsx ts tsx javascript typescript java c cpp cs csharp go rust rs kotlin swift php scss css',
    script,
  ),
  ...named('py python ruby rb', python),
  ...named('sql psql mysql postgresql', sql),
  ...named('yaml yml toml ini json jsonc hcl terraform tf properties', data),
};

function named(names: string, language: Language): Readonly<Record<string, Language>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, language]));
}

/** What is longer takes too long to colour for what it is worth. */
const maxCharacters = 20_000;

/** One plain part for a language that is not known. */
export function codeParts(text: string, languageName: string): readonly CodePart[] {
  const name = languageName.toLowerCase();
  const language = Object.hasOwn(languages, name) ? languages[name] : undefined;
  if (language === undefined || text.length > maxCharacters) return [{ kind: 'plain', text }];
  const flags = language === sql ? 'gi' : 'g';
  const expression = new RegExp(
    [
      `(?<comment>${language.comment})`,
      `(?<string>"(?:[^"\\\\\\n]|\\\\.){0,400}"|'(?:[^'\\\\\\n]|\\\\.){0,400}'|\`(?:[^\`\\\\]|\\\\.){0,400}\`)`,
      '(?<number>(?<![\\w.-])\\d[\\d_]*(?:\\.\\d+)?(?![\\w.-]))',
      `(?<keyword>(?<![\\w$.-])(?:${language.keywords.split(' ').join('|')})(?![\\w-]))`,
    ].join('|'),
    flags,
  );
  const parts: CodePart[] = [];
  let done = 0;
  for (const match of text.matchAll(expression)) {
    if (match.index > done) parts.push({ kind: 'plain', text: text.slice(done, match.index) });
    const kind = kinds.find((each) => match.groups?.[each] !== undefined) ?? 'plain';
    parts.push({ kind, text: match[0] });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push({ kind: 'plain', text: text.slice(done) });
  return parts;
}
