/*
 * What a program asks for in the address that it opens. The registry checks it again; here it only has to be complete.
 */

import type { PersonalScope } from '../../registry/api/names.js';

export interface ProgramRequest {
  /** As it is sent to the registry. */
  readonly body: {
    readonly program: string;
    readonly scope: string;
    readonly redirect_uri: string;
    readonly state: string;
    readonly code_challenge: string;
    readonly code_challenge_method: 'S256';
  };
  readonly scopes: readonly PersonalScope[];
}

/** Without a word about it, a program asks for all but administration. */
const usual = [
  'skills:read',
  'skills:propose',
  'skills:publish',
  'skills:curate',
  'usage:read',
  'members:read',
] as const satisfies readonly PersonalScope[];
const all: readonly PersonalScope[] = [...usual, 'namespaces:admin', 'tenant:admin'];

/** Undefined for an address that is not complete. */
export function programRequestIn(query: URLSearchParams): ProgramRequest | undefined {
  const [program = '', redirect_uri = '', state = '', code_challenge = ''] = [
    'program',
    'redirect_uri',
    'state',
    'code_challenge',
  ].map((name) => query.get(name) ?? '');
  const scope = query.get('scope') ?? '';
  if (program.trim() === '' || redirect_uri === '' || state === '' || code_challenge === '') return undefined;
  const body = {
    program,
    scope,
    redirect_uri,
    state,
    code_challenge,
    code_challenge_method: 'S256',
  } as const;
  return { body, scopes: scope === '' ? usual : all.filter((each) => scope.split(' ').includes(each)) };
}
