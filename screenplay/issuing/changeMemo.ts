/*
 * Memo about an issue of a script: which pages and scenes differ from the issue before
 * (docs/decisions/0116).
 */

/** How a page differs. An adjacent page is issued because a new or omitted page follows it. */
export const pageChanges = ['new', 'changed', 'moved', 'omitted', 'adjacent'] as const;
export type PageChange = (typeof pageChanges)[number];

/** How a scene differs. */
export const sceneChanges = ['new', 'changed', 'moved', 'omitted'] as const;
export type SceneChange = (typeof sceneChanges)[number];

/** Page of a memo. */
export interface MemoPage {
  label: string;
  type: PageChange;
}

/** Scene of a memo. */
export interface MemoScene {
  number: string;
  heading: string;
  type: SceneChange;
}

/** Changes of an issue, in script order. */
export interface ChangeMemo {
  /** The whole script is issued. Then no pages are listed. */
  isFullDraft: boolean;
  pages: MemoPage[];
  scenes: MemoScene[];
}

/** Page of an issued script. Equal digests mean the same printed text. */
export interface IssuedPage {
  label: string;
  digest: string;
}

/** Scene of an issued script. */
export interface IssuedScene {
  number: string;
  heading: string;
  digest: string;
  isOmitted: boolean;
}

/** Pages and scenes of an issued script, with which the next issue is compared. */
export interface IssuedScript {
  pages: IssuedPage[];
  scenes: IssuedScene[];
}
