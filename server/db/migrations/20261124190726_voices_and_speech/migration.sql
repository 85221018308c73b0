ALTER TABLE "custom_voices" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "custom_voices" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "script_elements" ADD COLUMN "dialogue_audio_key" text;--> statement-breakpoint
ALTER TABLE "custom_voices" ADD CONSTRAINT "custom_voices_request_key" UNIQUE("user_id","request_id");