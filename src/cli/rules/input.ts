/*
 * What was typed, after parsing: a verb's arguments and flags by the names its record declares. A command sees it
 * through `InputOf`, whose types follow from the record, so a name that the record does not declare does not compile.
 */

import { CoppiceError } from '../../text/errors.js';
import { type Argument, type Flag, globalFlags, type VerbRecord } from './verb.js';

export interface InputOf<Verb extends VerbRecord> {
  /** Undefined when an optional one was left out. */
  argument<Name extends Single<ArgumentOf<Verb>>['name']>(
    name: Name,
  ): ArgumentValue<Named<ArgumentOf<Verb>, Name>>;
  argumentList<Name extends Repeated<ArgumentOf<Verb>>['name']>(
    name: Name,
  ): readonly Value<Named<ArgumentOf<Verb>, Name>>[];
  isOn(name: Switch<FlagOf<Verb>>['name']): boolean;
  /** The value of a flag; the last one where it was given twice. */
  text<Name extends Single<Valued<FlagOf<Verb>>>['name']>(name: Name): FlagValue<Named<FlagOf<Verb>, Name>>;
  texts<Name extends Repeated<FlagOf<Verb>>['name']>(name: Name): readonly Value<Named<FlagOf<Verb>, Name>>[];
}

type ArgumentOf<Verb extends VerbRecord> = Verb['arguments'][number];
type FlagOf<Verb extends VerbRecord> = Verb['flags'][number] | (typeof globalFlags)[number];
type Named<Declared, Name> = Extract<Declared, { readonly name: Name }>;
type Repeated<Declared> = Extract<Declared, { readonly repeat: true }>;
type Single<Declared> = Exclude<Declared, { readonly repeat: true }>;
type Valued<Declared> = Extract<Declared, { readonly value: string }>;
type Switch<Declared> = Exclude<Declared, { readonly value: string }>;

/** One of its choices where there are some. */
type Value<Declared> = Declared extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;
type ArgumentValue<Declared> = Declared extends { readonly optional: true }
  ? Value<Declared> | undefined
  : Value<Declared>;
type FlagValue<Declared> = Declared extends { readonly required: true }
  ? Value<Declared>
  : Value<Declared> | undefined;

export class ParsedInput {
  readonly #verb: VerbRecord;
  readonly #arguments: ReadonlyMap<string, readonly string[]>;
  readonly #flags: ReadonlyMap<string, readonly string[]>;

  constructor(
    verb: VerbRecord,
    given: ReadonlyMap<string, readonly string[]>,
    flags: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#verb = verb;
    this.#arguments = given;
    this.#flags = flags;
  }

  /** The first word of an argument, undefined when an optional one was left out. */
  argument(name: string): string | undefined {
    return this.argumentList(name)[0];
  }

  argumentList(name: string): readonly string[] {
    this.#requireDeclared(this.#verb.arguments, name);
    return this.#arguments.get(name) ?? [];
  }

  isOn(name: string): boolean {
    this.#requireDeclared([...this.#verb.flags, ...globalFlags], name);
    return this.#flags.has(name);
  }

  /** The value of a flag; the last one where it was given twice. */
  text(name: string): string | undefined {
    return this.texts(name).at(-1);
  }

  texts(name: string): readonly string[] {
    this.#requireDeclared([...this.#verb.flags, ...globalFlags], name);
    return this.#flags.get(name) ?? [];
  }

  #requireDeclared(declared: readonly (Argument | Flag)[], name: string): void {
    if (declared.some((one) => one.name === name)) return;
    throw new CoppiceError('internal', `the verb ${this.#verb.name} declares no ${name}`);
  }
}
