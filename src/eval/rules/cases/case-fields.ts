/*
 * Reads the fields of a case file. Every complaint is one line that names the file and the field, and what the field may
 * be. Values come from YAML as text and from JSON as what they are.
 */

import { CoppiceError } from '../../../text/errors.js';
import { isObject, isOneOf } from '../../../text/shape.js';

type Values = Readonly<Record<string, unknown>>;

export class CaseFields {
  readonly file: string;
  readonly #values: Values;
  readonly #prefix: string;

  constructor(file: string, values: unknown, prefix = '') {
    this.file = file;
    this.#prefix = prefix;
    if (values !== null && values !== undefined && !isObject(values))
      throw faultOf(file, prefix.replace(/\.$/, '') || 'the document', 'must be a table of fields');
    this.#values = values ?? {};
  }

  /** A fault of one field, to be thrown. */
  fault(field: string, must: string): CoppiceError {
    return faultOf(this.file, `${this.#prefix}${field}`, must);
  }

  allowOnly(names: readonly string[]): void {
    const stranger = Object.keys(this.#values).find((name) => !names.includes(name));
    if (stranger !== undefined)
      throw this.fault(stranger, `is not known here; known are ${names.join(', ')}`);
  }

  has(field: string): boolean {
    return this.#values[field] !== undefined && this.#values[field] !== null;
  }

  raw(field: string): unknown {
    return this.#values[field] ?? undefined;
  }

  text(field: string): string | undefined {
    const value = this.raw(field);
    if (typeof value === 'string' && value.includes('\0'))
      throw this.fault(field, 'contains a NUL character');
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw this.fault(field, 'must be text');
  }

  requiredText(field: string): string {
    const value = this.text(field);
    if (value === undefined || value.trim() === '') throw this.fault(field, 'is missing');
    return value;
  }

  texts(field: string): readonly string[] {
    const value = this.raw(field);
    if (value === undefined) return [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' && item !== ''))
      throw this.fault(field, 'must be a list of texts');
    if (value.some((item) => item.includes('\0'))) throw this.fault(field, 'contains a NUL character');
    return value;
  }

  /** What a person is shown of a case. */
  name(field: string): string | undefined {
    const value = this.text(field);
    if (value !== undefined && value.length > maxName)
      throw this.fault(field, `is longer than ${maxName} characters`);
    return value;
  }

  whole(field: string, min: number, max: number): number | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    const number = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max))
      throw this.fault(field, `must be a whole number from ${min} to ${max}, and is ${quoted(value)}`);
    return number;
  }

  /** A number above 0. */
  positive(field: string): number | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!(number > 0 && number <= 1_000_000))
      throw this.fault(field, `must be a number above 0, and is ${quoted(value)}`);
    return number;
  }

  yesOrNo(field: string): boolean | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false')
      throw this.fault(field, `must be true or false, and is ${quoted(value)}`);
    return value === 'true';
  }

  oneOf<Member extends string>(field: string, members: readonly Member[]): Member | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    if (!isOneOf(members, value))
      throw this.fault(field, `must be one of ${members.join(', ')}, and is ${quoted(value)}`);
    return value;
  }

  inside(field: string): CaseFields {
    return new CaseFields(this.file, this.raw(field), `${this.#prefix}${field}.`);
  }

  list(field: string): readonly CaseFields[] {
    const value = this.raw(field);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.fault(field, 'must be a list');
    return value.map((item, at) => new CaseFields(this.file, item, `${this.#prefix}${field}[${at}].`));
  }
}

const maxName = 200;

export function faultOf(file: string, field: string, must: string): CoppiceError {
  return new CoppiceError('bad-value', `${file}: ${field} ${must}`, {
    hint: 'docs/evals.md has the fields of a case',
  });
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
