/** Runs a shell command in a terminal of the client. */
import type { CommandEnd } from './command';
import { type Turn, TurnCancelled } from './turn';

/** @param onStart called with the id, to show the terminal at once */
export async function runInTerminal(
  turn: Turn,
  command: string,
  onStart: (terminalId: string) => void,
): Promise<CommandEnd> {
  const { sessionId } = turn;
  const shell = process.platform === 'win32' ? ['cmd.exe', '/c'] : ['/bin/sh', '-c'];
  const [program = '', ...flags] = shell;
  const { terminalId } = await turn.request('terminal/create', {
    sessionId,
    command: program,
    args: [...flags, command],
    cwd: turn.cwd,
  });
  const terminal = { sessionId, terminalId };
  onStart(terminalId);
  try {
    const exit = await turn.request('terminal/wait_for_exit', terminal);
    return { exitCode: exit.exitCode ?? null, signal: exit.signal ?? null };
  } catch (error) {
    if (error instanceof TurnCancelled) turn.afterwards('terminal/kill', terminal);
    throw error;
  } finally {
    turn.afterwards('terminal/release', terminal);
  }
}
