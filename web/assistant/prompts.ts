import type { ElementType } from '#screenplay/element.ts';
import { quickPrompts } from '#screenplay/quickPrompts.ts';
import type { AssistantContext } from './context.ts';

const promptsByType: Partial<Record<ElementType, readonly string[]>> = quickPrompts;

/** Return the four quick prompts of a context (decision OQ-73). */
export function promptsFor(context: AssistantContext | null): readonly string[] {
  if (!context) return quickPrompts.general;
  return promptsByType[context.elementType] ?? quickPrompts.other;
}
