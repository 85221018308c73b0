import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const characterFacts: ElementTypeFacts = {
  label: 'Character',
  placeholder: 'CHARACTER NAME',
  fdxName: 'Character',
  readingClass: 'cue',
  part: 'cue',
  isUpperCased: true,
  keepsLeadingSpaces: false,
  isCompleted: true,
  hasMentions: false,
  audioKind: null,
  narratedBy: null,
  next: 'dialogue',
  finalDraftEnter: 'dialogue',
  finalDraftTab: 'transition',
};
