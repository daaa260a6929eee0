/*
 * A command to copy: it can be selected by hand as well, and the button says when it was copied.
 */

import { useState } from 'preact/hooks';
import { useNotices } from './notices.js';

export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const { tellError } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      tellError(new Error('The browser did not allow it. Select the text and copy it by hand.'));
    }
  };
  return (
    <div class="copy-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <code tabIndex={0}>{text}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
