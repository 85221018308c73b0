ALTER TABLE "comments" ADD COLUMN "was_on_element" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "comments" SET "was_on_element" = true WHERE "script_element_id" IS NOT NULL;
