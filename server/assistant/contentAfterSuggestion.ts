import type { Suggestion } from '#shared/contract/assistant.ts';

/**
 * What an element says once the suggestion is made (decision OQ-71); null when it does not say what the suggestion is
 * about any more, and for insertions, which leave it as it is.
 */
export function contentAfterSuggestion(
  content: string,
  {
    type,
    originalContent,
    suggestedContent,
  }: Pick<Suggestion, 'type' | 'originalContent' | 'suggestedContent'>,
): string | null {
  if (type === 'replace') return content.trim() === originalContent.trim() ? suggestedContent : null;
  if (type !== 'modify' || originalContent === '' || !content.includes(originalContent)) return null;
  // As a function: $ in a replacement text would mean something.
  return content.replace(originalContent, () => suggestedContent);
}
