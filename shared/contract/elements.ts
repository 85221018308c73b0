import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { maxContentLength, maxNameLength, maxSceneNumberLength } from '#screenplay/limits.ts';
import { markedTypes } from '#screenplay/markedTypes.ts';
import type { RevisedText } from '#screenplay/revisions/revisedText.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, filledText, RowParams, rowId, storableText, storedShape, wholeNumber } from './fields.ts';
import { Scene } from './scenes.ts';

const LayoutOverride = z
  .object({
    leftInches: z.number(),
    rightInches: z.number(),
    firstIndentInches: z.number(),
    spaceBeforeLines: z.number(),
    spacing: z.number(),
    alignment: z.enum(['Left', 'Center', 'Right', 'Full']),
    startsNewPage: z.boolean(),
  })
  .partial();

const OmittedElement = z.object({
  id: bodyId.optional(),
  elementType: z.enum(elementTypes),
  content: storableText(maxContentLength),
  dual: z.enum(['left', 'right']).optional(),
});

/** Page and offset of LockedPlace. As an array, because tuples add code to the first page. */
const PageStart = z.array(z.number()) as unknown as z.ZodType<[number, number], [number, number]>;

/** OmittedScene of screenplay/element.ts. */
const OmittedSceneSchema = z.object({
  heading: storableText(maxContentLength),
  elements: z.array(OmittedElement).max(10_000),
  isOfFile: z.literal(true).optional(),
});

/**
 * Part of ElementExtras (screenplay/element.ts) that layout needs. The rest stays on the server.
 */
export const ElementExtrasSchema = z.object({
  layout: LayoutOverride.optional(),
  blanksBefore: z.array(z.object({ type: z.string(), layout: LayoutOverride.optional() })).optional(),
  number: z.string().optional(),
  omitted: storedShape(OmittedSceneSchema).nullish(),
  lockedPlace: z
    .object({
      lock: z.number(),
      order: z.number(),
      page: z.number(),
      starts: z.array(PageStart).optional(),
      text: z.string().optional(),
    })
    .optional(),
  revised: (z.unknown() as z.ZodType<RevisedText>).optional(),
});

/** One typed paragraph of the script. */
export const Element = z.object({
  id: z.number(),
  projectId: z.number(),
  sceneId: z.number().nullable(),
  elementType: z.enum(elementTypes),
  /** Text with Fountain emphasis marks. */
  content: z.string(),
  /**
   * Letters as typed, if they differ from `content`, which is in capitals in headings, cues and
   * transitions.
   */
  typedContent: z.string().nullish(),
  characterName: z.string().nullable(),
  parenthetical: z.string().nullable(),
  soundEffectUrl: z.string().nullable(),
  soundEffectText: z.string().nullable(),
  /**
   * Key of the text from which the effect was made (engines/sound/spokenKey.ts). If the key of the
   * current text differs, the effect may be outdated.
   */
  soundEffectKey: z.string().nullable(),
  dialogueAudioUrl: z.string().nullable(),
  /**
   * Key of text, voice and settings (engines/sound/spokenKey.ts). If the current key differs, the
   * file is outdated.
   */
  dialogueAudioKey: z.string().nullable(),
  /** 0 to 1. */
  audioVolume: z.number(),
  /** 0 to 5. */
  audioOverlapSeconds: z.number(),
  /** Position in the script. Elements are ordered by orderIndex, then id. */
  orderIndex: z.number(),
  sequenceNumber: z.number(),
  /** Incremented with every change of the element. A save names the version that it is based on. */
  version: z.number(),
  originalType: z.string().nullable(),
  dual: z.enum(['left', 'right']).nullable(),
  extras: ElementExtrasSchema.nullable(),
});
export type Element = z.input<typeof Element>;

/** Effects of an edit on the surrounding scenes. */
export const sceneChangesShape = {
  /** Scenes that the edit created or changed. */
  scenes: z.array(Scene),
  /** Scenes that the edit merged into the one before. */
  removedSceneIds: z.array(z.number()),
};

/**
 * The reply is text that is serialised once per revision, so its rows are not encoded here. Its
 * ETag is the script's revision: an unchanged script is answered with 304, whatever else has
 * changed.
 */
export const listElements = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-elements',
  summary: 'The script in order; sceneId and characterId can be combined',
  params: ProjectParams,
  query: z.object({
    sceneId: rowId.optional(),
    characterId: rowId.optional(),
    /**
     * The caller loads later changes by `listElementChanges`, if the header x-later-changes says
     * that some are missing. So a list that it has is answered with 304 although it lacks a few.
     */
    with: z.literal('changes').optional(),
  }),
  reply: z.array(Element),
});

/** As listElements, the reply is text, and its rows are not encoded here. */
export const listElementChanges = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-elements/changes',
  summary: 'What changed since a list of script-elements?with=changes; null if it has to be read whole',
  params: ProjectParams,
  /** The ETag of the list. */
  query: z.object({ since: z.string().max(200) }),
  reply: z
    .object({
      /** Elements that were inserted, changed or moved, in their present state. */
      elements: z.array(Element),
      removedIds: z.array(z.number()),
      /** Scene of the text before the first heading; null: there is none. */
      openingSceneId: z.number().nullable(),
    })
    .nullable(),
});

/** Far from the limits of the column, so that elements can always be added after the last one. */
const orderIndex = z.number().int().min(-1_000_000_000).max(1_000_000_000);

/** Fields of an element that a writer can change. */
export const ElementFields = {
  elementType: z.enum(elementTypes),
  content: filledText(maxContentLength),
  characterName: storableText(maxNameLength).nullable(),
  parenthetical: storableText(500).nullable(),
  dual: z.enum(['left', 'right']).nullable(),
  /** Null: the alignment of its type. */
  alignment: z.enum(['Left', 'Center', 'Right', 'Full']).nullable(),
  startsNewPage: z.boolean(),
  /** Text of a scene, on the heading that omits it; null to restore it. */
  omitted: OmittedSceneSchema.nullable(),
};

export const ElementCreate = z.object({
  elementType: z.enum(elementTypes),
  content: filledText(maxContentLength),
  characterName: storableText(maxNameLength).nullish(),
  parenthetical: storableText(500).nullish(),
  /** Scene at whose end the element is inserted. Used without afterId and orderIndex. */
  sceneId: bodyId.nullish(),
  /** Its number. With afterId it is used if it is between the numbers of the neighbours. */
  orderIndex: orderIndex.optional(),
  /** The preceding element. Null: the first position. It decides the position (decision OQ-56). */
  afterId: bodyId.nullable().optional(),
  dual: z.enum(['left', 'right']).nullish(),
  alignment: ElementFields.alignment.optional(),
  startsNewPage: ElementFields.startsNewPage.optional(),
  /** Shot of action, or lyrics of action and dialogue; ignored for other types. */
  originalType: z.enum(markedTypes).optional(),
  /** Printed number of the scene that a heading begins; ignored for other types. */
  sceneNumber: filledText(maxSceneNumberLength).optional(),
});

export const createElement = endpoint({
  method: 'POST',
  path: '/api/projects/:id/script-elements',
  summary: 'Insert an element',
  params: ProjectParams,
  body: ElementCreate,
  reply: Element.extend({
    /** Elements with a new order number. */
    renumbered: z.array(z.object({ id: z.number(), orderIndex: z.number() })),
    ...sceneChangesShape,
  }),
  status: 201,
});

export const ElementPatch = z
  .strictObject({
    ...ElementFields,
    orderIndex,
    dialogueAudioUrl: z.null('Only null is accepted'),
    soundEffectUrl: z.null('Only null is accepted'),
    /** Version that the change is based on. Without it the last write wins (decision OQ-27). */
    baseVersion: wholeNumber(1),
  })
  .partial()
  .refine((patch) => Object.keys(patch).some((key) => key !== 'baseVersion'), 'Nothing to change');

export const updateElement = endpoint({
  method: 'PATCH',
  path: '/api/script-elements/:id',
  summary:
    'Change an element; a change based on an older version is merged; if both changed the same words, the answer is 409 with both texts',
  params: RowParams,
  body: ElementPatch,
  reply: Element.extend(sceneChangesShape),
});

/** Body of the 409 of updateElement, in addition to message and error. */
export const ElementConflict = z.object({
  current: Element,
  base: z.object({ content: z.string() }).nullable(),
  yours: z.object({ content: z.string() }),
});
export type ElementConflict = z.input<typeof ElementConflict>;

export const deleteElement = endpoint({
  method: 'DELETE',
  path: '/api/script-elements/:id',
  summary: 'Delete an element',
  params: RowParams,
  status: 204,
});
