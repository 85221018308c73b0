/**
 * Colours of acts, sequences and marked scenes. Forms offer all but the last one (decision OQ-86).
 */
export const colorThemes = [
  'green',
  'blue',
  'purple',
  'orange',
  'red',
  'yellow',
  'indigo',
  'pink',
  'teal',
] as const;

export type ColorTheme = (typeof colorThemes)[number];
