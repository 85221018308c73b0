/** Text of scenes that are not in the sides: crossed out, or left out. */
export const otherTexts = ['crossed', 'blank'] as const;
export type OtherText = (typeof otherTexts)[number];

/** Which scenes of a script begin a page when it is printed. */
export const newPageChoices = ['none', 'scenes', 'acts'] as const;
export type NewPageChoice = (typeof newPageChoices)[number];

/** Numbers in the left margin of each page, from 1. */
export const marginNumbers = ['none', 'speeches', 'lines'] as const;
export type MarginNumbers = (typeof marginNumbers)[number];

/** Choices for one print, beyond the settings that the script has. "" is none. */
export interface PrintChoice {
  /** Numbers of the scenes to print, such as "5, 7-9, 12A"; "" for all. */
  scenes: string;
  /** Print only the scenes of this character. */
  character: string;
  otherText: OtherText;
  /** The character whose lines are marked. */
  marked: string;
  newPages: NewPageChoice;
  numbers: MarginNumbers;
  /** Name of the person who gets the copy, printed across each page. */
  recipient: string;
  /** Code of the copy, at the foot of each page and in the file. */
  code: string;
}

/** Choice of the whole script without marks. */
export const wholeScript: PrintChoice = {
  ...{ scenes: '', character: '', otherText: 'crossed', marked: '' },
  ...{ newPages: 'none', numbers: 'none', recipient: '', code: '' },
};

/** Return whether only some of the scenes are printed. */
export function isSides({ scenes, character }: Pick<PrintChoice, 'scenes' | 'character'>): boolean {
  return scenes.trim() !== '' || character.trim() !== '';
}
