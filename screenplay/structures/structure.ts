import type { ColorTheme } from '../colorThemes.ts';

/** Beat of a structure. `at` is its usual position as a share of the story, from 0 to 1. */
export interface StructureBeat {
  at: number;
  title: string;
  /** Description in one sentence. */
  description: string;
}

/** Act of a structure. `until` is the share of the story at which it ends. */
export interface StructureAct {
  title: string;
  subtitle: string;
  until: number;
  theme: ColorTheme;
  beats: readonly StructureBeat[];
}

/** Well-known story structure with which an empty plan can be filled. */
export interface StoryStructure {
  id: string;
  name: string;
  /** Summary that helps to choose it. */
  text: string;
  acts: readonly StructureAct[];
}
