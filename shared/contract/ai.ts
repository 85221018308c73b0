import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { aiSelection, contextReaches } from './assistant.ts';
import { date, RowParams, rowId } from './fields.ts';
import { aiAccesses } from './projects.ts';

/** Who answers. */
export const AiEngine = z.object({
  service: z.string(),
  model: z.string(),
  /** Labelled "Built-in"; costs nothing, and nothing leaves the server. */
  isBuiltIn: z.boolean(),
});

/** Credits. Null where there is no price, and the feature is unavailable. */
export const AiPrice = z.union([z.object({ exact: z.number() }), z.object({ upTo: z.number() })]).nullable();
export type AiPrice = z.input<typeof AiPrice>;

/** Of speech: with what it costs each time, or by the length of the text (shared/voicePrice.ts). */
const SpeechPriceSchema = z
  .union([z.object({ exact: z.number() }), z.object({ usdPer1000Characters: z.number() })])
  .nullable();

/** What is heard: who makes it and what that costs. */
export const VoicePrices = z.object({
  speech: z.object({ engine: AiEngine, price: SpeechPriceSchema }),
  soundEffect: z.object({ engine: AiEngine, price: AiPrice }),
  voiceDesign: z.object({ engine: AiEngine, price: AiPrice }),
});
export type VoicePrices = z.input<typeof VoicePrices>;

/** Every control shows its cost before the press (decision OQ-41). */
export const getAiState = endpoint({
  method: 'GET',
  path: '/api/projects/:id/ai',
  summary: 'What AI may do in this project, who answers, and what it costs the caller',
  params: ProjectParams,
  reply: z.object({
    access: z.enum(aiAccesses),
    engine: AiEngine,
    /** Of a question: "up to" holds for one of a few lines, however much was said before it. */
    price: AiPrice,
    /** Of suggestions for the whole script. */
    improvementsPrice: AiPrice,
    /** Of a prompt template that is made from the script. */
    templatePrice: AiPrice,
    /** Of the tension of all story beats. */
    tensionPrice: AiPrice,
    /** Of the style or the voice of one character. */
    descriptionPrice: AiPrice,
    pictures: z.object({ engine: AiEngine, price: AiPrice }),
    voices: VoicePrices,
    /** Of one video of a scene; null: no service for it is configured. */
    film: z.object({ engine: AiEngine, price: AiPrice }).nullable(),
    creditBalance: z.number(),
    /** Limits that hold for the caller here, and what of them is spent this month; where there is one. */
    limits: z.array(z.object({ of: z.enum(['user', 'project']), limit: z.number(), spent: z.number() })),
  }),
});

/** The label of what stands before the first heading: given and taken out as scenes are, and counted as none (OQ-99). */
export const openingLabel = 'Before the first scene';

/** In which form a part of the project goes to the model. */
export const contextForms = [
  'full',
  'part',
  'summary',
  'heading',
  'left_out',
  'no_room',
  'not_chosen',
] as const;

/** A part of the project that can be taken out of what a model is given. */
export const ContextPart = z.object({
  /** Stable while the part exists: brief, plan, notes, character:{NAME}, scene:{id}. */
  key: z.string(),
  kind: z.enum(['brief', 'plan', 'notes', 'character', 'scene']),
  /** For reading. */
  label: z.string(),
  form: z.enum(contextForms),
  /** Characters of text; 0 for what does not go. */
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
    /** Characters that go, all in all, and the most that may; null: as many as there are. */
    size: z.number(),
    limit: z.number().nullable(),
    price: AiPrice,
    /** Of suggestions about the same. */
    improvementsPrice: AiPrice,
    /** What each reach would give and cost; empty for the built-in engine, which reads everything. */
    reaches: z.array(
      z.object({
        reach: z.enum(contextReaches),
        /** Characters that go. */
        size: z.number(),
        /** Scenes for which the model has no room. */
        omittedScenes: z.number(),
        price: AiPrice,
        improvementsPrice: AiPrice,
      }),
    ),
  }),
});

/** What went to a model outside this server; calls of the built-in engine are none. */
export const Disclosure = z.object({
  id: z.number(),
  sentAt: date,
  /** E-mail address of who asked; null when the account is gone. */
  userEmail: z.string().nullable(),
  service: z.string(),
  model: z.string(),
  /** Host that it was sent to. */
  destination: z.string(),
  /** What was asked, such as 'chat'. */
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
    /** Id of the last entry of the page before. */
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

/** How many scenes have a summary that says what they say now. */
const SummaryState = z.object({
  /** False with the built-in engine, which reads all of the script. */
  isNeeded: z.boolean(),
  scenes: z.number(),
  current: z.number(),
  /** Of all those that are missing or old; null where nothing is to be done, or there is no price. */
  price: AiPrice,
});

export const getSceneSummaries = endpoint({
  method: 'GET',
  path: '/api/projects/:id/scene-summaries',
  summary: 'How far the summaries that long scripts are given as keep up with the script',
  params: ProjectParams,
  reply: SummaryState,
});

/** Scenes of one call. */
export const summaryBatch = 8;

/** With an Idempotency-Key header as chat. */
export const updateSceneSummaries = endpoint({
  method: 'POST',
  path: '/api/projects/:id/scene-summaries',
  summary: 'Summarise the next scenes that need it; call again until all are current',
  readsScript: true,
  params: ProjectParams,
  reply: SummaryState.extend({ creditBalance: z.number() }),
});
