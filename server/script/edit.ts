import type { changeScript } from '#shared/contract/edits.ts';
import type { updateElement } from '#shared/contract/elements.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Sent = HandlerInput<typeof changeScript>['body']['edits'][number];
type Doing<Does> = Extract<Sent, { does: Does }>;

/** Beside what a call for several edits can say, the place as the call for one element gives it. */
export type InsertEdit = Omit<Doing<'insert'>, 'afterId'> & {
  afterId?: number | null | undefined;
  /** One element, at this number whoever has it. */
  orderIndex?: number | undefined;
  /** At the end of that scene when no place is given. */
  sceneId?: number | null | undefined;
};

export type UpdateEdit = Omit<Doing<'update'>, 'fields'> & {
  fields: Omit<HandlerInput<typeof updateElement>['body'], 'baseVersion'>;
};

export type DeleteEdit = Doing<'delete'>;
export type MoveEdit = Doing<'move'>;
export type RestoreEdit = Doing<'restore'>;

export type Edit = InsertEdit | UpdateEdit | DeleteEdit | MoveEdit | RestoreEdit;
