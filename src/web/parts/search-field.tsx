/*
 * Search as you type: the search starts when typing pauses, and `/` moves the focus here from anywhere on the page.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import './search-field.css';

interface Props {
  /** What the address says. */
  readonly value: string;
  readonly search: (text: string) => void;
  readonly label: string;
  readonly placeholder: string;
}

const pauseMilliseconds = 120;

export function SearchField({ value, search, label, placeholder }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const latest = useRef(search);
  latest.current = search;

  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  // A layout effect, so that the timer ends together with the page and cannot navigate back to it.
  useLayoutEffect(() => {
    if (text === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = text;
      latest.current(text);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      event.preventDefault();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  return (
    <search class="search-field">
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={500}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <span class="search-key mono" aria-hidden="true">
        /
      </span>
    </search>
  );
}

/** Whether a letter is input for a field, or a dialog is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
}
