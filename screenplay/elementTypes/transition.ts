import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const transitionFacts: ElementTypeFacts = {
  label: 'Transition',
  placeholder: 'CUT TO:',
  fdxName: 'Transition',
  readingClass: 'transition',
  part: 'transition',
  isUpperCased: true,
  keepsLeadingSpaces: false,
  isCompleted: true,
  hasMentions: false,
  audioKind: 'effect',
  narratedBy: null,
  next: 'transition',
  finalDraftEnter: 'scene_heading',
  finalDraftTab: 'scene_heading',
};
