ALTER TABLE "script_history" ADD COLUMN "stay_id" text;--> statement-breakpoint
CREATE INDEX "script_history_stay_idx" ON "script_history" ("project_id","stay_id","id") WHERE "stay_id" is not null;