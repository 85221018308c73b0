ALTER TABLE "projects" ADD COLUMN "script_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Browsers keep the script by its number: the new count goes on from the one they know.
UPDATE "projects" SET "script_revision" = "revision";
