/*
 * A filter that is applied while one types, once one pauses; it follows the address when that changes by another way.
 */

import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** What it can be, as far as it was seen. */
  readonly seen: readonly string[];
  readonly change: (value: string) => void;
}

const pauseMilliseconds = 250;

export function FilterField({ label, placeholder, value, seen, change }: Props) {
  const listId = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // Of the layout, so that the timer ends at once with the page: it must not lead back to it.
  useLayoutEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return undefined;
    const timer = setTimeout(() => change(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Field label={label}>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        list={listId}
        placeholder={placeholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {seen.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </Field>
  );
}
