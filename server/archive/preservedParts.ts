import { z } from 'zod';
import { nameEnd } from '#screenplay/fdx/xmlCharacters.ts';
import { XmlParser } from '#screenplay/fdx/xmlParser.ts';
import { ElementExtrasSchema as LayoutExtras } from '#shared/contract/elements.ts';
import { storedShape } from '#shared/contract/fields.ts';
import { ScriptFormatSchema, TitlePageSchema } from '#shared/contract/scriptFormat.ts';

/*
 * Schemas of the preserved content of elements and projects, as it may occur in an archive. Exports
 * write it into files verbatim, so an archive must not contain content that would make them
 * invalid.
 */

/** Maximum nesting. No real file is deeper. */
const maxDepth = 100;

/** Return whether a text is well-formed XML. `isOne`: it must be a single element. */
function isWhole(xml: string, isOne: boolean): boolean {
  let depth = 0;
  const handler = {
    open: () => {
      if (++depth > maxDepth) throw new Error(`XML is nested more than ${maxDepth} levels`);
    },
    text: () => undefined,
    close: () => {
      depth--;
    },
  };
  try {
    const parser = new XmlParser(handler);
    parser.write(isOne ? xml : `<x>${xml}</x>`);
    parser.close();
    return true;
  } catch {
    return false; // the parser reports errors by throwing
  }
}

const fragment = z.string().refine((xml) => isWhole(xml, false), 'Is not well-formed XML');
const oneElement = z.string().refine((xml) => isWhole(xml, true), 'Is not one XML element');
const attributeName = z
  .string()
  .refine((name) => name !== '' && nameEnd(name, 0) === name.length, 'Is no name');
const attributes = z.array(z.tuple([attributeName, z.string()]));
const run = z.tuple([z.string(), attributes]);
const aroundDual = z.tuple([fragment, fragment]);

/** KeptParagraph of screenplay/fdx/preserved.ts. */
const KeptParagraph = z
  .object({
    type: z.string().nullable(),
    attributes,
    children: z.array(z.union([run, fragment, z.null()])),
    own: z.tuple([z.int().min(0), z.int().min(0)]),
    recent: z.array(z.object({ content: z.string(), children: z.array(z.union([run, fragment])) })),
    blanks: z.array(oneElement.nullable()),
    blanksInDual: z.int().min(0),
    dual: z.object({ attributes, outside: aroundDual, inside: aroundDual }),
    before: fragment,
    anchor: z.object({ at: z.number(), length: z.number(), text: z.string().optional() }),
  })
  .partial();

/**
 * KeptFile of screenplay/fdx/preserved.ts. A part that is not an element is a comment between
 * elements.
 */
const KeptFile = z.object({
  attributes,
  parts: z.array(z.union([oneElement, fragment.refine((xml) => !/^<[^!?]/.test(xml))])),
  contentAt: z.int().min(0),
  contentAttributes: attributes,
  rest: fragment,
  isAnchored: z.literal(true).optional(),
  runAttributes: attributes,
});

const lines = z.array(z.string());

/** Spelling of screenplay/fountain/extras.ts. */
const Spelling = z.object({ ours: z.string(), theirs: z.string() });

/** ParagraphPiece of screenplay/element.ts. */
const Piece = z.object({
  paragraph: z.number(),
  part: z.number(),
  gap: z.object({
    text: z.string(),
    spans: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        isBold: z.boolean(),
        isItalic: z.boolean(),
        isUnderlined: z.boolean(),
        isStruck: z.literal(true).optional(),
      }),
    ),
  }),
});

export const ArchivedExtras = LayoutExtras.extend({
  piece: Piece.optional(),
  fdx: KeptParagraph.optional(),
  fountain: z.object({ before: lines, notes: lines, own: Spelling, gap: Spelling }).partial().optional(),
});

const margin = z.number().min(0).max(300);

/** Format of a script, with limits of what is used without a check. */
export const ArchivedFormat = ScriptFormatSchema.extend({
  topMarginPoints: margin,
  bottomMarginPoints: margin,
  headerMarginPoints: margin,
});

export const ArchivedSource = z
  .object({
    fdx: KeptFile,
    fountain: z.object({
      after: lines,
      notes: lines.optional(),
      titleEntries: lines.optional(),
      end: Spelling.optional(),
      cuts: lines.optional(),
      titlePage: storedShape(TitlePageSchema).optional(),
    }),
  })
  .partial();
