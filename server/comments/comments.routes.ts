import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { comments } from '#server/db/schema/script.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { createComment, deleteComment, listComments, resolveComment } from '#shared/contract/comments.ts';
import { commentsOf } from './comments.queries.ts';
import { addComment, removeComment, resolveThread } from './comments.service.ts';

const ofComment = { child: comments, thing: 'Comment' } as const;

export function commentsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listComments, { can: 'read' }, async ({ project, query }) => commentsOf(db, project.id, query));

  mount(app, createComment, { can: 'comment' }, async ({ project, user, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const comment = await addComment(db, where, body);
    await recordActivity(db, request, {
      ...where,
      action: 'comment.create',
      details: { commentId: comment.id },
    });
    return comment;
  });

  mount(app, resolveComment, { can: 'comment', ...ofComment }, async ({ project, user, params, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const { comment, isNew } = await resolveThread(db, { ...where, role: project.role }, params.id);
    if (isNew) {
      await recordActivity(db, request, {
        ...where,
        action: 'comment.resolve',
        details: { commentId: params.id },
      });
    }
    return comment;
  });

  mount(app, deleteComment, { can: 'comment', ...ofComment }, async ({ project, user, params }) => {
    await removeComment(db, { projectId: project.id, userId: user.id, role: project.role }, params.id);
    return undefined;
  });
}
