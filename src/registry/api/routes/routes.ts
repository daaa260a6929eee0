/*
 * Every route of the registry except /mcp and the web pages.
 */

import { accountRoutes } from './account.js';
import { catalogRoutes } from './catalog.js';
import { draftRoutes } from './drafts.js';
import { localRoutes } from './local.js';
import { operationRoutes } from './operation.js';
import { publishRoutes } from './publish.js';
import { usageRoutes } from './usage.js';

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
