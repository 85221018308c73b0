CREATE TABLE "script_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"project_id" integer NOT NULL,
	"element_id" integer NOT NULL,
	"offset" integer NOT NULL,
	"seen_history_id" integer NOT NULL,
	"previous_history_id" integer NOT NULL,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "script_places_user_id_project_id_key" UNIQUE("user_id","project_id"),
	CONSTRAINT "script_places_offset_check" CHECK ("offset" >= 0)
);
--> statement-breakpoint
CREATE INDEX "script_places_project_id_idx" ON "script_places" ("project_id");--> statement-breakpoint
ALTER TABLE "script_places" ADD CONSTRAINT "script_places_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_places" ADD CONSTRAINT "script_places_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;