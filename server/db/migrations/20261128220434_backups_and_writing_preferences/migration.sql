CREATE TABLE "backup_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"night" date,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "backup_runs_type_check" CHECK ("type" in ('nightly', 'manual', 'restore-point'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "element_keys" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "after_dialogue" text;--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_night_idx" ON "backup_runs" ("night");--> statement-breakpoint
CREATE INDEX "backup_runs_active_idx" ON "backup_runs" ("alive_at") WHERE "finished_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_element_keys_check" CHECK ("element_keys" in ('cycle', 'finalDraft', 'fountain'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_after_dialogue_check" CHECK ("after_dialogue" in ('action', 'character'));--> statement-breakpoint
INSERT INTO "server_keys" ("name", "key") VALUES ('installation', gen_random_uuid()::text) ON CONFLICT DO NOTHING;
