import { sql } from 'drizzle-orm';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { formatOf, projectRow, titlePageOf } from '#server/projects/projects.service.ts';

/** A project's whole script as the writers and the paginator take it, with the project's name. */
export async function screenplayOf(
  db: Db,
  projectId: number,
): Promise<{ name: string; screenplay: Screenplay }> {
  const project = await projectRow(db, projectId);
  // As one JSON value, like the script list. The number stands on headings alone. Where scenes have fixed
  // numbers, one without has none: its place in the script is the number of another by then.
  const [row] = await rows<{ elements: string }>(
    db,
    sql`select coalesce(json_agg(json_build_object(
          'elementType', e.element_type, 'content', e.content, 'dual', e.dual,
          'originalType', e.original_type, 'extras', e.extras,
          'sceneNumber', case when e.element_type = 'scene_heading'
            then case when ${project.showSceneNumbers} and not fixed.numbers then s.scene_number::text
              else s.display_number end
            end)
          order by e.order_index, e.id), '[]')::text as elements
        from script_elements e join scenes s on s.id = e.scene_id,
          (select exists(select 1 from scenes where project_id = ${projectId} and display_number is not null)
            as numbers) fixed
        where e.project_id = ${projectId}`,
  );
  return {
    name: project.name,
    screenplay: {
      titlePage: titlePageOf(project),
      elements: JSON.parse(row?.elements ?? '[]') as ScriptElement[],
      format: formatOf(project),
      source: project.sourceExtras,
    },
  };
}
