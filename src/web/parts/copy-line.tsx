/*
 * A command to copy: it can be selected by hand as well, and the button says when it was copied.
 */

import { useRef, useState } from 'preact/hooks';
import { useNotices } from './notices.js';

export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const { tellError } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // As everywhere but on this machine and over https.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      tellError(
        new Error('The browser does not let a page copy here. The text is selected: copy it by hand.'),
      );
    }
  };
  return (
    <div class="copy-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <code ref={code} tabIndex={0}>
        {text}
      </code>
      <button type="button" onClick={copy} aria-label={`${isCopied ? 'Copied' : 'Copy'} ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
