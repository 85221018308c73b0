import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { aiSelection, contextReaches } from './assistant.ts';
import { date, RowParams, rowId } from './fields.ts';
import { aiAccesses } from './projects.ts';

/** Engine that answers. */
export const AiEngine = z.object({
  service: z.string(),
  model: z.string(),
  /** Labelled "Built-in"; costs nothing, and sends nothing outside the server. */
  isBuiltIn: z.boolean(),
});

/** Price in credits. Null without a price; the feature is then unavailable. */
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
 * Return engines and prices, because every control shows its cost before it is used (decision
 * OQ-41).
 */
export const getAiState = endpoint({
  method: 'GET',
  path: '/api/projects/:id/ai',
  summary: 'What AI may do in this project, who answers, and what it costs the caller',
  params: ProjectParams,
  reply: z.object({
    access: z.enum(aiAccesses),
    engine: AiEngine,
    /** Price of a question: "up to" applies to one of a few lines, whatever came before it. */
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
    /** Price of one scene video; null: no provider is configured. */
    film: z.object({ engine: AiEngine, price: AiPrice }).nullable(),
    creditBalance: z.number(),
    /** Limits for the caller here, with the amounts spent this month. */
    limits: z.array(z.object({ of: z.enum(['user', 'project']), limit: z.number(), spent: z.number() })),
  }),
});

/**
 * Label of the opening, which can be included and excluded like a scene and is not counted as one
 * (OQ-99).
 */
export const openingLabel = 'Before the first scene';

/** Forms in which a part of the project is sent to the model. */
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
  /** Stable while the part exists: brief, plan, notes, character:{NAME}, scene:{id}. */
  key: z.string(),
  kind: z.enum(['brief', 'plan', 'notes', 'character', 'scene']),
  /** Label for display. */
  label: z.string(),
  form: z.enum(contextForms),
  /** Characters of text; 0 if it is not sent. */
  size: z.number(),
});
export type ContextPart = z.input<typeof ContextPart>;

export const previewContext = endpoint({
  method: 'POST',
  path: '/api/projects/:id/ai-context',
  summary:
    'What a question about this selection would give to the model, part by part, and what it would cost',
  readsScript: true,
  params: ProjectParams,
  body: z.object(aiSelection),
  reply: z.object({
    parts: z.array(ContextPart),
    /** Characters that are sent in all, and their maximum; null: no maximum. */
    size: z.number(),
    limit: z.number().nullable(),
    price: AiPrice,
    /** Price of suggestions with the same context. */
    improvementsPrice: AiPrice,
    /** Context and price of each scope; empty for the built-in engine, which reads everything. */
    reaches: z.array(
      z.object({
        reach: z.enum(contextReaches),
        /** Characters that are sent. */
        size: z.number(),
        /** Number of scenes without room in the model. */
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
  /** Email address of the caller; null when the account is deleted. */
  userEmail: z.string().nullable(),
  service: z.string(),
  model: z.string(),
  /** Host that it was sent to. */
  destination: z.string(),
  /** Task, such as 'chat'. */
  task: z.string(),
  /** Characters. */
  size: z.number(),
});
export type Disclosure = z.input<typeof Disclosure>;

export const disclosurePageSize = 20;

export const listDisclosures = endpoint({
  method: 'GET',
  path: '/api/projects/:id/ai-disclosures',
  summary: 'What text of this project went to which provider, the latest first; for its owner',
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
  summary: 'One entry of that log with the text as it was sent',
  params: RowParams,
  reply: Disclosure.extend({ text: z.string() }),
});

/** State of the scene summaries. */
const SummaryState = z.object({
  /** False with the built-in engine, which reads the whole script. */
  isNeeded: z.boolean(),
  scenes: z.number(),
  current: z.number(),
  /** Price of all missing or outdated ones; null if there are none, or no price. */
  price: AiPrice,
});

export const getSceneSummaries = endpoint({
  method: 'GET',
  path: '/api/projects/:id/scene-summaries',
  summary: 'How far the summaries that long scripts are given as keep up with the script',
  params: ProjectParams,
  reply: SummaryState,
});

/** Scenes per call. */
export const summaryBatch = 8;

/** Accepts an Idempotency-Key header, as chat does. */
export const updateSceneSummaries = endpoint({
  method: 'POST',
  path: '/api/projects/:id/scene-summaries',
  summary: 'Summarise the next scenes that need it; call again until all are current',
  readsScript: true,
  params: ProjectParams,
  reply: SummaryState.extend({ creditBalance: z.number() }),
});
