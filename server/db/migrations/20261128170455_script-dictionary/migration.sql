CREATE TABLE "dictionary_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dictionary_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"project_id" integer,
	"word" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dictionary_words_word_key" UNIQUE NULLS NOT DISTINCT("user_id","project_id","word"),
	CONSTRAINT "dictionary_words_owner_check" CHECK ("user_id" is not null or "project_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX "dictionary_words_project_id_idx" ON "dictionary_words" ("project_id");--> statement-breakpoint
ALTER TABLE "dictionary_words" ADD CONSTRAINT "dictionary_words_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "dictionary_words" ADD CONSTRAINT "dictionary_words_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_language_check" CHECK ("language" in ('en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt-BR', 'pt-PT'));