/*
 * Where a client looks on this machine: its roots as absolute paths, the strongest first.
 */

import { movedFolder } from '../read/roots.js';
import type { Client, ClientRoot } from './clients.js';

/** What the places of a client follow from. */
export interface ClientPlaces {
  readonly userHome: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the working folder up to the project; empty outside a project. */
  readonly projectFolders: readonly string[];
}

export interface PlacedClientRoot {
  readonly path: string;
  readonly scope: ClientRoot['scope'];
}

/** The client's own folder; where there is none, the client is not used here. */
export function clientFolder({ folder, variable }: Client, { userHome, environment }: ClientPlaces): string {
  return (variable && movedFolder(environment, variable)) || `${userHome}/${folder}`;
}

/** No path twice: the stronger place counts. */
export function clientRoots(client: Client, places: ClientPlaces): readonly PlacedClientRoot[] {
  const roots = client.roots.flatMap(({ scope, folder, upwards }): readonly PlacedClientRoot[] => {
    if (scope === 'user') return [{ scope, path: userPath(client, folder, places) }];
    const { projectFolders } = places;
    const folders = upwards ? projectFolders : projectFolders.slice(-1);
    return folders.map((parent) => ({ scope, path: `${parent}/${folder}` }));
  });
  return roots.filter(({ path }, at) => roots.findIndex((other) => other.path === path) === at);
}

function userPath(client: Client, folder: string, places: ClientPlaces): string {
  const own = `${client.folder}/`;
  if (!folder.startsWith(own)) return `${places.userHome}/${folder}`;
  return `${clientFolder(client, places)}/${folder.slice(own.length)}`;
}
