/*
 * How wide an element is, now and after every change: what is drawn for that width keeps its text at its size.
 */

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export function useWidth(element: RefObject<HTMLElement | null>, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    // Not while it is hidden: there is nothing to draw for no width.
    const measure = () => measured.clientWidth > 0 && setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return width;
}
