import type { Suggestion } from '#shared/contract/assistant.ts';

/**
 * Return the text of an element after a suggestion is applied (decision OQ-71). Null when the
 * element no longer contains the original text, and for insertions, which do not change it.
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
  // Use a function, because $ has a meaning in a replacement string.
  return content.replace(originalContent, () => suggestedContent);
}
