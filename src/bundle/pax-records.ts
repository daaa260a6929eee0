/*
 * The body of an extended header of a tar archive (POSIX calls the format pax): records `LENGTH key=value`, each ended
 * by a line feed, where LENGTH counts the whole record in bytes, itself included.
 */

/** Undefined when it is malformed, or has a key twice: programs disagree on which of the two counts. */
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
