ALTER TABLE "users" ADD COLUMN "element_keys" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "after_dialogue" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_element_keys_check" CHECK ("element_keys" in ('cycle', 'finalDraft', 'fountain'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_after_dialogue_check" CHECK ("after_dialogue" in ('action', 'character'));