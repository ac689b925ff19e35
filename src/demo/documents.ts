/** Texts come from the client, which knows what the user has not saved; from the disk when it does not offer that. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Turn } from './turn';

export async function readText(turn: Turn, path: string): Promise<string> {
  if (!turn.capabilities.fs?.readTextFile) return turn.orCancelled(readFile(path, 'utf8'));
  const { content } = await turn.request('fs/read_text_file', { sessionId: turn.sessionId, path });
  return content;
}

/** Writes through the client where it offers that, else to the disk. */
export async function writeText(turn: Turn, path: string, content: string): Promise<void> {
  if (!turn.capabilities.fs?.writeTextFile) return turn.orCancelled(writeFile(path, content));
  await turn.request('fs/write_text_file', { sessionId: turn.sessionId, path, content });
}
