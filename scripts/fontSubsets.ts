import fs from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/*
 * The fonts of web/fonts.css, cut from the packages: letters that nearly every page needs, and the
 * other Latin ones, which a browser fetches on demand. Written to .cache/fonts, where the build
 * reads them.
 */
const packages = 'node_modules/@fontsource';
const target = '.cache/fonts';

/** Same characters as the unicode-range in web/fonts.css. */
const core = rangesOf(
  'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2032-2033, U+2191, U+2193, U+2212',
);
/** Frequent characters of scripts, in the typewriter font. The others are in its second file. */
const typedCore = rangesOf('U+0020-007E, U+00A0, U+2013-2014, U+2018-2019, U+201C-201D, U+2026');
const latin = rangesOf(
  'U+00A1-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2215, U+FEFF, U+FFFD',
).filter((point) => !core.includes(point));
const latinExt = rangesOf(
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
);

/** Font features that the styles use; small capitals and the like are removed. */
const keepFeatures = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum'];

interface Face {
  name: string;
  source: (part: 'latin' | 'latin-ext') => string;
  /**
   * Half of a typewriter font is hinting for low-resolution screens, which does not affect its
   * widths. The other fonts have little hinting, and their widths depend on it.
   */
  isFixedWidth?: boolean;
  /** The weights and sizes that are used. */
  variationAxes?: Record<string, number | { min: number; max: number }>;
}

/** Optical size of the font of titles. A range of sizes would more than double the files. */
const titleOpticalSize = 72;
const faces: Face[] = [
  {
    name: 'instrument-sans',
    source: (part) => `${packages}-variable/instrument-sans/files/instrument-sans-${part}-wght-normal.woff2`,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  ...(['normal', 'italic'] as const).map((style) => ({
    name: `newsreader-${style}`,
    source: (part: string) => `${packages}-variable/newsreader/files/newsreader-${part}-opsz-${style}.woff2`,
    variationAxes: { wght: 400, opsz: titleOpticalSize },
  })),
  ...['400-normal', '400-italic', '700-normal', '700-italic'].map((style) => ({
    name: `courier-prime-${style}`,
    source: (part: string) => `${packages}/courier-prime/files/courier-prime-${part}-${style}.woff2`,
    isFixedWidth: true,
  })),
];

/**
 * Writing systems that the typewriter font lacks, in one part each, which a browser fetches on
 * demand. Their letters join and stack by the font's features, all of which are kept.
 */
const scripts: Record<string, [source: string, points: string]> = {
  devanagari: ['tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf', 'U+0900-097F'],
  gurmukhi: ['noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf', 'U+0A00-0A7F'],
  gujarati: ['noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf', 'U+0A80-0AFF'],
  tamil: ['noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf', 'U+0B80-0BFF'],
  kannada: ['noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf', 'U+0C80-0CFF'],
  sinhala: ['noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf', 'U+0D80-0DFF'],
  thai: ['noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf', 'U+0E00-0E7F'],
  myanmar: ['noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf', 'U+1000-109F'],
  khmer: ['noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf', 'U+1780-17FF'],
};
/** Joiners, and the circle that carries a mark without a letter. */
const joiners = rangesOf('U+0020, U+200B-200D, U+25CC');

/**
 * Subset the fonts before a build, or once for the development server. Output that is newer than
 * its source and this file is reused.
 */
export function fontSubsets(): Plugin {
  return {
    name: 'font-subsets',
    async config() {
      await fs.mkdir(target, { recursive: true });
      for (const face of faces) {
        const own = face.isFixedWidth ? typedCore : core;
        await cut(face, 'core', 'latin', own);
        await cut(face, 'latin', 'latin', [...core.filter((point) => !own.includes(point)), ...latin]);
        await cut(face, 'latin-ext', 'latin-ext', latinExt);
      }
      for (const [name, [file, points]] of Object.entries(scripts)) {
        const source = path.resolve('node_modules/@expo-google-fonts', file);
        await cutFrom(source, `script-${name}`, [...rangesOf(points), ...joiners], {});
      }
    },
  };
}

async function cut(face: Face, part: string, from: 'latin' | 'latin-ext', points: number[]): Promise<void> {
  await cutFrom(path.resolve(face.source(from)), `${face.name}-${part}`, points, {
    // Typewriter fonts need only mark positioning: they have no kerning and no ligatures.
    keepFeatures: face.isFixedWidth ? ['ccmp', 'locl', 'mark', 'mkmk'] : keepFeatures,
    noHinting: face.isFixedWidth ?? false,
    ...(face.variationAxes && { variationAxes: face.variationAxes }),
  });
}

async function cutFrom(
  source: string,
  name: string,
  points: number[],
  options: Omit<NonNullable<Parameters<typeof subsetFont>[2]>, 'targetFormat'>,
): Promise<void> {
  const made = path.join(target, `${name}.woff2`);
  const times = await Promise.all([made, source, import.meta.filename].map(changedAt));
  const [madeAt = 0, ...others] = times;
  if (others.every((time) => time < madeAt)) return;
  const subset = await subsetFont(await fs.readFile(source), String.fromCodePoint(...points), {
    targetFormat: 'woff2',
    ...options,
  });
  await fs.writeFile(made, subset);
}

async function changedAt(file: string): Promise<number> {
  return (await fs.stat(file).catch(() => null))?.mtimeMs ?? 0;
}

function rangesOf(text: string): number[] {
  return text.split(', ').flatMap((range) => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
