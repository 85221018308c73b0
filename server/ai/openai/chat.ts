import { z } from 'zod';
import { ModelFailure } from '../failure.ts';
import type { Ending, ModelMessage, ModelRun, Usage } from '../models.ts';
import { requestIdIn } from '../providerAnswer.ts';
import { likelyTokens } from '../size.ts';
import { failureFor, watchdog } from '../watchdog.ts';
import { readText, send } from './send.ts';
import type { Settings } from './settings.ts';
import { eventData } from './sse.ts';
import { clean, withoutThinking } from './text.ts';

export interface Prompt {
  system: string;
  messages: ModelMessage[];
  maxOutputTokens: number;
  responseFormat?: object;
}

export interface ChatAnswer {
  text: string;
  ending: Ending;
  usage: Usage;
  vendorRequestId: string | null;
}

const count = z.int().min(0).max(100_000_000);
const usageShape = z.object({ prompt_tokens: count, completion_tokens: count });

/** The fields that we use of an answer or a streamed chunk. Other fields are ignored. */
const part = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
});
const chunkShape = z.object({
  choices: z
    .array(z.object({ delta: part.nullish(), message: part.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

const maxBodyBytes = 8_000_000;
/** More characters per token than any model writes: the server is faulty. */
const charactersPerToken = 20;

/**
 * Call /chat/completions, streamed if the server supports it. A broken-off answer is returned with
 * its ending. Throws ModelFailure when there is no text or none that may be used.
 */
export async function completeChat(settings: Settings, prompt: Prompt, run: ModelRun): Promise<ChatAnswer> {
  const dog = watchdog(run.signal, settings.firstTextMs);
  try {
    const response = await send(settings, '/chat/completions', bodyOf(settings, prompt, run), dog);
    const assembler = createAssembler(prompt, run);
    const vendorRequestId = requestIdIn(response.headers, 'x-request-id', settings.apiKey);
    const failed = await readBody(response, assembler, dog.signal, () =>
      dog.beat(assembler.hasText() ? settings.idleMs : settings.firstTextMs),
    );
    return { ...assembler.end(failed), vendorRequestId };
  } finally {
    dog.stop();
  }
}

function bodyOf(settings: Settings, prompt: Prompt, run: ModelRun): object {
  const { chatModel: model, isOpenAi } = settings;
  const body = {
    model,
    messages: [{ role: 'system', content: prompt.system }, ...prompt.messages],
    stream: true,
    stream_options: { include_usage: true },
    ...(prompt.responseFormat ? { response_format: prompt.responseFormat } : {}),
  };
  if (!isOpenAi) return { ...body, max_tokens: prompt.maxOutputTokens };
  return {
    ...body,
    max_completion_tokens: prompt.maxOutputTokens,
    safety_identifier: run.payer,
    ...(/^(gpt-[5-9]|o\d)/.test(model) ? { reasoning_effort: 'low' } : {}),
  };
}

/** Pass the body to `assembler` in pieces. Returns the failure that interrupted it, or null. */
async function readBody(
  response: Response,
  assembler: AnswerAssembler,
  signal: AbortSignal,
  beat: () => void,
): Promise<ModelFailure | null> {
  try {
    if (!response.headers.get('content-type')?.includes('event-stream')) {
      assembler.take(await readText(response, maxBodyBytes));
      assembler.done();
      return null;
    }
    for await (const data of eventData(withHeartbeat(response.body, beat))) {
      if (data === '[DONE]') assembler.done();
      else assembler.take(data);
      if (assembler.isDone()) break;
    }
    return null;
  } catch (error) {
    if (signal.aborted) return failureFor(signal);
    if (error instanceof ModelFailure) return error;
    return new ModelFailure('cut');
  }
}

async function* withHeartbeat(body: Response['body'], beat: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of body ?? []) {
    yield bytes;
    // After the yield: the consumer has now checked whether the chunk contains text.
    beat();
  }
}

interface AnswerAssembler {
  take(data: string): void;
  done(): void;
  isDone(): boolean;
  hasText(): boolean;
  end(broken: ModelFailure | null): Omit<ChatAnswer, 'vendorRequestId'>;
}

/** Assemble an answer from its chunks. */
function createAssembler(prompt: Prompt, run: ModelRun): AnswerAssembler {
  const thinking = withoutThinking();
  const maxLength = prompt.maxOutputTokens * charactersPerToken + 10_000;
  let text = '';
  let written = 0;
  let refusal = '';
  let finish: string | null = null;
  let isDone = false;
  let reportedUsage: z.infer<typeof usageShape> | null = null;

  function append(piece: string): void {
    const cleaned = clean(piece);
    if (cleaned === '') return;
    text += cleaned;
    run.onText(cleaned);
  }

  function take(data: string): void {
    const { choices, usage, error } = read(data);
    if (error) throw new ModelFailure('broken');
    reportedUsage = usageShape.safeParse(usage).data ?? reportedUsage;
    const choice = choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    if (delta?.content) append(thinking.push(delta.content));
    written += (delta?.content?.length ?? 0) + (delta?.reasoning_content?.length ?? 0);
    refusal += delta?.refusal ?? '';
    finish = choice?.finish_reason ?? finish;
    if (written > maxLength) {
      finish = 'length';
      isDone = true;
    }
  }

  function end(broken: ModelFailure | null): Omit<ChatAnswer, 'vendorRequestId'> {
    append(thinking.end());
    // After a finish reason only the usage can be missing.
    const ending = finish === 'length' ? 'length' : endingOf(broken, isDone || finish !== null);
    if (finish === 'content_filter') throw new ModelFailure('filtered');
    if (refusal !== '') throw new ModelFailure('refused');
    if (text.trim() === '') {
      if (finish === null && broken) throw broken;
      throw new ModelFailure(finish === null && !isDone ? 'cut' : 'empty');
    }
    const hasUsage =
      reportedUsage !== null && reportedUsage.prompt_tokens + reportedUsage.completion_tokens > 0;
    const usage: Usage =
      hasUsage && reportedUsage
        ? {
            inputTokens: reportedUsage.prompt_tokens,
            outputTokens: reportedUsage.completion_tokens,
            isEstimated: false,
          }
        : { inputTokens: tokensOf(prompt), outputTokens: tokensIn(written), isEstimated: true };
    return { text: text.toWellFormed(), ending, usage };
  }

  return {
    take,
    end,
    done: () => {
      isDone = true;
    },
    isDone: () => isDone,
    hasText: () => text !== '',
  };
}

function endingOf(broken: ModelFailure | null, isComplete: boolean): Ending {
  if (isComplete) return 'whole';
  return broken?.kind === 'stopped' ? 'stopped' : 'cut';
}

function read(data: string): z.infer<typeof chunkShape> {
  try {
    return chunkShape.parse(JSON.parse(data));
  } catch {
    throw new ModelFailure('garbled');
  }
}

const tokensIn = (characters: number) => Math.ceil(characters / 4);

function tokensOf({ system, messages }: Prompt): number {
  return [system, ...messages.map(({ content }) => content)]
    .map(likelyTokens)
    .reduce((total, tokens) => total + tokens, 0);
}
