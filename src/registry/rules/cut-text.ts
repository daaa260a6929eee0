/*
 * A text cut to a length for a list: by whole characters, never in the middle of one.
 */

export function cutText(text: string, mostCharacters: number): string {
  const characters = [...text];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : text;
}
