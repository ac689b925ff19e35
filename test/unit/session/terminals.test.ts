import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { TerminalExit, TerminalState } from '../../../src/model/state';
import type { Terminal, TerminalOutput, Terminals } from '../../../src/session/ports';
import { SessionTerminals } from '../../../src/session/terminals';

class FakeTerminal implements Terminal {
  readonly #end = new Deferred<TerminalExit>();
  readonly exited = this.#end.promise;
  ends = 0;

  read(): TerminalOutput {
    return { output: 'so far', truncated: false };
  }

  async end(): Promise<void> {
    this.ends++;
    this.#end.resolve({ exitCode: null, signal: 'SIGTERM' });
  }
}

function setup(terminal = new FakeTerminal(), started = Promise.resolve()) {
  const shown = new Map<string, TerminalState>();
  const commands: Terminals = { create: () => started.then(() => terminal) };
  let made = 0;
  const terminals = new SessionTerminals(
    commands,
    () => `v1.${++made}`,
    (id, now) => shown.set(id, now),
  );
  return { terminals, terminal, shown, create: () => terminals.create(RUN, '/p') };
}

const RUN = { sessionId: 's', command: 'make' };

describe('the terminals of a session', () => {
  it('killed keeps its id, answers all who wait, and can be read', async () => {
    const { terminals, create } = setup();
    const id = await create();
    const waiting = [terminals.wait(id), terminals.wait(id)];
    await terminals.kill(id);
    expect(await Promise.all(waiting)).toEqual(
      Array(2).fill({ exitCode: null, signal: 'SIGTERM' }),
    );
    expect(terminals.read(id).output).toBe('so far');
    await terminals.kill(id);
  });

  it('released ends, its id is unknown, and what is shown stays', async () => {
    const { terminals, terminal, shown, create } = setup();
    const id = await create();
    const waiting = terminals.wait(id);
    await terminals.release(id);
    expect(await waiting).toMatchObject({ signal: 'SIGTERM' });
    expect(terminal.ends).toBe(1);
    expect(() => terminals.read(id)).toThrow('unknown terminal');
    await expect(terminals.release(id)).rejects.toMatchObject({ code: -32602 });
    expect(shown.get(id)?.output).toBe('so far');
  });

  it('that is being started when the session ends is ended too', async () => {
    const started = new Deferred<void>();
    const { terminals, terminal, create } = setup(new FakeTerminal(), started.promise);
    const creating = create();
    await terminals.endAll();
    started.resolve();
    await expect(creating).rejects.toMatchObject({ code: -32800 });
    expect(terminal.ends).toBe(1);
  });
});
