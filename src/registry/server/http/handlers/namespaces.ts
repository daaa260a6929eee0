/*
 * Handlers of the routes about namespaces.
 */

import {
  changeNamespace,
  createNamespace,
  listNamespaces,
  removeNamespace,
  setNamespaceRole,
} from '../../../access/namespaces.js';
import type { namespaceRoutes } from '../../../api/routes/namespaces.js';
import type { Handlers } from '../handler.js';

export const namespaceHandlers: Handlers<typeof namespaceRoutes> = {
  listNamespaces: async ({ registry, caller }) => ({ json: await listNamespaces(registry, caller()) }),
  createNamespace: async ({ registry, caller, body }) => ({
    json: await createNamespace(registry, caller(), body),
  }),
  changeNamespace: async ({ registry, caller, params, body }) => ({
    json: await changeNamespace(registry, caller(), params.namespace, body),
  }),
  removeNamespace: async ({ registry, caller, params }) => {
    await removeNamespace(registry, caller(), params.namespace);
    return { json: { ok: true } };
  },
  setNamespaceRole: async ({ registry, caller, params, body }) => ({
    json: await setNamespaceRole(registry, caller(), params.namespace, body),
  }),
};
