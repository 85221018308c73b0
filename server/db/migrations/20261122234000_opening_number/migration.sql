-- The text before the first heading has no number: the first heading is scene 1. What prints numbers is made anew.
create temporary table openings on commit drop as
  select s.id, s.project_id from scenes s
  where s.heading = '' and s.scene_number = 1
    and not exists (select 1 from script_elements e where e.scene_id = s.id and e.element_type = 'scene_heading');
--> statement-breakpoint
update scenes set scene_number = scene_number - 1 where project_id in (select project_id from openings);
--> statement-breakpoint
update projects set revision = revision + 1 where id in (select project_id from openings);
