/*
 * For the `ref` of what a button has opened: the keyboard goes on there, once.
 */

export function takeFocus(opened: HTMLElement | null): void {
  opened?.focus();
}
