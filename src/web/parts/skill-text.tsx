/*
 * A SKILL.md to read: its text rendered, and the fields at its head as a table beside it.
 */

import { type FrontmatterField, splitFrontmatter } from '../rules/file-text.js';
import { AnswerView, Empty } from './states.js';
import './skill-text.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useNavigation } from '../state/navigation.js';
import { useAnswer } from '../state/use-answer.js';
import './markdown.css';
import type { FileAddress } from '../rules/markdown-html.js';
import type * as MarkdownModule from './markdown-fragment.js';
import type { ContentsEntry } from './markdown-fragment.js';

interface SkillTextProps {
  readonly text: string;
  /** Where a file of the package is shown; undefined where there is no such file. */
  readonly fileAddress: (path: string) => string | undefined;
}

export function SkillText({ text, fileAddress }: SkillTextProps) {
  const { fields, body } = splitFrontmatter(text);
  return (
    <div class="skill-text">
      <article aria-label="SKILL.md">
        {body.trim() === '' ? (
          <Empty title="The file has no text below the fields" />
        ) : (
          <Markdown text={body} fileAddress={fileAddress} />
        )}
      </article>
      {fields.length > 0 && <Fields fields={fields} />}
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly FrontmatterField[] }) {
  return (
    <aside class="skill-fields card" aria-label="Fields of SKILL.md">
      <table>
        <tbody>
          {fields.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}

/**
 * Markdown that somebody else wrote, rendered. The renderer and the sanitiser are loaded when they are first needed; a text
 * so long that it would hold up the page is shown as it is.
 */
interface MarkdownProps {
  readonly text: string;
  /** Makes links of those to files of the package. */
  readonly fileAddress?: FileAddress;
}

const maxCharacters = 64_000;

function Markdown({ text, fileAddress }: MarkdownProps) {
  const answer = useAnswer('renderer', () => import('./markdown-fragment.js'));
  if (text.length > maxCharacters) return <pre class="markdown-source">{text}</pre>;
  return (
    <AnswerView answer={answer} label="the text" lines={14}>
      {(module) => <Rendered text={text} module={module} {...(fileAddress && { fileAddress })} />}
    </AnswerView>
  );
}

function Rendered({ text, fileAddress, module }: MarkdownProps & { readonly module: typeof MarkdownModule }) {
  const [contents, setContents] = useState<readonly ContentsEntry[]>([]);
  const host = useRef<HTMLDivElement>(null);
  const { go } = useNavigation();
  const latest = useRef({ fileAddress, go });
  latest.current = { fileAddress, go };
  // Before it is painted, so that the text does not move when the contents appear.
  useLayoutEffect(() => {
    const fragment = module.markdownFragment(text, latest.current.fileAddress);
    setContents(module.contentsOf(fragment));
    host.current?.replaceChildren(fragment);
  }, [text]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const address = link?.getAttribute('href') ?? '';
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!address.startsWith('/') || !isPlain) return;
      event.preventDefault();
      latest.current.go(address);
    };
    const { current } = host;
    current?.addEventListener('click', follow);
    return () => current?.removeEventListener('click', follow);
  }, []);
  return (
    <>
      {contents.length >= leastEntries && <Contents entries={contents} />}
      <div ref={host} class="markdown" />
    </>
  );
}

/** A shorter text is seen as a whole. */
const leastEntries = 5;

function Contents({ entries }: { readonly entries: readonly ContentsEntry[] }) {
  return (
    <details class="contents card">
      <summary>Contents</summary>
      <nav aria-label="Contents of the text">
        <ul>
          {entries.map(({ id, text, isPart }) => (
            <li key={id} class={isPart ? 'contents-part' : undefined}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
