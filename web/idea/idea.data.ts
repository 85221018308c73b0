import { generateConceptImage } from '#shared/contract/concept.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';

/** Generate the concept image; the answer contains the project. */
export function drawConceptImage(
  projectId: number,
  body: CallInput<typeof generateConceptImage>['body'],
  options: { signal: AbortSignal; idempotencyKey: string },
): Promise<CallReply<typeof generateConceptImage>> {
  return call(generateConceptImage, { params: { id: projectId }, body }, options);
}
