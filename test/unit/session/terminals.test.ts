import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { Emitter } from '../../../src/base/emitter';
import type { TerminalExit, TerminalState } from '../../../src/model/state';
import type {
  Terminal,
  TerminalCommand,
  TerminalOutput,
  Terminals,
} from '../../../src/session/ports';
import { SessionTerminals } from '../../../src/session/terminals';

class FakeTerminal implements Terminal {
  readonly #end = new Deferred<TerminalExit>();
  readonly exited = this.#end.promise;
  readonly #printed = new Emitter<string>();
  readonly onText = this.#printed.on;
  ends = 0;

  print(text: string): void {
    this.#printed.fire(text);
  }

  read(): TerminalOutput {
    return { output: 'so far', truncated: false };
  }

  async end(): Promise<void> {
    this.ends++;
    this.#end.resolve({ exitCode: null, signal: 'SIGTERM' });
  }
}

function setup(terminal = new FakeTerminal(), started: Promise<void> = Promise.resolve()) {
  const shown = new Map<string, TerminalState>();
  const asked: TerminalCommand[] = [];
  const commands: Terminals = {
    create: (command) => {
      asked.push(command);
      return started.then(() => terminal);
    },
  };
  let made = 0;
  const terminals = new SessionTerminals(
    commands,
    () => `v1.${++made}`,
    (id, now) => shown.set(id, now),
  );
  return { terminals, terminal, shown, asked, create: () => terminals.create(RUN, '/p') };
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

  it('can be followed from what it has printed on, until that is given up', async () => {
    const { terminals, terminal, create } = setup();
    const heard: string[] = [];
    const followed = terminals.follow(await create(), (text) => heard.push(text));
    expect(followed?.output).toBe('so far');
    terminal.print(' and on');
    followed?.dispose();
    terminal.print(' unheard');
    expect(heard).toEqual([' and on']);
    expect(terminals.follow('unknown', () => {})).toBeUndefined();
  });

  it('that the user has ended does not run any more', async () => {
    const { terminals, terminal, create } = setup();
    const id = await create();
    expect(await terminals.endForUser(id)).toBe(true);
    expect(terminal.ends).toBe(1);
    expect(await terminals.endForUser(id)).toBe(false);
    expect(await terminals.endForUser('unknown')).toBe(false);
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

  it('is started as the agent wants it, in the folder of the session if it names none', async () => {
    const { terminals, asked, create } = setup();
    await create();
    const env = [{ name: 'LANG', value: 'C' }];
    await terminals.create({ ...RUN, args: ['-j'], env, cwd: '/q', outputByteLimit: 0 }, '/p');
    expect(asked).toEqual([
      { command: 'make', args: [], env: {}, cwd: '/p' },
      { command: 'make', args: ['-j'], env: { LANG: 'C' }, cwd: '/q', outputByteLimit: 0 },
    ]);
  });

  it('is shown from the start, with its end when it has one', async () => {
    const { terminal, shown, create } = setup();
    expect(shown.get(await create())).toEqual({ output: 'so far' });
    const exit = { exitCode: 0, signal: null };
    terminal.read = () => ({ output: 'all', truncated: false, exit });
    expect(shown.get(await create())).toEqual({
      output: 'all',
      exitStatus: exit,
      ran: expect.any(Number),
    });
  });

  it('ends with the session, which then does not know it any more', async () => {
    const { terminals, terminal, create } = setup();
    const id = await create();
    await terminals.endAll();
    expect(terminal.ends).toBe(1);
    expect(() => terminals.read(id)).toThrow('unknown terminal "v1.1"');
  });
});

describe('a hundred commands', () => {
  const many = async (count: number, create: () => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, create));

  it('run at the same time, no more, and the next when one of them has ended', async () => {
    const running = [...Array(101)].map(() => new FakeTerminal());
    let next = 0;
    const commands: Terminals = { create: async () => running[next++] ?? new FakeTerminal() };
    let made = 0;
    const terminals = new SessionTerminals(
      commands,
      () => `${++made}`,
      () => {},
    );
    const create = () => terminals.create(RUN, '/p');
    const [first = ''] = await many(100, create);
    await expect(create()).rejects.toThrow('100 commands run already');
    await terminals.kill(first);
    await terminals.wait(first);
    await expect(create()).resolves.toBe('101');
  });

  it('that could not be started do not count', async () => {
    const commands: Terminals = { create: () => Promise.reject(new Error('no such program')) };
    const terminals = new SessionTerminals(
      commands,
      () => 'x',
      () => {},
    );
    for (let count = 0; count <= 100; count++)
      await expect(terminals.create(RUN, '/p')).rejects.toThrow('no such program');
  });

  it('that have ended are known, up to two hundred: then the oldest is forgotten', async () => {
    const commands: Terminals = {
      create: async () => {
        const terminal = new FakeTerminal();
        await terminal.end();
        return terminal;
      },
    };
    let made = 0;
    const terminals = new SessionTerminals(
      commands,
      () => `${++made}`,
      () => {},
    );
    for (let count = 0; count < 201; count++) {
      const id = await terminals.create(RUN, '/p');
      await terminals.wait(id);
    }
    expect(() => terminals.read('1')).toThrow('unknown terminal');
    expect(terminals.read('2').output).toBe('so far');
    expect(terminals.read('201').output).toBe('so far');
  });
});
