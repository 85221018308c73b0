import { courier, emoji, type Family, type FontStyle, fallbacks, openFont } from './catalogue.ts';
import { EmbeddedFont } from './embeddedFont.ts';
import type { TrueTypeFont } from './trueType.ts';
import type { PdfWriter } from './writer.ts';

/** A family in one style, as used in a document. */
export interface Face {
  family: Family;
  font: TrueTypeFont;
  embedded: EmbeddedFont;
  /** True: the family has no bold or italic style, so strokes are thickened or letters slanted. */
  isThickened: boolean;
  isSlanted: boolean;
}

// Joiners, variation selectors and other control characters that are not drawn.
const steering = /^(?:[\p{Cf}\p{Cc}]|\p{Variation_Selector})$/u;
const pictureSelector = '\ufe0f';

/** The fonts used in one document. Selects the face for each text. */
export class DocumentFonts {
  readonly #pdf: PdfWriter;
  readonly #embedded = new Map<string, EmbeddedFont>();
  readonly #faces = new Map<Family, Face[]>();
  readonly #chosen = new Map<string, Face>();

  constructor(pdf: PdfWriter) {
    this.#pdf = pdf;
  }

  /** Return the face for a grapheme cluster. */
  faceFor(letters: string, style: FontStyle): Face {
    const key = style + letters;
    let face = this.#chosen.get(key);
    if (!face) {
      face = this.#choose(letters, style);
      this.#chosen.set(key, face);
    }
    return face;
  }

  courier(style: FontStyle): Face {
    return this.#face(courier, style);
  }

  /** Entries of a page's font dictionary. */
  get resources(): string {
    return [...this.#embedded.values()].map(({ id }) => `/F${id} ${id} 0 R`).join('');
  }

  write(): void {
    for (const font of this.#embedded.values()) font.write(this.#pdf);
  }

  #choose(letters: string, style: FontStyle): Face {
    const drawn = Array.from(letters).filter((char) => !steering.test(char));
    const order = letters.includes(pictureSelector) ? [emoji, courier] : [courier];
    const families = [...order, ...fallbacks];
    const prints = (chars: string[]) =>
      families.find((family) =>
        chars.every((char) => this.#font(family, style).glyphOf(char.codePointAt(0) ?? 0)),
      );
    return this.#face(prints(drawn) ?? prints(drawn.slice(0, 1)) ?? courier, style);
  }

  #font(family: Family, style: FontStyle): TrueTypeFont {
    return openFont(family.files[fileIndex(family, style)] as string);
  }

  #face(family: Family, style: FontStyle): Face {
    const faces = this.#faces.get(family) ?? [];
    this.#faces.set(family, faces);
    faces[style] ??= this.#makeFace(family, style);
    return faces[style];
  }

  #makeFace(family: Family, style: FontStyle): Face {
    const index = fileIndex(family, style);
    const name = family.names[index] as string;
    const font = this.#font(family, style);
    const embedded = this.#embedded.get(name) ?? new EmbeddedFont(this.#pdf, name, font, family.fixedWidth);
    this.#embedded.set(name, embedded);
    const lacks = style & ~index;
    return { family, font, embedded, isThickened: (lacks & 1) !== 0, isSlanted: (lacks & 2) !== 0 };
  }
}

/** Return the index of the file for the style, otherwise for its weight, otherwise 0. */
function fileIndex(family: Family, style: FontStyle): number {
  if (style < family.files.length) return style;
  return (style & 1) < family.files.length ? style & 1 : 0;
}
