import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const START = newSession('agent', '/p');

function fed(...metas: Record<string, unknown>[]): SessionState {
  return metas.reduce<SessionState>((state, _meta) => {
    const update: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta };
    return reduce(state, { type: 'update', update });
  }, START);
}

describe('a terminal the agent made', () => {
  it('shows the output that comes in pieces, and how it ended', () => {
    const state = fed(
      { terminal_info: { terminal_id: 't', cwd: '/p' } },
      { terminal_output_delta: { data: 'tick\n' } },
      { terminal_output_delta: { data: 'tick\n' } },
      { terminal_exit: { exit_code: 3, signal: null } },
    );
    expect(state.terminals.get('t')).toEqual({
      output: 'tick\ntick\n',
      byAgent: true,
      exitStatus: { exitCode: 3, signal: null },
    });
  });

  it('takes every piece as new, also one that looks like what is there already', () => {
    const dots = fed({ terminal_output: { data: '.' } }, { terminal_output: { data: '.' } });
    expect(dots.terminals.get('t')?.output).toBe('..');
    const lines = fed(
      { terminal_output: { data: 'a\n' } },
      { terminal_output: { data: 'a\nb\n' } },
    );
    expect(lines.terminals.get('t')?.output).toBe('a\na\nb\n');
  });

  it('is found by its own id, by the content, or by the call', () => {
    const update: SessionUpdate = {
      sessionUpdate: 'tool_call',
      toolCallId: 'call',
      title: 'ls',
      content: [{ type: 'terminal', terminalId: 'shown' }],
      _meta: {
        terminal_output: { data: 'x' },
        terminal_exit: { terminal_id: 'own', signal: 'INT' },
      },
    };
    const { terminals } = reduce(START, { type: 'update', update });
    expect(terminals.get('shown')?.output).toBe('x');
    expect(terminals.get('own')?.exitStatus).toEqual({ exitCode: null, signal: 'INT' });
  });

  it('keeps the newest output only', () => {
    const long = fed({ terminal_output: { data: `😀${'y'.repeat(64 * 1024 - 1)}` } });
    expect(long.terminals.get('t')?.output).toBe('y'.repeat(64 * 1024 - 1));
  });

  it('keeps its output when its call is sent again, or updated after its end', () => {
    const state = fed(
      { terminal_info: { terminal_id: 't' }, terminal_output: { data: 'a\n' } },
      { terminal_exit: { exit_code: 0 } },
      { terminal_info: { terminal_id: 't' } },
      { terminal_output: { data: 'late\n' } },
    );
    expect(state.terminals.get('t')?.output).toBe('a\nlate\n');
  });

  it('of a later turn with the same id is another one, and the earlier keeps what it showed', () => {
    const ran = (data: string): SessionUpdate[] => [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'make',
        content: [{ type: 'terminal', terminalId: 't' }],
        _meta: { terminal_info: { terminal_id: 't' } },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        status: 'completed',
        _meta: { terminal_output: { data }, terminal_exit: { exit_code: 0 } },
      },
    ];
    const user = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'go' } };
    const all = [user, ...ran('first'), user, ...ran('second')] as SessionUpdate[];
    const state = all.reduce((now, update) => reduce(now, { type: 'update', update }), START);
    const shown = state.entries.flatMap((entry) => {
      const content = entry.kind === 'tool' ? entry.call.content : [];
      return content.map((c) => c.type === 'terminal' && state.terminals.get(c.terminalId)?.output);
    });
    expect(shown).toEqual(['first', 'second']);
  });

  it('never disturbs a terminal of ours, and nonsense changes nothing', () => {
    const ours = reduce(START, { type: 'terminal', id: 't', now: { output: 'ours' } });
    const update: SessionUpdate = {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      _meta: { terminal_output: { data: 'theirs' } },
    };
    expect(reduce(ours, { type: 'update', update }).terminals.get('t')?.output).toBe('ours');
    const odd = fed(
      { terminal_output: 'text' },
      { terminal_exit: null, terminal_output_delta: { data: 7 } },
      { terminal_info: [] },
    );
    expect(odd.terminals.get('t')?.output ?? '').toBe('');
  });
});
