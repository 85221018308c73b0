CREATE TABLE "copy_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copy_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"copy_id" integer NOT NULL CONSTRAINT "copy_links_copy_key" UNIQUE,
	"token" text NOT NULL UNIQUE,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "issued_copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "issued_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"issue_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"code" text NOT NULL,
	"part" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "issued_copies_part_check" CHECK ("part" in ('revised', 'script', 'memo'))
);
--> statement-breakpoint
CREATE TABLE "issued_elements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "issued_elements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"issue_id" integer NOT NULL,
	"position" integer NOT NULL,
	"elements" jsonb NOT NULL,
	CONSTRAINT "issued_elements_position_key" UNIQUE("issue_id","position")
);
--> statement-breakpoint
CREATE TABLE "script_issues" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"version_id" integer,
	"revision" jsonb,
	"note" text NOT NULL,
	"title_page" jsonb NOT NULL,
	"format" jsonb NOT NULL,
	"language" text,
	"memo" jsonb NOT NULL,
	"pages" jsonb NOT NULL,
	"scenes" jsonb NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "script_issues_number_key" UNIQUE("project_id","number")
);
--> statement-breakpoint
CREATE INDEX "copy_links_project_id_idx" ON "copy_links" ("project_id");--> statement-breakpoint
CREATE INDEX "issued_copies_issue_id_idx" ON "issued_copies" ("issue_id");--> statement-breakpoint
CREATE INDEX "issued_copies_project_id_idx" ON "issued_copies" ("project_id","code");--> statement-breakpoint
CREATE INDEX "issued_elements_project_id_idx" ON "issued_elements" ("project_id");--> statement-breakpoint
CREATE INDEX "script_issues_version_id_idx" ON "script_issues" ("version_id");--> statement-breakpoint
ALTER TABLE "copy_links" ADD CONSTRAINT "copy_links_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "copy_links" ADD CONSTRAINT "copy_links_copy_id_issued_copies_id_fkey" FOREIGN KEY ("copy_id") REFERENCES "issued_copies"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "issued_copies" ADD CONSTRAINT "issued_copies_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "issued_copies" ADD CONSTRAINT "issued_copies_issue_id_script_issues_id_fkey" FOREIGN KEY ("issue_id") REFERENCES "script_issues"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "issued_elements" ADD CONSTRAINT "issued_elements_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "issued_elements" ADD CONSTRAINT "issued_elements_issue_id_script_issues_id_fkey" FOREIGN KEY ("issue_id") REFERENCES "script_issues"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_issues" ADD CONSTRAINT "script_issues_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_issues" ADD CONSTRAINT "script_issues_version_id_script_versions_id_fkey" FOREIGN KEY ("version_id") REFERENCES "script_versions"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "script_issues" ADD CONSTRAINT "script_issues_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;