/*
 * Routes for machines: discovery documents, the description of the API itself, health and metrics.
 */

import { z } from 'zod';
import { slugSchema } from '../names.js';
import { routeTable } from '../route.js';

const open = { method: 'GET', access: 'open', limit: 'none', cache: 'validated' } as const;

export const operationRoutes = routeTable({
  discovery: {
    method: 'GET',
    path: '/.well-known/agent-skills/index.json',
    summary: 'The skills of the tenant as a discovery document (0.2)',
    access: 'skills:read',
    limit: 'read',
    cache: 'validated',
    answer: z.object({
      $schema: z.string(),
      skills: z.array(
        z.object({
          name: z.string(),
          type: z.literal('archive'),
          description: z.string(),
          url: z.string(),
          digest: z.string(),
        }),
      ),
    }),
    cachedBy: 'catalog',
  },
  oldDiscovery: {
    method: 'GET',
    path: '/.well-known/skills/index.json',
    summary: 'The skills of the tenant as a discovery document (0.1)',
    access: 'skills:read',
    limit: 'read',
    cache: 'validated',
    answer: z.object({
      skills: z.array(z.object({ name: z.string(), description: z.string(), files: z.array(z.string()) })),
    }),
    cachedBy: 'catalog',
  },
  oldDiscoveryFile: {
    method: 'GET',
    path: '/.well-known/skills/{slug}/{path*}',
    summary: 'One file of a skill in that document',
    access: 'skills:read',
    limit: 'read',
    params: z.object({ slug: slugSchema, path: z.string().min(1).max(1_024) }),
    cache: 'validated',
    answer: 'application/octet-stream',
    refusals: [404],
  },
  openApi: {
    ...open,
    path: '/openapi.json',
    summary: 'The OpenAPI description of this API',
    answer: z.record(z.string(), z.unknown()),
  },
  health: {
    ...open,
    path: '/healthz',
    summary: 'Whether the process is alive',
    answer: z.object({ status: z.literal('ok'), version: z.string() }),
  },
  readiness: {
    ...open,
    path: '/readyz',
    summary:
      'Whether requests should be sent here: database and storage work, and the server is not stopping',
    answer: z.object({
      status: z.enum(['ok', 'degraded', 'stopping']),
      parts: z.record(z.string(), z.enum(['up', 'down', 'full', 'off'])),
    }),
    otherStatuses: { 503: 'Database or storage does not work, or the server stops' },
  },
  metrics: {
    ...open,
    access: 'local',
    path: '/metrics',
    summary: 'Prometheus metrics',
    answer: 'text/plain; version=0.0.4; charset=utf-8',
  },
});
