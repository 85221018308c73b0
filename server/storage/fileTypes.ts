/**
 * Types of files that may be stored and served, with their extensions. Browsers execute none of
 * them.
 */
export const extensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
} as const;

export type FileType = keyof typeof extensions;

export function isFileType(contentType: string): contentType is FileType {
  return Object.hasOwn(extensions, contentType);
}

/** Return the type by the file extension. Null: the extension is unknown. */
export function typeOfName(name: string): FileType | null {
  const [type] = Object.entries(extensions).find(([, extension]) => name.endsWith(`.${extension}`)) ?? [];
  return type !== undefined && isFileType(type) ? type : null;
}

/** Return whether the beginning of the bytes matches the type. An SVG is checked completely. */
export function isOfType(bytes: Uint8Array, contentType: FileType): boolean {
  return checks[contentType](bytes);
}

const checks: Record<FileType, (bytes: Uint8Array) => boolean> = {
  'image/png': begins('\x89PNG\r\n\x1a\n'),
  'image/jpeg': begins('\xff\xd8\xff'),
  'image/webp': riff('WEBP'),
  'image/svg+xml': isStillSvg,
  // MP3: an ID3 tag, or the first frame with eleven set bits and layer III.
  'audio/mpeg': (bytes) =>
    begins('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2 && bytes.length > 4),
  'audio/wav': riff('WAVE'),
  // MP4: check the type of the first box, because some image formats have the same container.
  'video/mp4': (bytes) =>
    begins('ftyp', 4)(bytes) && !/^(avif|avis|heic|heix|mif1|M4A |M4B )/.test(brandOf(bytes)),
  'video/webm': begins('\x1a\x45\xdf\xa3'),
};

function brandOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1');
}

/** Return the type of a video by its first bytes. Null: it may not be stored. */
export function videoTypeOf(bytes: Uint8Array): 'video/mp4' | 'video/webm' | null {
  return (['video/mp4', 'video/webm'] as const).find((type) => isOfType(bytes, type)) ?? null;
}

function begins(signature: string, from = 0) {
  return (bytes: Uint8Array) =>
    Buffer.from(bytes.subarray(from, from + signature.length)).toString('latin1') === signature;
}

function riff(format: string) {
  return (bytes: Uint8Array) => begins('RIFF')(bytes) && begins(format, 8)(bytes);
}

/**
 * Markup that SVGs may not contain and our pictures do not: declarations, scripts, foreign content,
 * handlers and external references.
 */
const active =
  /<(?:[!?]|(?:script|foreignObject|iframe|style|a|animate\w*|set)\b)|<[^<>]*(?:\s(?:on\w+|(?:\w+:)?href|style)\s*=|url\((?!#))/i;

/**
 * Text between two "<": a tag without a prefix, with attributes in double quotes and without ">",
 * followed by text.
 */
const plainTag = /^\/?[a-z][\w-]*(?:\s+[a-z][\w:-]*="[^">]*")*\s*\/?>[^>]*$/i;

function isStillSvg(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false; // invalid UTF-8
  }
  const tags = text.split('<').slice(1);
  const isSvg = /^<svg\s/.test(text) && /<\/svg>\s*$/.test(text);
  return isSvg && tags.every((tag) => plainTag.test(tag)) && !active.test(text);
}
