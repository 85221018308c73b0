import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { aiSelection, contextReaches } from './assistant.ts';
import { date, RowParams, rowId } from './fields.ts';
import { aiAccesses } from './projects.ts';

/** Engine that answers a feature's calls. */
export const AiEngine = z.object({
  service: z.string(),
  model: z.string(),
  /** True: labelled "Built-in", free, and nothing is sent to other servers. */
  isBuiltIn: z.boolean(),
});

/** Price in credits. Null: there is no price, so the feature is unavailable. */
export const AiPrice = z.union([z.object({ exact: z.number() }), z.object({ upTo: z.number() })]).nullable();
export type AiPrice = z.input<typeof AiPrice>;

/** Price of speech: per call, or by the length of the text (shared/voicePrice.ts). */
const SpeechPriceSchema = z
  .union([z.object({ exact: z.number() }), z.object({ usdPer1000Characters: z.number() })])
  .nullable();

/** Engines of speech, effects and voices with their prices. */
export const VoicePrices = z.object({
  speech: z.object({ engine: AiEngine, price: SpeechPriceSchema }),
  soundEffect: z.object({ engine: AiEngine, price: AiPrice }),
  voiceDesign: z.object({ engine: AiEngine, price: AiPrice }),
});
export type VoicePrices = z.input<typeof VoicePrices>;

/**
 * Read engines and prices, because every control shows its cost before it is used (decision OQ-41).
 */
export const getAiState = endpoint({
  method: 'GET',
  path: '/api/projects/:id/ai',
  summary: 'AI access, engines and prices of this project for the caller',
  params: ProjectParams,
  reply: z.object({
    access: z.enum(aiAccesses),
    engine: AiEngine,
    /**
     * Price of a question. `upTo` is the maximum for a question of a few lines, with any history.
     */
    price: AiPrice,
    /** Price of suggestions for the whole script. */
    improvementsPrice: AiPrice,
    /** Price of a prompt template made from the script. */
    templatePrice: AiPrice,
    /** Price of the tension of all story beats. */
    tensionPrice: AiPrice,
    /** Price of the style or voice description of one character. */
    descriptionPrice: AiPrice,
    pictures: z.object({ engine: AiEngine, price: AiPrice }),
    voices: VoicePrices,
    /** Price of one scene video. Null: no provider is configured. */
    film: z.object({ engine: AiEngine, price: AiPrice }).nullable(),
    creditBalance: z.number(),
    /** Limits for the caller here, with the amounts spent this month. */
    limits: z.array(z.object({ of: z.enum(['user', 'project']), limit: z.number(), spent: z.number() })),
  }),
});

/**
 * Label of the opening in lists. It can be excluded like a scene and does not count as one (OQ-99).
 */
export const openingLabel = 'Before the first scene';

/** Form in which a part of the project is sent to the model. */
export const contextForms = [
  'full',
  'part',
  'summary',
  'heading',
  'left_out',
  'no_room',
  'not_chosen',
] as const;

/** Part of the project that can be excluded from the context. */
export const ContextPart = z.object({
  /**
   * Key that stays the same while the part exists: brief, plan, notes, character:{NAME},
   * scene:{id}.
   */
  key: z.string(),
  kind: z.enum(['brief', 'plan', 'notes', 'character', 'scene']),
  /** Label for the writer. */
  label: z.string(),
  form: z.enum(contextForms),
  /** Characters sent. 0: the part is not sent. */
  size: z.number(),
});
export type ContextPart = z.input<typeof ContextPart>;

export const previewContext = endpoint({
  method: 'POST',
  path: '/api/projects/:id/ai-context',
  summary: 'The context of a question about this selection, part by part, and its price',
  readsScript: true,
  params: ProjectParams,
  body: z.object(aiSelection),
  reply: z.object({
    parts: z.array(ContextPart),
    /** Characters sent in all, and their maximum. Null: there is no maximum. */
    size: z.number(),
    limit: z.number().nullable(),
    price: AiPrice,
    /** Price of suggestions with the same context. */
    improvementsPrice: AiPrice,
    /**
     * Context and price of each context scope. Empty for the built-in engine, which reads
     * everything.
     */
    reaches: z.array(
      z.object({
        reach: z.enum(contextReaches),
        /** Characters sent. */
        size: z.number(),
        /** Number of scenes that do not fit into the context. */
        omittedScenes: z.number(),
        price: AiPrice,
        improvementsPrice: AiPrice,
      }),
    ),
  }),
});

/** Text that was sent to a model outside this server. */
export const Disclosure = z.object({
  id: z.number(),
  sentAt: date,
  /** Email address of the calling user. Null: the account was deleted. */
  userEmail: z.string().nullable(),
  service: z.string(),
  model: z.string(),
  /** Host that received the text. */
  destination: z.string(),
  /** Task, such as 'chat'. */
  task: z.string(),
  /** Characters of text. */
  size: z.number(),
});
export type Disclosure = z.input<typeof Disclosure>;

export const disclosurePageSize = 20;

export const listDisclosures = endpoint({
  method: 'GET',
  path: '/api/projects/:id/ai-disclosures',
  summary: 'The disclosure log of the project: text sent to providers, newest first; for its owner',
  params: ProjectParams,
  query: z.object({
    limit: rowId.refine((limit) => limit <= 100, 'Must be at most 100').default(disclosurePageSize),
    /** Id of the last entry of the previous page. */
    before: rowId.optional(),
  }),
  reply: z.object({ entries: z.array(Disclosure), hasMore: z.boolean(), totalCount: z.number() }),
});

export const getDisclosure = endpoint({
  method: 'GET',
  path: '/api/ai-disclosures/:id',
  summary: 'One entry of the disclosure log, with the text as sent',
  params: RowParams,
  reply: Disclosure.extend({ text: z.string() }),
});

/** State of the scene summaries. */
const SummaryState = z.object({
  /** False for the built-in engine, which reads the whole script. */
  isNeeded: z.boolean(),
  scenes: z.number(),
  current: z.number(),
  /** Price of all missing or outdated summaries. Null: there are none, or there is no price. */
  price: AiPrice,
});

export const getSceneSummaries = endpoint({
  method: 'GET',
  path: '/api/projects/:id/scene-summaries',
  summary:
    'Number of scenes with a current summary, and the price of the others; summaries represent scenes in the context of long scripts',
  params: ProjectParams,
  reply: SummaryState,
});

/** Scenes per call. */
export const summaryBatch = 8;

/** Accepts an Idempotency-Key header, as chat does. */
export const updateSceneSummaries = endpoint({
  method: 'POST',
  path: '/api/projects/:id/scene-summaries',
  summary: 'Summarise the next scenes without a current summary; repeat until all are current',
  readsScript: true,
  params: ProjectParams,
  reply: SummaryState.extend({ creditBalance: z.number() }),
});
