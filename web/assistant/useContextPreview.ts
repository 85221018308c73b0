import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { contextQuery } from './assistant.data.ts';
import type { AiInput } from './context.ts';
import type { ContextPreview } from './givenWords.ts';

/** Debounce of changes of the checkboxes. */
export const restMs = 300;

export interface PreviewState {
  /** The latest preview; the previous subject's until the new one is fetched. */
  preview: ContextPreview | undefined;
  /** Whether it matches the next call. */
  isCurrent: boolean;
  isFetching: boolean;
  isError: boolean;
  retry: () => void;
}

/**
 * Query the parts that the next call sends to the model. It is fetched when the panel comes into
 * view, and then while the list is open or a part is excluded; a closed line keeps the last result.
 */
export function useContextPreview(
  projectId: number,
  input: AiInput,
  { isOpen, isEnabled }: { isOpen: boolean; isEnabled: boolean },
): PreviewState {
  const [asked, setAsked] = useState(input);
  const query = useQuery({ ...contextQuery(projectId, asked), enabled: isEnabled });
  const { isStale, isFetching, isError, isPlaceholderData, refetch } = query;
  const isAsked = isSame(asked, input);
  const isFollowed = isOpen || asked.reach !== input.reach || !isSame(asked.leaveOut, input.leaveOut);

  useEffect(() => {
    if (!isFollowed || isAsked) return;
    const timer = setTimeout(() => setAsked(input), restMs);
    return () => clearTimeout(timer);
  }, [isFollowed, isAsked, input]);
  useEffect(() => {
    if (isOpen && isStale && !isFetching && !isError) void refetch();
  }, [isOpen, isStale, isFetching, isError, refetch]);

  return {
    preview: query.data,
    isCurrent: isAsked && !isPlaceholderData && !isStale && query.data !== undefined,
    isFetching,
    isError,
    retry: () => void refetch(),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
