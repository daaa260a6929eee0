/*
 * Users and groups as an identity provider sends them by SCIM, and as it gets them back. Only what the registry needs is
 * stored; all else that a provider sends about a person is ignored.
 */

import { isObject } from '../../../text/shape.js';
import { type Attributes, fieldOf, type Resource } from './patch.js';
import { invalidValue } from './scim-fault.js';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const userAttributes: Attributes = {
  userName: 'single',
  externalId: 'single',
  active: 'single',
  displayName: 'single',
  name: 'complex',
  emails: 'multiple',
};

export const groupAttributes: Attributes = {
  displayName: 'single',
  externalId: 'single',
  members: 'multiple',
};

export interface UserResource {
  readonly userName: string;
  readonly externalId: string | null;
  readonly active: boolean;
  readonly displayName: string | null;
  readonly name: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly emails: readonly EmailValue[];
}

interface EmailValue {
  readonly value: string;
  readonly type?: string;
  readonly primary?: boolean;
}

export interface GroupResource {
  readonly displayName: string;
  readonly externalId: string | null;
  /** The ids of users. */
  readonly members: readonly string[];
}

const maxEmails = 20;
const maxMembers = 10_000;

/** A user in a body, whatever else is in it. Where it does not say whether they are active, they are as they were. */
export function readUser(body: unknown, wasActive = true): UserResource {
  const name = fieldOf(body, 'name');
  const emails = listOf(fieldOf(body, 'emails'), 'emails', maxEmails);
  return {
    userName: requiredText(body, 'userName', 200),
    externalId: optionalText(body, 'externalId', 255),
    active: flagOf(fieldOf(body, 'active'), 'active', wasActive),
    displayName: optionalText(body, 'displayName', 200),
    name: {
      ...textEntry(name, 'formatted'),
      ...textEntry(name, 'givenName'),
      ...textEntry(name, 'familyName'),
    },
    emails: emails.flatMap((each) => {
      const value = optionalText(each, 'value', 200);
      if (value === null) return [];
      const type = textEntry(each, 'type');
      return [
        { value, ...type, ...(flagOf(fieldOf(each, 'primary'), 'primary', false) && { primary: true }) },
      ];
    }),
  };
}

export function readGroup(body: unknown): GroupResource {
  const members = listOf(fieldOf(body, 'members'), 'members', maxMembers).map((each) => {
    const id = isObject(each) ? fieldOf(each, 'value') : each;
    if (typeof id !== 'string') throw invalidValue('a member has the id of a user as its value');
    return id;
  });
  return {
    displayName: requiredText(body, 'displayName', 200),
    externalId: optionalText(body, 'externalId', 255),
    members: [...new Set(members)],
  };
}

/** For a person to read: the display name, else the name in its parts. */
export function shownName({ displayName, name }: Pick<UserResource, 'displayName' | 'name'>): string {
  const parts = [name.givenName, name.familyName].filter((part) => part !== undefined).join(' ');
  return displayName ?? name.formatted ?? parts;
}

/** Candidates for the address of the account: the name of the user, then their addresses, the primary one first. */
export function addressesOf({
  userName,
  emails,
}: Pick<UserResource, 'userName' | 'emails'>): readonly string[] {
  const ordered = [...emails].sort((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  return [userName, ...ordered.map(({ value }) => value)];
}

/** Some providers send booleans as texts, in any case. */
function flagOf(value: unknown, name: string, fallback: boolean): boolean {
  if (value === undefined || value === null || value === '') return fallback;
  const text = String(value).toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw invalidValue(`${name} is true or false`);
}

function requiredText(body: unknown, name: string, maxLength: number): string {
  const text = optionalText(body, name, maxLength);
  if (text === null) throw invalidValue(`${name} is required`);
  return text;
}

function optionalText(body: unknown, name: string, maxLength: number): string | null {
  const value = fieldOf(body, name);
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > maxLength)
    throw invalidValue(`${name} is a text of at most ${maxLength} characters`);
  return value.trim() === '' ? null : value.trim();
}

function textEntry(body: unknown, name: string): Resource {
  const text = optionalText(body, name, 200);
  return text === null ? {} : { [name]: text };
}

function listOf(value: unknown, name: string, max: number): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > max)
    throw invalidValue(`${name} is a list of at most ${max} values`);
  return value;
}
