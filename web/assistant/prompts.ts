import { quickPrompts } from '#screenplay/quickPrompts.ts';
import type { AssistantContext } from './context.ts';

/** Four for each context (decision OQ-73). */
export function promptsFor(context: AssistantContext | null): readonly string[] {
  switch (context?.elementType) {
    case undefined:
      return quickPrompts.general;
    case 'dialogue':
    case 'action':
    case 'character':
      return quickPrompts[context.elementType];
    default:
      return quickPrompts.other;
  }
}
