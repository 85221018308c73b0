CREATE TABLE "film_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "film_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer UNIQUE,
	"project_id" integer,
	"scene_id" integer,
	"user_id" text,
	"driver" text NOT NULL,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"price" jsonb NOT NULL,
	"vendor_job" text,
	"started_at" timestamp with time zone,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scenes" ADD COLUMN "video_problem" text;--> statement-breakpoint
CREATE UNIQUE INDEX "film_jobs_scene_id_key" ON "film_jobs" ("scene_id") WHERE not "is_cancelled";--> statement-breakpoint
CREATE INDEX "film_jobs_next_at_idx" ON "film_jobs" ("next_at");--> statement-breakpoint
CREATE INDEX "film_jobs_project_id_idx" ON "film_jobs" ("project_id");--> statement-breakpoint
CREATE INDEX "film_jobs_scene_id_idx" ON "film_jobs" ("scene_id");--> statement-breakpoint
CREATE INDEX "film_jobs_user_id_idx" ON "film_jobs" ("user_id");--> statement-breakpoint
ALTER TABLE "film_jobs" ADD CONSTRAINT "film_jobs_request_id_ai_requests_id_fkey" FOREIGN KEY ("request_id") REFERENCES "ai_requests"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "film_jobs" ADD CONSTRAINT "film_jobs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "film_jobs" ADD CONSTRAINT "film_jobs_scene_id_scenes_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scenes"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "film_jobs" ADD CONSTRAINT "film_jobs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;