/*
 * Markdown that somebody else wrote, rendered. The renderer and the sanitiser are loaded when they are first needed; a text
 * so long that it would hold up the page is shown as it is.
 */

import { useEffect, useRef } from 'preact/hooks';
import { useNavigation } from '../navigation.js';
import { useAnswer } from '../use-answer.js';
import './markdown.css';
import type { markdownFragment } from './markdown-fragment.js';
import type { FileAddress } from './markdown-html.js';
import { AnswerView } from './states.js';

interface Props {
  readonly text: string;
  /** Makes links of those to files of the package. */
  readonly fileAddress?: FileAddress;
}

const mostCharacters = 64_000;

export function Markdown({ text, fileAddress }: Props) {
  const asked = useAnswer('renderer', () => import('./markdown-fragment.js'));
  if (text.length > mostCharacters) return <pre class="markdown-source">{text}</pre>;
  return (
    <AnswerView asked={asked} label="the text" lines={14}>
      {(module) => (
        <Rendered text={text} render={module.markdownFragment} {...(fileAddress && { fileAddress })} />
      )}
    </AnswerView>
  );
}

function Rendered({ text, fileAddress, render }: Props & { readonly render: typeof markdownFragment }) {
  const host = useRef<HTMLDivElement>(null);
  const { go } = useNavigation();
  const latest = useRef({ fileAddress, go });
  latest.current = { fileAddress, go };
  useEffect(() => host.current?.replaceChildren(render(text, latest.current.fileAddress)), [text]);
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
  return <div ref={host} class="markdown" />;
}
