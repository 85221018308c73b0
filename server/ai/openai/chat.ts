import { z } from 'zod';
import { ModelFailure } from '../failure.ts';
import type { Ending, ModelMessage, ModelRun, Usage } from '../models.ts';
import { requestIdIn } from '../providerAnswer.ts';
import { readBytes } from '../providerCall.ts';
import { likelyTokens } from '../size.ts';
import { failureFor, watchdog } from '../watchdog.ts';
import { send } from './send.ts';
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
    const assembler = new AnswerAssembler(prompt, run);
    const vendorRequestId = requestIdIn(response.headers, 'x-request-id', settings.apiKey);
    const failed = await readBody(response, assembler, dog.signal, () =>
      dog.beat(assembler.hasText ? settings.idleMs : settings.firstTextMs),
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
      assembler.take((await readBytes(response, maxBodyBytes)).toString('utf8'));
      assembler.done();
      return null;
    }
    for await (const data of eventData(withHeartbeat(response.body, beat))) {
      if (data === '[DONE]') assembler.done();
      else assembler.take(data);
      if (assembler.isDone) break;
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

/** Assembles an answer from its chunks. */
class AnswerAssembler {
  readonly #prompt: Prompt;
  readonly #onText: ModelRun['onText'];
  readonly #thinking = withoutThinking();
  readonly #maxLength: number;
  #text = '';
  #written = 0;
  #refusal = '';
  #finish: string | null = null;
  #isDone = false;
  #reportedUsage: z.infer<typeof usageShape> | null = null;

  constructor(prompt: Prompt, { onText }: ModelRun) {
    this.#prompt = prompt;
    this.#onText = onText;
    this.#maxLength = prompt.maxOutputTokens * charactersPerToken + 10_000;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get hasText(): boolean {
    return this.#text !== '';
  }

  take(data: string): void {
    const { choices, usage, error } = read(data);
    if (error) throw new ModelFailure('broken');
    this.#reportedUsage = usageShape.safeParse(usage).data ?? this.#reportedUsage;
    const choice = choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    if (delta?.content) this.#append(this.#thinking.push(delta.content));
    this.#written += (delta?.content?.length ?? 0) + (delta?.reasoning_content?.length ?? 0);
    this.#refusal += delta?.refusal ?? '';
    this.#finish = choice?.finish_reason ?? this.#finish;
    if (this.#written > this.#maxLength) {
      this.#finish = 'length';
      this.#isDone = true;
    }
  }

  done(): void {
    this.#isDone = true;
  }

  /** Return the answer, whose transfer may have ended with a failure. */
  end(broken: ModelFailure | null): Omit<ChatAnswer, 'vendorRequestId'> {
    this.#append(this.#thinking.end());
    // After a finish reason only the usage can be missing.
    const isComplete = this.#isDone || this.#finish !== null;
    const ending = this.#finish === 'length' ? 'length' : endingOf(broken, isComplete);
    if (this.#finish === 'content_filter') throw new ModelFailure('filtered');
    if (this.#refusal !== '') throw new ModelFailure('refused');
    if (this.#text.trim() === '') {
      if (this.#finish === null && broken) throw broken;
      throw new ModelFailure(isComplete ? 'empty' : 'cut');
    }
    return { text: this.#text.toWellFormed(), ending, usage: this.#usage() };
  }

  #append(piece: string): void {
    const cleaned = clean(piece);
    if (cleaned === '') return;
    this.#text += cleaned;
    this.#onText(cleaned);
  }

  #usage(): Usage {
    const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = this.#reportedUsage ?? {};
    if (inputTokens + outputTokens > 0) return { inputTokens, outputTokens, isEstimated: false };
    return { inputTokens: tokensOf(this.#prompt), outputTokens: tokensIn(this.#written), isEstimated: true };
  }
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
