import { useState } from 'react';
import type { NameMention } from '#screenplay/mentions.ts';
import { mentionKey, type PlacedMention } from './mentionsInScript.ts';

/** The places that are to take the new name: at first those that hardly mean anybody else. */
export function useSelectedMentions(mentions: readonly PlacedMention[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(mentions.flatMap(({ mention }) => (mention.isSure ? [] : mentionKey(mention)))),
  );
  const ticked: NameMention[] = mentions.flatMap(({ mention }) =>
    left.has(mentionKey(mention)) ? [] : mention,
  );
  return { left, setLeft, ticked };
}
