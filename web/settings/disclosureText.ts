const tasks: Record<string, string> = {
  chat: 'Question to the assistant',
  improvements: 'Suggestions',
  scene_summaries: 'Scene summaries',
  scene_template: 'Template for scene images',
  character_template: 'Template for character avatars',
  concept: 'Concept image',
  scene: 'Scene image',
  scene_video: 'Scene video',
  avatar: 'Character avatar',
  tension: 'Tension of the story beats',
  voice_description: 'Description of a voice',
  style_description: 'Description of a look',
};

/** Return the task in words; an unknown task by its name. */
export function taskText(task: string): string {
  const words = tasks[task] ?? task.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** Format as "Nov 20, 2026, 18:31". */
export function timeText(iso: string): string {
  return timeFormat.format(new Date(iso));
}

export function sizeText(characters: number): string {
  return `${characters.toLocaleString('en-US')} ${characters === 1 ? 'character' : 'characters'}`;
}

export function senderText(userEmail: string | null): string {
  return userEmail ?? 'A deleted account';
}
