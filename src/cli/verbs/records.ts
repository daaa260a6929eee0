/*
 * The records of all verbs, in the order of the help, and the types that follow from them: a command names its verb and
 * gets an input with exactly the arguments and flags that the record declares.
 */

import type { Context } from '../../app/context.js';
import { CoppiceError } from '../../text/errors.js';
import type { InputOf, ParsedInput } from '../rules/input.js';
import type { Report, Verb, VerbRecord } from '../rules/verb.js';
import { careVerbs } from './care.js';
import { evalVerbs } from './eval.js';
import { evidenceVerbs } from './evidence.js';
import { evolveVerbs } from './evolve.js';
import { findVerbs, mcpVerbs } from './find.js';
import { programVerbs } from './program.js';
import { quietVerbs } from './quiet.js';
import { registryVerbs } from './registry.js';
import { registryAdminVerbs } from './registry-admin.js';
import { scheduleVerbs } from './schedule.js';
import { shareVerbs } from './share.js';
import { historyVerbs, writeVerbs } from './write.js';

export const verbRecords = [
  ...findVerbs,
  ...mcpVerbs,
  ...writeVerbs,
  ...historyVerbs,
  ...careVerbs,
  ...quietVerbs,
  ...evidenceVerbs,
  ...evolveVerbs,
  ...evalVerbs,
  ...scheduleVerbs,
  ...shareVerbs,
  ...registryVerbs,
  ...registryAdminVerbs,
  ...programVerbs,
] as const satisfies readonly VerbRecord[];

type AnyRecord = (typeof verbRecords)[number];

export type VerbName = AnyRecord['name'];

/** What was typed after the verb of this name. */
export type Input<Name extends VerbName> = InputOf<Extract<AnyRecord, { readonly name: Name }>>;

/** Some commands work on the command line itself, so a command is given all verbs too. */
export type Command<Name extends VerbName> = (
  context: Context,
  input: Input<Name>,
  verbs: readonly Verb[],
) => Promise<Report> | Report;

/** The parser has checked the input against the record that the type comes from. */
export function typedInput<Name extends VerbName>(
  { verb, input }: { readonly verb: VerbRecord; readonly input: ParsedInput },
  name: Name,
): Input<Name> {
  if (verb.name !== name) throw new CoppiceError('internal', `${verb.name} is not ${name}`);
  return input as unknown as Input<Name>;
}
