/*
 * Every route of the registry but /mcp and the web pages, which are no JSON over HTTP.
 */

import { accountRoutes } from './routes/account.js';
import { catalogRoutes } from './routes/catalog.js';
import { draftRoutes } from './routes/drafts.js';
import { localRoutes } from './routes/local.js';
import { operationRoutes } from './routes/operation.js';
import { publishRoutes } from './routes/publish.js';
import { usageRoutes } from './routes/usage.js';

export const routes = {
  ...catalogRoutes,
  ...publishRoutes,
  ...usageRoutes,
  ...draftRoutes,
  ...accountRoutes,
  ...localRoutes,
  ...operationRoutes,
};
export type RouteName = keyof typeof routes;
