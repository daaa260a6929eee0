/*
 * What makes a registry one for a single person on this machine: its skills, a tenant and a sign-in link that nobody
 * has to ask for, and a screen that ends with that link.
 */

import { basename } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import { localSkills } from '../../../app/local-skills.js';
import { makeSignInLink } from '../../../registry/access/members.js';
import { importSkills } from '../../../registry/server/local/import-skills.js';
import { listLocal } from '../../../registry/server/local/list-local.js';
import { openLocalTenant } from '../../../registry/server/local/local-tenant.js';
import type { RunningServer, ServeOptions } from '../../../registry/server/serve.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { defaultPort } from '../../rules/defaults.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

interface LocalServer {
  readonly options: Pick<ServeOptions, 'local' | 'environment'>;
  /** Prepares the tenant and reports what there is. */
  welcome(server: RunningServer): Promise<Report>;
}

export function localServer(context: Context, input: Input<'registry serve'>): LocalServer {
  const local = localSkills(context.files, () => libraryOf(context));
  const environment = { ...context.environment };
  // Log lines for server operators must not hide the link.
  environment['COPPICE_LOG_LEVEL'] ||= 'warn';
  return {
    options: { local, environment },
    welcome: async ({ url, database, registry }) => {
      const { email, ...caller } = await openLocalTenant(registry, personOf(context));
      const done = input.isOn('import') ? await importSkills(registry, caller, local) : undefined;
      const found = await listLocal(registry.database, caller.tenant.id, local);
      const skills: SkillCounts = {
        found: found.length,
        inCatalog: found.filter(({ imported }) => imported).length,
        ...(done && {
          imported: done.imported.length,
          refused: done.skipped
            .filter(({ already_there }) => !already_there)
            .map(({ id, reason }) => ({ id, reason })),
        }),
      };
      const link = await makeSignInLink(registry, caller.tenant.id, email);
      const signIn = `${url}${link.path}`;
      return {
        document: { url, database, signIn, skills },
        text: [
          ...skillLines(skills),
          `catalog: ${url}${portNote(url, input)}; press Ctrl-C to stop`,
          `sign in with this link (it works once), until ${timeText(link.expiresAt.getTime())} UTC:`,
          '',
          `  ${signIn}`,
          '',
        ].join('\n'),
      };
    },
  };
}

interface SkillCounts {
  readonly found: number;
  readonly inCatalog: number;
  /** Where they were imported just now. */
  readonly imported?: number;
  readonly refused?: readonly { readonly id: string; readonly reason: string }[];
}

function skillLines({ found, inCatalog, imported, refused = [] }: SkillCounts): readonly string[] {
  if (found === 0) return ['skills: none on this machine yet (coppice doctor shows where Coppice looks)'];
  const counts = `skills: ${found} on this machine, ${inCatalog} in the catalog`;
  if (imported !== undefined)
    return [
      `${counts}, ${imported} imported now`,
      ...refused.map(({ id, reason }) => `not imported: ${printable(id)}: ${printable(reason)}`),
    ];
  return [inCatalog < found ? `${counts}; import them on its page, or with --import` : counts];
}

function portNote(url: string, input: Input<'registry serve'>): string {
  const port = new URL(url).port;
  return input.text('port') === undefined && port !== String(defaultPort)
    ? ` (port ${defaultPort} is taken)`
    : '';
}

/** Whoever is at the keyboard, as the system calls them. */
function personOf({ environment, userHome }: Context): { readonly email: string; readonly name: string } {
  const name =
    environment['USER'] || environment['LOGNAME'] || environment['USERNAME'] || basename(userHome) || 'me';
  const account = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  return { email: `${account}@localhost`, name };
}
