/*
 * The button for the theme.
 */

import { useState } from 'preact/hooks';
import { readFromDevice, saveOnDevice } from '../state/device-storage.js';

/** Light, dark, or as the device says. The choice stays on this device. */
const themes = ['device', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Drawn as paths, because sun and moon characters are coloured emoji on some devices. */
const signs: Readonly<Record<Theme, string>> = {
  device: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 1.5v9a4.5 4.5 0 0 1 0-9Z',
  light:
    'M8 4.75a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5ZM7.25 1h1.5v2h-1.5ZM7.25 13h1.5v2h-1.5ZM1 7.25h2v1.5H1ZM13 7.25h2v1.5h-2ZM2.5 3.6l1.1-1.1L5 3.9 3.9 5ZM11 12.1l1.1-1.1 1.4 1.4-1.1 1.1ZM2.5 12.4 3.9 11 5 12.1l-1.4 1.4ZM11 3.9l1.4-1.4 1.1 1.1L12.1 5Z',
  dark: 'M6.2 2.3a5.9 5.9 0 1 0 7.5 7.5A5 5 0 0 1 6.2 2.3Z',
};
const storageKey = 'coppice-theme';

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'device';
  const choose = () => {
    setTheme(next);
    saveOnDevice(storageKey, next === 'device' ? null : next);
    if (next === 'device') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  };
  const label = `Theme: ${theme}. Change to ${next}`;
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={choose}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={signs[theme]} fill="currentColor" fill-rule="evenodd" />
      </svg>
    </button>
  );
}

function chosenTheme(): Theme {
  const stored = readFromDevice(storageKey);
  return themes.find((theme) => theme === stored) ?? 'device';
}
