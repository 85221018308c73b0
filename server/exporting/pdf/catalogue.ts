import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TrueTypeFont } from './trueType.ts';

/** 0 regular, 1 bold, 2 italic, 3 both. */
export type FontStyle = 0 | 1 | 2 | 3;

/** A font family with the characters it can print. */
export interface Family {
  /**
   * PostScript names by style. With one name, bold and italic are derived from the regular style.
   */
  names: readonly string[];
  /** Font files, in the same order. */
  files: readonly string[];
  sizePoints: number;
  /** Width of all glyphs in thousandths of an em if they must fill a cell, otherwise null. */
  fixedWidth: number | null;
  /** True: words are set at the widths of the font, not character by character into cells. */
  isJoined: boolean;
}

const expo = '@expo-google-fonts';
const dejavu = 'dejavu-fonts-ttf/ttf';

/** Font of the script: 10 characters an inch at 12 points. */
export const courier: Family = {
  names: ['CourierPrime', 'CourierPrime-Bold', 'CourierPrime-Italic', 'CourierPrime-BoldItalic'],
  files: ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'].map(
    (style) => `${expo}/courier-prime/${style}/CourierPrime_${style}.ttf`,
  ),
  sizePoints: 12,
  fixedWidth: 600,
  isJoined: false,
};

const styles = ['', '-Bold', '-Oblique', '-BoldOblique'];

/** Emoji. Used first when the text requests emoji presentation. */
export const emoji = single('NotoEmoji', `${expo}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`, 11);

/**
 * Fallbacks for characters that Courier Prime lacks, in order of preference. The last one has a 16
 * × 16 bitmap for every character of the first plane. Others are printed as an empty box.
 */
export const fallbacks: readonly Family[] = [
  // Greek, Cyrillic, Armenian, Georgian, Arabic, arrows, mathematics, boxes and blocks.
  {
    names: styles.map((style) => `DejaVuSansMono${style}`),
    files: styles.map((style) => `${dejavu}/DejaVuSansMono${style}.ttf`),
    sizePoints: 11.5,
    fixedWidth: null,
    isJoined: false,
  },
  // Chinese and Japanese.
  single(
    'ChocolateClassicalSans',
    `${expo}/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf`,
    12,
  ),
  // Korean.
  {
    names: ['NanumGothicCoding', 'NanumGothicCoding-Bold'],
    files: [
      `${expo}/nanum-gothic-coding/400Regular/NanumGothicCoding_400Regular.ttf`,
      `${expo}/nanum-gothic-coding/700Bold/NanumGothicCoding_700Bold.ttf`,
    ],
    sizePoints: 12,
    fixedWidth: null,
    isJoined: false,
  },
  joined(
    'TiroDevanagariHindi',
    `${expo}/tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf`,
  ),
  joined('TiroBangla', `${expo}/tiro-bangla/TiroBangla_400Regular.ttf`),
  joined('NotoSansTelugu', `${expo}/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf`),
  ...['Tamil', 'Kannada', 'Gujarati', 'Gurmukhi', 'Sinhala', 'Khmer', 'Myanmar', 'Thai'].map((script) =>
    joined(
      `NotoSans${script}`,
      `${expo}/noto-sans-${script.toLowerCase()}/400Regular/NotoSans${script}_400Regular.ttf`,
    ),
  ),
  // Hebrew, Lao, N'Ko, Tifinagh, Braille and more symbols.
  {
    names: styles.map((style) => `DejaVuSans${style}`),
    files: styles.map((style) => `${dejavu}/DejaVuSans${style}.ttf`),
    sizePoints: 11.5,
    fixedWidth: null,
    isJoined: true,
  },
  emoji,
  single('Unifont', '@fontsource/unifont/files/unifont-latin-400-normal.woff', 12),
];

function single(name: string, file: string, sizePoints: number): Family {
  return { names: [name], files: [file], sizePoints, fixedWidth: null, isJoined: false };
}

function joined(name: string, file: string): Family {
  return { ...single(name, file, 11), isJoined: true };
}

const { resolve } = createRequire(import.meta.url);
const opened = new Map<string, TrueTypeFont>();

/** Open a font file of node_modules. Cached per thread. */
export function openFont(file: string): TrueTypeFont {
  let font = opened.get(file);
  if (!font) {
    font = new TrueTypeFont(readFileSync(resolve(file)));
    opened.set(file, font);
  }
  return font;
}
