// Makes a screenshot small by reducing it to a palette of 256 colours. Pages have few colours and many shades between them,
// so nobody sees the difference. Reads the PNG that Chromium writes: 8 bits a channel, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function smallPng(png) {
  const { width, height, pixels } = decoded(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
  const palette = paletteOf(colours);
  const indexOf = new Map(colours.map((colour) => [colour, nearest(palette, colour).index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < pixels.length; at += 1)
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexOf.get(pixels[at]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** At most 256 of the most frequent colours; the distance between any two is as small as that limit allows. */
function paletteOf(colours) {
  for (let minDistance = 1; ; minDistance *= 2) {
    const palette = [];
    for (const colour of colours) {
      if (palette.length > 256) break;
      if (nearest(palette, colour).distance >= minDistance) palette.push(colour);
    }
    if (palette.length <= 256) return palette;
  }
}

function nearest(palette, colour) {
  const [red, green, blue] = channels(colour);
  let best = { index: -1, distance: Number.POSITIVE_INFINITY };
  for (const [index, other] of palette.entries()) {
    const [otherRed, otherGreen, otherBlue] = channels(other);
    const distance = (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
    if (distance < best.distance) best = { index, distance };
  }
  return best;
}

function channels(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The colours, row by row, without transparency: a page is opaque. */
function decoded(png) {
  const parts = [];
  let header;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const name = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (name === 'IHDR') header = data;
    if (name === 'IDAT') parts.push(data);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const size = header[9] === 6 ? 4 : 3;
  if (header[8] !== 8 || ![2, 6].includes(header[9]) || header[12] !== 0)
    throw new Error('not a PNG with 8 bits a channel, in colour and not interlaced');
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * size, height, size);
  const pixels = Uint32Array.from({ length: width * height }, (_, at) => bytes.readUIntBE(at * size, 3));
  return { width, height, pixels };
}

/** Each row names its filter: bytes are differences to the left, to the row above, to the mean of both, or by Paeth. */
function unfiltered(data, rowBytes, height, size) {
  const out = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (rowBytes + 1)];
    for (let at = 0; at < rowBytes; at += 1) {
      const here = row * rowBytes + at;
      const left = at >= size ? out[here - size] : 0;
      const above = row > 0 ? out[here - rowBytes] : 0;
      const corner = at >= size && row > 0 ? out[here - rowBytes - size] : 0;
      const added = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      out[here] = data[row * (rowBytes + 1) + 1 + at] + added;
    }
  }
  return out;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
