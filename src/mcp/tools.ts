/*
 * The table of tools.
 */

import type { McpContext } from './context.js';
import { registryInstall } from './registry-install.js';
import { registrySearch } from './registry-search.js';
import { skillManage } from './skill-manage.js';
import { skillRestore } from './skill-restore.js';
import { skillUsage } from './skill-usage.js';
import { skillView } from './skill-view.js';
import { skillsList } from './skills-list.js';
import { skillsSearch } from './skills-search.js';
import type { McpTool } from './tool.js';

const tools: readonly McpTool[] = [
  skillsList,
  skillView,
  skillsSearch,
  skillManage,
  skillUsage,
  skillRestore,
  registrySearch,
  registryInstall,
];

export function offeredTools({ isReadOnly }: McpContext): readonly McpTool[] {
  return tools.filter(({ isWriting }) => !(isReadOnly && isWriting));
}
