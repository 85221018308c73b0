CREATE TABLE "ai_disclosures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_disclosures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"user_id" text,
	"service" text NOT NULL,
	"model" text NOT NULL,
	"destination" text NOT NULL,
	"task" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_summaries" (
	"scene_id" integer PRIMARY KEY,
	"project_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"summary" text NOT NULL,
	"model" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "brief" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "ai_access" text DEFAULT 'suggest' NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_disclosures_project_id_idx" ON "ai_disclosures" ("project_id","id");--> statement-breakpoint
CREATE INDEX "ai_disclosures_user_id_idx" ON "ai_disclosures" ("user_id");--> statement-breakpoint
CREATE INDEX "scene_summaries_project_id_idx" ON "scene_summaries" ("project_id");--> statement-breakpoint
ALTER TABLE "ai_disclosures" ADD CONSTRAINT "ai_disclosures_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ai_disclosures" ADD CONSTRAINT "ai_disclosures_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "scene_summaries" ADD CONSTRAINT "scene_summaries_scene_id_scenes_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scenes"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "scene_summaries" ADD CONSTRAINT "scene_summaries_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_ai_access_check" CHECK ("ai_access" in ('off', 'read', 'suggest'));