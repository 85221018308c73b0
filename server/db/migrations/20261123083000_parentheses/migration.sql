-- A parenthetical is stored in its parentheses, as the page shows it (screenplay/parenthetical.ts). Those of earlier times get
-- the ones that they lack, and comments on their words move with these.
create temporary table bare on commit drop as
  with plain as (
    select id, project_id, content,
      regexp_replace(content, '^\s+|\s+$', '', 'g') as core,
      regexp_replace(content, '^[\s*_]+|[\s*_]+$', '', 'g') as words,
      length(replace(content, ')', '')) = length(replace(content, '(', '')) as is_balanced
    from script_elements
    where element_type = 'parenthetical'
  ), ends as (
    select *, words not like '(%' as lacks_first, words not like '%)' as lacks_last from plain where words <> ''
  )
  select id, project_id, core,
    lacks_first or is_balanced as opens,
    lacks_last or is_balanced as closes,
    length(content) - length(ltrim(content)) as spaces
  from ends where lacks_first or lacks_last;
--> statement-breakpoint
update script_elements e
  set content = case when opens then '(' else '' end || core || case when closes then ')' else '' end
  from bare where bare.id = e.id;
--> statement-breakpoint
update comments c
  set selection_start = greatest(0, selection_start + case when opens then 1 else 0 end - spaces),
    selection_end = selection_end + case when opens then 1 else 0 end - spaces
  from bare where bare.id = c.script_element_id and selection_start is not null and selection_end is not null;
--> statement-breakpoint
update projects set revision = revision + 1, script_revision = script_revision + 1
  where id in (select project_id from bare);
