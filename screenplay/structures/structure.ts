import type { ColorTheme } from '../colorThemes.ts';

/** A moment of a structure. `at`: the share of the story, 0 to 1, at which it usually stands. */
export interface StructureBeat {
  at: number;
  title: string;
  /** What is asked of it, in one sentence. */
  description: string;
}

/** A part of a structure; it ends at that share of the story. */
export interface StructureAct {
  title: string;
  subtitle: string;
  until: number;
  theme: ColorTheme;
  beats: readonly StructureBeat[];
}

/** A well-known way to divide a story, with which an empty plan can begin. */
export interface StoryStructure {
  id: string;
  name: string;
  /** When it suits. */
  text: string;
  acts: readonly StructureAct[];
}
