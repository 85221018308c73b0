import type { ElementKeys } from '#screenplay/flow.ts';

/** Texts that explain a set of keys. */
interface KeySetTexts {
  label: string;
  /** Where the keys are known from. */
  origin: string;
  tab: string;
  enter: string;
  enterInside: string;
}

/** The sets of keys as they are explained, in the order of the preferences. */
export const keySetTexts: Record<ElementKeys, KeySetTexts> = {
  cycle: {
    label: 'Cycle',
    origin: 'Cold Open’s own',
    tab: 'Next of the six types; Shift+Tab goes back',
    enter: 'Saves the line and begins the next',
    enterInside: 'Saves the line',
  },
  finalDraft: {
    label: 'Final Draft',
    origin: 'As in Final Draft',
    tab: 'The type that usually comes next',
    enter: 'Begins the next line; on an empty line, a list of types',
    enterInside: 'Cuts the line in two',
  },
  fountain: {
    label: 'Fountain',
    origin: 'As in plain-text editors',
    tab: 'Makes an empty line a character, and back',
    enter: 'Begins the next line; INT., capitals and the signs . @ > give the type',
    enterInside: 'Cuts the line in two',
  },
};
