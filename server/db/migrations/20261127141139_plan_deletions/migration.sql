CREATE TABLE "plan_deletions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_deletions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"kind" text NOT NULL,
	"row_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" jsonb NOT NULL,
	"deleted_by" text,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_deletions_kind_check" CHECK ("kind" in ('act', 'sequence', 'beat'))
);
--> statement-breakpoint
CREATE INDEX "plan_deletions_project_id_idx" ON "plan_deletions" ("project_id","kind","row_id");--> statement-breakpoint
CREATE INDEX "plan_deletions_deleted_at_idx" ON "plan_deletions" ("deleted_at");--> statement-breakpoint
CREATE INDEX "plan_deletions_deleted_by_idx" ON "plan_deletions" ("deleted_by");--> statement-breakpoint
ALTER TABLE "plan_deletions" ADD CONSTRAINT "plan_deletions_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "plan_deletions" ADD CONSTRAINT "plan_deletions_deleted_by_users_id_fkey" FOREIGN KEY ("deleted_by") REFERENCES "users"("id") ON DELETE SET NULL;