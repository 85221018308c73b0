CREATE TABLE "script_moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"element_id" integer NOT NULL,
	"after_element_id" integer,
	"history_id" integer NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_requests" (
	"project_id" integer,
	"key" text,
	"reply" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "script_requests_pkey" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"history_id" integer NOT NULL,
	"move_id" integer NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "selection_start" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "selection_end" integer;--> statement-breakpoint
ALTER TABLE "script_history" ADD COLUMN "previous_parenthetical" text;--> statement-breakpoint
ALTER TABLE "script_history" ADD COLUMN "new_parenthetical" text;--> statement-breakpoint
ALTER TABLE "script_history" ADD COLUMN "after_element_id" integer;--> statement-breakpoint
ALTER TABLE "script_history" ADD COLUMN "kept" jsonb;--> statement-breakpoint
CREATE INDEX "script_moves_project_id_idx" ON "script_moves" ("project_id","id");--> statement-breakpoint
CREATE INDEX "script_requests_at_idx" ON "script_requests" ("at");--> statement-breakpoint
CREATE INDEX "script_versions_project_id_idx" ON "script_versions" ("project_id","history_id");--> statement-breakpoint
ALTER TABLE "script_moves" ADD CONSTRAINT "script_moves_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_requests" ADD CONSTRAINT "script_requests_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;