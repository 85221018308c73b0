ALTER TABLE "scenes" ADD COLUMN "beat_id" integer;--> statement-breakpoint
ALTER TABLE "scenes" ADD COLUMN "color_theme" text;--> statement-breakpoint
CREATE INDEX "scenes_beat_id_idx" ON "scenes" ("beat_id");--> statement-breakpoint
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_beat_id_story_beats_id_fkey" FOREIGN KEY ("beat_id") REFERENCES "story_beats"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_color_theme_check" CHECK ("color_theme" in ('green', 'blue', 'purple', 'orange', 'red', 'yellow', 'indigo', 'pink', 'teal'));