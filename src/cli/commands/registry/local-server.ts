/*
 * What makes a registry one for a single person on this machine: a tenant and a sign-in link that nobody has to ask for, and
 * a screen that ends with that link.
 */

import { basename } from 'node:path';
import type { Context } from '../../../app/context.js';
import { makeSignInLink } from '../../../registry/access/sign-in-links.js';
import { countItems, openLocalTenant } from '../../../registry/server/local/local-tenant.js';
import type { RunningServer, ServeOptions } from '../../../registry/server/serve.js';
import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import { defaultPort } from '../../rules/defaults.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

interface LocalServer {
  readonly options: Pick<ServeOptions, 'isLocal' | 'environment'>;
  /** Prepares the tenant and reports what there is. */
  welcome(server: RunningServer): Promise<Report>;
}

export function localServer(context: Context, input: Input<'registry serve'>): LocalServer {
  const environment = { ...context.environment };
  // Log lines for server operators must not hide the link.
  environment['COPPICE_LOG_LEVEL'] ||= 'warn';
  return {
    options: { isLocal: true, environment },
    welcome: async ({ url, database, registry }) => {
      const { email, tenant } = await openLocalTenant(registry, personOf(context));
      const inCatalog = await countItems(registry, tenant.id);
      const link = await makeSignInLink(registry, tenant.id, email);
      const signIn = `${url}${link.path}`;
      return {
        document: { url, database, signIn, skills: { inCatalog } },
        text: [
          inCatalog === 0
            ? 'nothing is published here yet; do it with: coppice publish FOLDER'
            : `${counted(inCatalog, 'item')} in the catalog`,
          `catalog: ${url}${portNote(url, input)}; press Ctrl-C to stop`,
          `sign in with this link (it works once), until ${timeText(link.expiresAt.getTime())} UTC:`,
          '',
          `  ${signIn}`,
          '',
        ].join('\n'),
        notes: input.isOn('import')
          ? 'nothing is imported any more: coppice open shows the skills of this machine\n'
          : '',
      };
    },
  };
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
