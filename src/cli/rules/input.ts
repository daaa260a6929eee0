/*
 * What was typed, after parsing: a verb's arguments and flags by the names its record declares. Asking for a name
 * that the record does not declare is a fault of the program, and says so.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Verb } from './verb.js';
import { globalFlags } from './verb.js';

export class Input {
  readonly #verb: Verb;
  readonly #arguments: ReadonlyMap<string, readonly string[]>;
  readonly #flags: ReadonlyMap<string, readonly string[]>;

  constructor(
    verb: Verb,
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
    if (!this.#verb.arguments.some((argument) => argument.name === name)) {
      throw new CoppiceError('internal', `the verb ${this.#verb.name} declares no argument ${name}`);
    }
    return this.#arguments.get(name) ?? [];
  }

  isOn(name: string): boolean {
    this.#declared(name);
    return this.#flags.has(name);
  }

  /** The value of a flag; the last one where it was given twice. */
  text(name: string): string | undefined {
    return this.texts(name).at(-1);
  }

  texts(name: string): readonly string[] {
    this.#declared(name);
    return this.#flags.get(name) ?? [];
  }

  #declared(name: string): void {
    if ([...this.#verb.flags, ...globalFlags].some((flag) => flag.name === name)) return;
    throw new CoppiceError('internal', `the verb ${this.#verb.name} declares no flag --${name}`);
  }
}
