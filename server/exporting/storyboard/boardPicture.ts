import { imageHead } from '#server/lib/imageHead.ts';

/** A picture for a document: vectors as SVG, bitmaps as JPEG of the printed size. */
export type BoardPicture =
  | { type: 'svg'; svg: string }
  | { type: 'jpeg'; bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/** Maximum size. Our SVGs have a tenth of it. */
const maxSvgBytes = 2_000_000;

/** Convert a stored picture. Null: it is neither an SVG nor a JPEG. */
export function boardPictureOf(bytes: Uint8Array<ArrayBuffer>): BoardPicture | null {
  if (isSvg(bytes))
    return bytes.length > maxSvgBytes ? null : { type: 'svg', svg: new TextDecoder().decode(bytes) };
  const head = imageHead(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return head?.type === 'image/jpeg' ? { type: 'jpeg', bytes, width: head.width, height: head.height } : null;
}

export function isSvg(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '<svg';
}
