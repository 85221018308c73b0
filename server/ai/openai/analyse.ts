import type { z } from 'zod';
import { ModelFailure } from '../failure.ts';
import type { Analysis, ModelAnswer, ModelMessage, ModelRun, Usage } from '../models.ts';
import { jsonSchemaOf } from '../size.ts';
import { type ChatAnswer, completeChat, type Prompt } from './chat.ts';
import { strictSchema, withoutNulls } from './schema.ts';
import { FormatRefused } from './send.ts';
import type { Settings } from './settings.ts';
import { clean } from './text.ts';

/** Formats for requesting JSON, best first. If the server rejects one, the next is used. */
export type JsonMode = 'json_schema' | 'json_object' | 'text';

const maxRepairs = 2;
/** Parts of an invalid answer that are sent back for repair. */
const maxReportedProblems = 8;
const maxEchoedCharacters = 20_000;

/**
 * Request JSON, validate it and let the model repair it. `jsonModes` stores the supported format of
 * each task.
 */
export async function analyse<T>(
  settings: Settings,
  jsonModes: Map<string, JsonMode>,
  question: Analysis<T>,
  run: ModelRun,
): Promise<ModelAnswer<T>> {
  const schema = jsonSchemaOf(question.shape);
  const silent: ModelRun = { ...run, onText: () => undefined };
  const wasted: Usage[] = [];
  let repairMessages: ModelMessage[] = [];
  let firstInput: number | null = null;
  for (;;) {
    const mode = jsonModes.get(question.task) ?? 'json_schema';
    const details = () => ({ mode, repairs: wasted.length, wasted: wasted.map(amounts) });
    let answer: ChatAnswer;
    try {
      const prompt = promptOf(question, schema, mode);
      answer = await completeChat(
        settings,
        { ...prompt, messages: [...prompt.messages, ...repairMessages] },
        silent,
      );
    } catch (error) {
      if (error instanceof FormatRefused && mode !== 'text') {
        jsonModes.set(question.task, mode === 'json_schema' ? 'json_object' : 'text');
        continue;
      }
      throw error instanceof ModelFailure
        ? new ModelFailure(error.kind, { ...error.facts, details: details() })
        : error;
    }
    const { text, usage, ending, vendorRequestId } = answer;
    firstInput ??= usage.inputTokens;
    if (ending === 'stopped' || ending === 'cut') throw new ModelFailure(ending, { details: details() });
    const read = readJson(text, schema, question.shape);
    if (read.ok)
      return {
        value: read.value,
        // We pay for repairs: charge only the first prompt and the valid answer.
        usage: { ...usage, inputTokens: Math.min(usage.inputTokens, firstInput) },
        ending: 'whole',
        details: { ...details(), vendorRequestId },
      };
    wasted.push(usage);
    // A truncated answer would be truncated again.
    if (ending === 'length' || wasted.length > maxRepairs)
      throw new ModelFailure('garbled', { vendorRequestId, details: details() });
    repairMessages = [
      { role: 'assistant', content: text.slice(0, maxEchoedCharacters) },
      {
        role: 'user',
        content: `That does not fit what was asked for:\n${read.problems}\nAnswer again with the whole JSON and nothing else.`,
      },
    ];
  }
}

function promptOf(question: Analysis<unknown>, schema: Record<string, unknown>, mode: JsonMode): Prompt {
  const { system, messages, maxOutputTokens } = question;
  if (mode === 'json_schema') {
    const name = question.task.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
    const jsonSchema = { name, strict: true, schema: strictSchema(schema) };
    return {
      ...{ system, messages, maxOutputTokens },
      responseFormat: { type: 'json_schema', json_schema: jsonSchema },
    };
  }
  const instructions = `${system}\n\nAnswer with one JSON object that fits this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return {
    ...{ system: instructions, messages, maxOutputTokens },
    ...(mode === 'json_object' ? { responseFormat: { type: 'json_object' } } : {}),
  };
}

type Read<T> = { ok: true; value: T } | { ok: false; problems: string };

/** Parse and validate the JSON in a model's text. Code fences and text around it are ignored. */
function readJson<T>(text: string, schema: Record<string, unknown>, shape: z.ZodType<T>): Read<T> {
  const body = text.split('</think>').at(-1) ?? '';
  const value = parse(body.trim()) ?? parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  if (value === undefined) return { ok: false, problems: '- It is not JSON.' };
  const result = shape.safeParse(withoutNulls(value, schema));
  if (result.success) return { ok: true, value: result.data };
  const problems = result.error.issues
    .slice(0, maxReportedProblems)
    .map(({ path, message }) => `- ${path.join('.') || 'the whole'}: ${message}`);
  return { ok: false, problems: problems.join('\n') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? clean(value).toWellFormed() : value,
    );
  } catch {
    return undefined; // the caller asks again
  }
}

const amounts = ({ inputTokens, outputTokens }: Usage) => ({ inputTokens, outputTokens });
