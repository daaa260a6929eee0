/*
 * The context of an MCP request.
 */

import type { Catalog } from '../../items/catalog/catalog.js';
import type { McpCaller } from '../http/app.js';

export interface McpContext extends McpCaller {
  readonly catalog: Catalog;
}
