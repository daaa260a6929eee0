/*
 * Every route of the registry except /mcp and the web pages.
 */

import { accountRoutes } from './account.js';
import { auditRoutes } from './audit.js';
import { catalogRoutes } from './catalog.js';
import { draftRoutes } from './drafts.js';
import { memberRoutes } from './members.js';
import { namespaceRoutes } from './namespaces.js';
import { notificationRoutes } from './notifications.js';
import { operationRoutes } from './operation.js';
import { programRoutes } from './programs.js';
import { publishRoutes } from './publish.js';
import { scimRoutes } from './scim.js';
import { signInRoutes } from './sign-in.js';
import { trustedPublishingRoutes } from './trusted-publishing.js';
import { usageRoutes } from './usage.js';

export const routes = {
  ...catalogRoutes,
  ...publishRoutes,
  ...usageRoutes,
  ...draftRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...memberRoutes,
  ...namespaceRoutes,
  ...notificationRoutes,
  ...trustedPublishingRoutes,
  ...signInRoutes,
  ...scimRoutes,
  ...programRoutes,
  ...operationRoutes,
};
export type RouteName = keyof typeof routes;
