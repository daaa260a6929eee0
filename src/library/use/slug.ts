/*
 * What is typed after the slash to invoke a skill or a bundle. Names may be written in many ways; a slug is what all
 * chat programs can send.
 */

/** Empty when the name has no letter or digit that a slug can have. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ _]/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The slug that somebody means. Only what is spelled differently on the way is made equal: some chat programs cannot
 * send hyphens. What is no slug otherwise, such as a path, must not become one.
 */
export function typedSlug(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}

/** Words by which agents themselves are steered; a skill must not come in between. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'agents',
  'clear',
  'compact',
  'config',
  'exit',
  'help',
  'hooks',
  'login',
  'logout',
  'mcp',
  'model',
  'new',
  'permissions',
  'plugin',
  'quit',
  'reload',
  'reload-skills',
  'reset',
  'resume',
  'skills',
]);
