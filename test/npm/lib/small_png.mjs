// Pictures of pages with at most 256 colours, which take a third of the bytes.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const kSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function* chunksOf(png) {
  for (let at = kSignature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

const paeth = (left, above, corner) => {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
};

const kPredictors = [() => 0, (left) => left, (_, above) => above, (left, above) => (left + above) >> 1, paeth];

/** {width, height, step, pixels}: `step` bytes for a pixel, without filters. */
function decoded(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const step = header[9] === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const stride = width * step;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const predict = kPredictors[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= step ? pixels[at - step] : 0;
      const above = y > 0 ? pixels[at - stride] : 0;
      const corner = x >= step && y > 0 ? pixels[at - stride - step] : 0;
      pixels[at] = raw[y * (stride + 1) + 1 + x] + predict(left, above, corner);
    }
  }
  return { width, height, step, pixels };
}

const kMostColours = 256;

const colourAt = (pixels, at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
const partsOf = (colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

/** The colours of the picture, the most frequent first. */
function coloursOf({ pixels, step }) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += step) counts.set(colourAt(pixels, at), (counts.get(colourAt(pixels, at)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
}

function nearest(colour, kept) {
  const of = partsOf(colour);
  const distances = kept.map((other) => partsOf(other).reduce((sum, part, at) => sum + (part - of[at]) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

/** The most frequent colours as they are, and for each pixel the one that it has or that is nearest to it. */
function paletteOf(picture) {
  const all = coloursOf(picture);
  const kept = all.slice(0, kMostColours);
  const indexOf = new Map(all.map((colour, at) => [colour, at < kMostColours ? at : nearest(colour, kept)]));
  const indexes = Buffer.alloc(picture.pixels.length / picture.step);
  for (let pixel = 0; pixel < indexes.length; pixel += 1) indexes[pixel] = indexOf.get(colourAt(picture.pixels, pixel * picture.step));
  return { indexes, colours: kept.map((colour) => Buffer.from(partsOf(colour))) };
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The same picture; rare colours, of which there are more than 256, become the nearest of the frequent ones. */
export function smallPng(png) {
  const picture = decoded(png);
  const { width, height } = picture;
  const found = paletteOf(picture);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) found.indexes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([kSignature, chunk('IHDR', header), chunk('PLTE', Buffer.concat(found.colours)), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
