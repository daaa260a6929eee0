/*
 * The words of the registry and the formats of its names: slugs, versions and digests, and the closed sets of kinds,
 * states, scopes, roles and events.
 */

import { z } from 'zod';
import { itemSlugPattern } from './item-slug.js';

export const kinds = ['skill', 'agent', 'command'] as const;
export type Kind = (typeof kinds)[number];

/** A flagged item is a candidate for the archive: not listed in the catalog, still installable. */
export const itemStates = ['published', 'flagged', 'archived'] as const;
export type ItemState = (typeof itemStates)[number];

/** What people and programs may do. */
export const scopes = [
  'skills:read',
  'skills:propose',
  'skills:publish',
  'skills:curate',
  'usage:read',
  'members:read',
  'namespaces:admin',
  'tenant:admin',
] as const;

/** The scope of an identity provider, whose token has no other: it manages members by SCIM and does nothing else. */
export const scimScope = 'tenant:scim';

export const allScopes = [...scopes, scimScope] as const;
export type Scope = (typeof allScopes)[number];
/** What a person can have, and can give to a token. */
export type PersonalScope = (typeof scopes)[number];

export const roles = ['viewer', 'proposer', 'publisher', 'curator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A suspended member was stopped by an admin, a deactivated one by the identity provider that provisions them. */
export const memberStates = ['active', 'suspended', 'deactivated'] as const;
export type MemberState = (typeof memberStates)[number];

/** `install` alone does not change use_count: an installed item is not yet used. */
export const usageEvents = ['download', 'view', 'install', 'use'] as const;
export type UsageEvent = (typeof usageEvents)[number];

export const draftStates = ['pending', 'published', 'discarded'] as const;
export type DraftState = (typeof draftStates)[number];

export const reviewVerdicts = ['approve', 'request-changes'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

export const kindSchema = z.enum(kinds);

export const slugSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    'a slug is 1 to 64 lower-case letters, digits and hyphens, no hyphen first',
  );

/** The name of an item: a slug, or `@namespace/slug`. */
export const itemSlugSchema = z
  .string()
  .regex(
    new RegExp(itemSlugPattern),
    'a slug is 1 to 64 lower-case letters, digits and hyphens, no hyphen first; `@namespace/` may precede it',
  );

/** The name of a namespace, without the `@`. */
export const namespaceSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,38}$/,
    'a namespace is 1 to 39 lower-case letters, digits and hyphens, no hyphen first',
  );

/** A full version, strictly as in Semantic Versioning 2.0.0. */
export const versionSchema = z
  .string()
  .max(128)
  .regex(
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/,
    'a version is MAJOR.MINOR.PATCH as in Semantic Versioning 2.0.0',
  );

export const digestSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'a digest is sha256: and 64 hex digits');

/** Queries list tags with commas between them, so no tag contains one. */
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(64, 'a tag has at most 64 characters')
  .refine((tag) => !/[,\p{Cc}]/u.test(tag), 'a tag has no comma and no control character');

/** Groups the events of a project without naming it: the first 16 hex digits of a hash. */
export const projectHashSchema = z.string().regex(/^[0-9a-f]{16}$/, 'project_hash is 16 hex digits');

/** A UTC day, YYYY-MM-DD. */
export const daySchema = z.iso.date();

/** UTC, ISO 8601. */
export const timeSchema = z.iso.datetime();
