import { useState } from 'react';
import type { NameMention } from '#screenplay/mentions.ts';
import { mentionKey, type PlacedMention } from './mentionsInScript.ts';

/** Hold the ticked mentions: at first the unambiguous ones. */
export function useSelectedMentions(mentions: readonly PlacedMention[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(mentions.flatMap(({ mention }) => (mention.isSure ? [] : mentionKey(mention)))),
  );
  const ticked: NameMention[] = mentions.flatMap(({ mention }) =>
    left.has(mentionKey(mention)) ? [] : mention,
  );
  return { left, setLeft, ticked };
}
