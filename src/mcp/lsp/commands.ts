/** Commands of language servers, which may have files changed while they run. */
import type { LanguageClient } from '../../nvim/language-servers';
import { type FileWrite, type ToolContext, ToolFailure } from '../tool';
import { encodingOf } from './offsets';
import { askLua, errorOf } from './servers';
import { whileUnchanged } from './unchanged';
import { listIn, textIn } from './values';
import { stepsIn, writesOf } from './workspace-edits';

/** `Command` of the protocol. */
export interface ServerCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

export function commandIn(value: Readonly<Record<string, unknown>>): ServerCommand | undefined {
  const command = textIn(value.command);
  return command === undefined ? undefined : { command, arguments: listIn(value.arguments) };
}

const COMMAND_MS = 50_000;

type Write = (writes: readonly FileWrite[]) => Promise<void>;

/** Has a server execute a command, and makes the edits that it asks for. Answers what was written. */
export async function execute(
  context: ToolContext,
  { client, bufnr }: { readonly client: LanguageClient; readonly bufnr: number },
  command: ServerCommand,
  write: Write,
): Promise<readonly FileWrite[]> {
  const params = JSON.stringify(command);
  const request = { client: client.id, bufnr, method: 'workspace/executeCommand', params };
  const written: FileWrite[] = [];
  const stop = (): Promise<void> => context.lua.call('tools.lsp_command.stop', client.id);
  const next = (send: (ask: number) => Promise<void>) =>
    askLua(context, COMMAND_MS, send, () => stop().catch(() => {}));
  let answer = await next((ask) => context.lua.call('tools.lsp_command.run', ask, request));
  while (answer !== 'late' && 'edit' in answer) {
    const { edit } = answer;
    try {
      const { writes } = await whileUnchanged(context, async () => ({
        writes: await writesOf(stepsIn(edit), encodingOf(client.encoding), context),
      }));
      await write(writes);
      written.push(...writes);
    } catch (error) {
      await stop();
      throw error;
    }
    answer = await next((ask) => context.lua.call('tools.lsp_command.go_on', ask, client.id, true));
  }
  const failure = errorOf(answer, client, request.method, COMMAND_MS);
  if (failure) throw new ToolFailure(failure);
  return written;
}
