/*
 * A command to copy: it can be selected by hand as well, and the button says when it was copied.
 */

import { useRef, useState } from 'preact/hooks';
import { useNotices } from './notices.js';

export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const { notifyError } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // Browsers allow this only over https and on this machine.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      notifyError(
        new Error(
          'The browser does not allow copying here. The text is selected: copy it with the keyboard.',
        ),
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
