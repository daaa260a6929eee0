/*
 * Renders Markdown from strangers as safe HTML: no HTML of theirs, no pictures, no styles, and links only to the web, to
 * mail, and to files of the same package. Other links stay readable as text.
 */

import MarkdownIt, { type StateCore, type Token } from 'markdown-it';

/** The page's address of a file of the package; undefined where it has no such file. */
export type FileAddress = (path: string) => string | undefined;

export function markdownHtml(text: string, fileAddress: FileAddress = () => undefined): string {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.core.ruler.push('shift-headings', shiftHeadings);
  markdown.core.ruler.push('align-by-class', alignByClass);
  markdown.core.ruler.push('tame-links', (state) => {
    for (const token of state.tokens)
      if (token.children) token.children = tameLinks(state, token.children, fileAddress);
  });
  const { escapeHtml } = markdown.utils;
  // What scrolls must be reached by the keyboard.
  const code = (tokens: Token[], index: number) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const [, language] = /^\s*([A-Za-z]{1,20})\b/.exec(info) ?? [];
    const named = language === undefined ? '' : ` class="language-${language.toLowerCase()}"`;
    return `<pre tabindex="0"><code${named}>${escapeHtml(content)}</code></pre>\n`;
  };
  Object.assign(markdown.renderer.rules, {
    fence: code,
    code_block: code,
    table_open: () => '<div class="table-wrap" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
  });
  return markdown.render(text);
}

/** The page has its own first heading, and headings are places to link to. */
function shiftHeadings({ tokens }: StateCore): void {
  const seen = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    if (token.type === 'heading_close') continue;
    const anchor = anchorOf(tokens[index + 1]?.content ?? '');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    token.attrSet('id', before === 0 ? anchor : `${anchor}-${before}`);
  }
}

/** With a word before it, so that no heading can take the id of a part of the page. */
function anchorOf(heading: string): string {
  const words = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim();
  return `text-${words.replace(/\s/g, '-')}`;
}

/** Styles in the markup would be refused by the page's policy. */
function alignByClass({ tokens }: StateCore): void {
  for (const token of tokens) {
    const style = token.attrGet('style');
    if (style === null) continue;
    token.attrs = style === 'text-align:right' ? [['class', 'number']] : [];
  }
}

function tameLinks(state: StateCore, tokens: readonly Token[], fileAddress: FileAddress): Token[] {
  const isKept: boolean[] = [];
  return tokens.flatMap((token) => {
    if (token.type === 'image') {
      const shown = imageTokens(state, token, fileAddress);
      // A link in a link would end the outer one.
      return isKept.includes(true) ? shown.filter(({ type }) => type === 'text') : shown;
    }
    if (token.type === 'link_close') return isKept.pop() ? [token] : [];
    if (token.type !== 'link_open') return [token];
    const address = linkAddress(attribute(token, 'href'), fileAddress);
    isKept.push(address !== undefined);
    if (address === undefined) return [];
    token.attrSet('href', address);
    token.attrSet('rel', 'noreferrer nofollow');
    return [token];
  });
}

/** Its words, and where it is: a picture from elsewhere would reveal that somebody reads this. */
function imageTokens(state: StateCore, image: Token, fileAddress: FileAddress): Token[] {
  const source = attribute(image, 'src');
  const path = packagePath(source);
  const address = path === undefined ? undefined : fileAddress(path);
  const words = image.content === '' ? 'picture' : image.content;
  const text = new state.Token('text', '', 0);
  if (address === undefined) {
    text.content = /^data:/i.test(source) ? `[${words}]` : `[${words}: ${source}]`;
    return [text];
  }
  text.content = words;
  const open = new state.Token('link_open', 'a', 1);
  open.attrSet('href', address);
  return [open, text, new state.Token('link_close', 'a', -1)];
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function linkAddress(href: string, fileAddress: FileAddress): string | undefined {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return href;
  if (href.startsWith('#')) return `#text-${href.slice(1)}`;
  const path = packagePath(href);
  return path === undefined ? undefined : fileAddress(path);
}

/** Undefined if the address is not relative, or leads out of the package. */
export function packagePath(href: string): string | undefined {
  const [written = ''] = href.split(/[?#]/);
  if (written === '' || /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(written)) return undefined;
  const parts: string[] = [];
  for (const part of decoded(written).split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch (error) {
    if (error instanceof URIError) return written;
    throw error;
  }
}
