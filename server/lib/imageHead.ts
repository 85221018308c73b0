/** Data of an image header, read before anything is decoded. */
export interface ImageHead {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  isAnimated: boolean;
}

/** Read the header. Returns null if it is no PNG, JPEG or WebP, or truncated. */
export function imageHead(bytes: Buffer): ImageHead | null {
  try {
    return pngHead(bytes) ?? jpegHead(bytes) ?? webpHead(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null; // the header is truncated
    throw error;
  }
}

function textAt(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length);
}

function pngHead(bytes: Buffer): ImageHead | null {
  if (textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(bytes, 12, 4) !== 'IHDR') return null;
  const isWhole = bytes.lastIndexOf('IEND') > 0;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  // PNG: our decoder shows the first frame of an animation, so it does not count as animated.
  return isWhole ? { type: 'image/png', width, height, isAnimated: false } : null;
}

function jpegHead(bytes: Buffer): ImageHead | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: { width: number; height: number } | null = null;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at++; // fill bytes
      continue;
    }
    // An end marker must follow the scan, not only that of a thumbnail in the header.
    if (marker === 0xda) {
      const isWhole = bytes.indexOf(Buffer.from([0xff, 0xd9]), at) > 0;
      return size && isWhole ? { type: 'image/jpeg', ...size, isAnimated: false } : null;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function webpHead(bytes: Buffer): ImageHead | null {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  const head = (width: number, height: number, isAnimated = false): ImageHead => ({
    type: 'image/webp',
    width,
    height,
    isAnimated,
  });
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      return head(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return head((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return head(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1, (bytes.readUInt8(20) & 2) !== 0);
    default:
      return null;
  }
}
