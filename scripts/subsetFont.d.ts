declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    keepFeatures?: readonly string[];
    noHinting?: boolean;
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  /** Return the font with only the glyphs of a text. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
