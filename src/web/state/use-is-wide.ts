/*
 * Whether there is room for two texts beside each other, followed while the window changes.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';

/** Two columns of text need room. */
export function useIsWide(): boolean {
  const wide = useMemo(() => matchMedia('(width >= 64rem)'), []);
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const follow = () => setWide(wide.matches);
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  return isWide;
}
