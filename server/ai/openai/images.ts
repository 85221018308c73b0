import { z } from 'zod';
import { ModelFailure } from '../failure.ts';
import type { ModelAnswer, ModelPicture, ModelRun, PictureRequest, Ratio } from '../models.ts';
import { requestIdIn } from '../providerAnswer.ts';
import { readBytes } from '../providerCall.ts';
import { failureFor, watchdog } from '../watchdog.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';

/** Multiples of 16, about a megapixel. */
const sizes: Record<Ratio, string> = {
  '2.35:1': '1504x640',
  '16:9': '1536x864',
  '4:3': '1280x960',
  '1:1': '1024x1024',
  '3:4': '960x1280',
  '9:16': '864x1536',
};

const maxPromptLength = 32_000;
const largestAnswer = 60_000_000;

const count = z.int().min(0).max(100_000_000);
const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().min(1) })).min(1),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish().catch(null),
});

/**
 * Generate a picture with /images/generations. Only inline bytes are accepted: addresses are not
 * fetched.
 */
export async function generateImage(
  settings: Settings,
  model: string,
  { prompt, ratio }: PictureRequest,
  run: ModelRun,
): Promise<ModelAnswer<ModelPicture>> {
  const dog = watchdog(run.signal, settings.imageMs);
  try {
    const order = {
      model,
      prompt: prompt.slice(0, maxPromptLength).toWellFormed(),
      n: 1,
      size: sizes[ratio],
    };
    const body = settings.isOpenAi
      ? { ...order, quality: 'medium', output_format: 'webp', safety_identifier: run.payer }
      : { ...order, response_format: 'b64_json' };
    const response = await send(settings, '/images/generations', body, dog);
    const vendorRequestId = requestIdIn(response.headers, 'x-request-id', settings.apiKey);
    const { data, usage } = await read(response, vendorRequestId, dog.signal);
    const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64');
    const mediaType = typeOf(bytes);
    if (!mediaType) throw new ModelFailure('garbled');
    return {
      value: { bytes, mediaType },
      usage: {
        inputTokens: usage?.input_tokens ?? 0,
        outputTokens: usage?.output_tokens ?? 0,
        isEstimated: !usage,
      },
      ending: 'whole',
      details: {
        size: sizes[ratio],
        sizeBytes: bytes.length,
        vendorRequestId,
      },
    };
  } finally {
    dog.stop();
  }
}

async function read(
  response: Response,
  vendorRequestId: string | null,
  signal: AbortSignal,
): Promise<z.infer<typeof answerShape>> {
  let text: string;
  try {
    text = (await readBytes(response, largestAnswer)).toString('utf8');
  } catch (error) {
    if (signal.aborted) throw failureFor(signal);
    throw error instanceof ModelFailure ? error : new ModelFailure('cut');
  }
  try {
    return answerShape.parse(JSON.parse(text));
  } catch {
    throw new ModelFailure('garbled', { vendorRequestId });
  }
}

/** Detect the media type from the bytes, whatever the server declares. */
function typeOf(bytes: Buffer): ModelPicture['mediaType'] | null {
  if (bytes.subarray(0, 4).toString('latin1') === '\x89PNG') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  return isRiff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : null;
}
