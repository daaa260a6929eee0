/*
 * Reads and writes the header of 512 bytes before every entry of a tar archive, and extended headers. It reads the two
 * common forms, POSIX ustar and GNU, strictly: numbers are octal text, text is padded with zeros. A header that can be
 * read in two ways is refused.
 */

export const blockBytes = 512;

export interface TarHeader {
  readonly name: Uint8Array;
  /** One character: `0` a file, `5` a folder, `x` an extended header, ... */
  readonly type: string;
  readonly sizeBytes: number;
  readonly mode: number;
}

type TarHeaderOutcome =
  | { readonly kind: 'header'; readonly header: TarHeader }
  | { readonly kind: 'refused'; readonly fault: string };

export function readTarHeader(block: Uint8Array): TarHeaderOutcome {
  if (octalIn(block, fields.checksum) !== checksumOf(block))
    return refused('the checksum of the header is wrong');
  const magic = latin1(part(block, fields.magic));
  if (magic !== posixMagic && magic !== gnuMagic) return refused('the header is neither ustar nor GNU');
  const name = textIn(block, fields.name);
  const prefix = textIn(block, fields.prefix);
  // The prefix may be followed by other data: some programs store times there.
  const tail = part(block, fields.name).subarray(name.length);
  if (tail.some((byte) => byte !== 0)) return refused('there is data after the end of the name');
  // GNU stores times and the map of a sparse file there, which readers of ustar take for the beginning of the path.
  if (magic === gnuMagic && prefix.length > 0) return refused('the header has GNU extensions');
  const sizeBytes = octalIn(block, fields.size);
  if (sizeBytes === undefined) return refused('the size is not an octal number');
  const mode = octalIn(block, fields.mode);
  if (mode === undefined) return refused('the mode is not an octal number');
  const path = prefix.length === 0 ? name : Uint8Array.of(...prefix, slash, ...name);
  return { kind: 'header', header: { name: path, type: latin1(part(block, fields.type)), sizeBytes, mode } };
}

/** Writes the POSIX form, without owner and time. The name must fit into its field. */
export function writeTarHeader({ name, type, sizeBytes, mode }: TarHeader): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(name, fields.name.at);
  writeOctal(block, fields.mode, mode);
  writeOctal(block, fields.ownerId, 0);
  writeOctal(block, fields.groupId, 0);
  writeOctal(block, fields.size, sizeBytes);
  writeOctal(block, fields.modifiedAt, 0);
  block.set(ascii(type), fields.type.at);
  block.set(ascii(posixMagic), fields.magic.at);
  writeChecksum(block);
  return block;
}

export function writeChecksum(block: Uint8Array): void {
  writeOctal(block, fields.checksum, checksumOf(block));
}

interface Field {
  readonly at: number;
  readonly bytes: number;
}

const fields = {
  name: { at: 0, bytes: 100 },
  mode: { at: 100, bytes: 8 },
  ownerId: { at: 108, bytes: 8 },
  groupId: { at: 116, bytes: 8 },
  size: { at: 124, bytes: 12 },
  modifiedAt: { at: 136, bytes: 12 },
  checksum: { at: 148, bytes: 8 },
  type: { at: 156, bytes: 1 },
  magic: { at: 257, bytes: 8 },
  prefix: { at: 345, bytes: 155 },
} as const satisfies Record<string, Field>;

/** Longer names need an extended header. */
export const maxHeaderNameBytes = fields.name.bytes;

const posixMagic = 'ustar\x0000';
const gnuMagic = 'ustar  \0';
const slash = 0x2f;
const space = 0x20;

/** The sum of all bytes, with the checksum field counted as spaces. */
function checksumOf(block: Uint8Array): number {
  const own = part(block, fields.checksum);
  return sum(block) - sum(own) + own.length * space;
}

function sum(bytes: Uint8Array): number {
  return bytes.reduce((total, byte) => total + byte, 0);
}

/** Undefined also for the binary form, which is for numbers larger than any in a bundle. */
function octalIn(block: Uint8Array, field: Field): number | undefined {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(latin1(part(block, field)))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function writeOctal(block: Uint8Array, field: Field, value: number): void {
  block.set(ascii(`${value.toString(8).padStart(field.bytes - 1, '0')}\0`), field.at);
}

function textIn(block: Uint8Array, field: Field): Uint8Array {
  const whole = part(block, field);
  const end = whole.indexOf(0);
  return end === -1 ? whole : whole.subarray(0, end);
}

function part(block: Uint8Array, { at, bytes }: Field): Uint8Array {
  return block.subarray(at, at + bytes);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function refused(fault: string): TarHeaderOutcome {
  return { kind: 'refused', fault };
}

/**
 * Reads the body of an extended header (POSIX calls the format pax): records `LENGTH key=value`, each ended by a line
 * feed, where LENGTH counts the whole record in bytes, including itself. Undefined when the body is malformed, or has a
 * key twice: programs disagree on which of the two counts.
 */
export function readPaxRecords(body: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  const records = new Map<string, Uint8Array>();
  for (let at = 0; at < body.length; ) {
    const length = lengthAt(body, at);
    if (length === undefined) return undefined;
    const record = body.subarray(at, at + length);
    const start = record.indexOf(spaceByte) + 1;
    const equals = record.indexOf(equalsSign, start);
    if (record.length < length || record.at(-1) !== lineFeed || equals <= start) return undefined;
    const key = new TextDecoder().decode(record.subarray(start, equals));
    if (records.has(key)) return undefined;
    records.set(key, record.subarray(equals + 1, -1));
    at += length;
  }
  return records;
}

export function writePaxRecord(key: string, value: string): Uint8Array {
  const rest = new TextEncoder().encode(` ${key}=${value}\n`);
  let length = rest.length;
  while (length < rest.length + `${length}`.length) length = rest.length + `${length}`.length;
  return Uint8Array.of(...new TextEncoder().encode(`${length}`), ...rest);
}

const spaceByte = 0x20;
const equalsSign = 0x3d;
const lineFeed = 0x0a;

function lengthAt(body: Uint8Array, at: number): number | undefined {
  const digits = /^([1-9]\d{0,8}) /.exec(String.fromCharCode(...body.subarray(at, at + 10)))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
