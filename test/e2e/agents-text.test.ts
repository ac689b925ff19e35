/** How published agents send text: the odd behaviours 11 to 15 that were seen on the wire. */
import { describe, expect, it } from 'vitest';
import { agentThat, type Step, say, scriptAgent, think, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { transcript } from '../support/summary';
import { talkTo } from '../support/talk';
import { wait } from '../support/wait';

/** A chunk with the fields of its own that some agents add. */
function chunk(sessionUpdate: string, text: string, fields: object = {}): Step {
  const update = { sessionUpdate, content: { type: 'text', text }, ...fields };
  return { do: 'update', update };
}

function chatText(nvim: Nvim): Promise<string> {
  return nvim.lua(`
    local chat = vim.iter(vim.api.nvim_list_bufs()):find(function(b) return vim.bo[b].filetype == 'acpchat' end)
    return table.concat(vim.api.nvim_buf_get_lines(chat, 0, -1, false), '\\n')`);
}

describe('11. text of the agent outside any prompt', () => {
  it('after session/new and when a mode is set', async () => {
    const modes = {
      currentModeId: 'default',
      availableModes: [
        { id: 'default', name: 'Default' },
        { id: 'plan', name: 'Plan' },
      ],
    };
    const agent = scriptAgent({
      replies: {
        'session/new': { result: { modes }, after: [say('New version available')] },
        'session/set_mode': { result: {}, before: [say('[MODE_UPDATE] plan')] },
      },
    });
    await using talk = await talkTo(agent);
    await talk.until(({ entries }) => entries.length === 1, 'the greeting is there');
    await talk.session.set('mode', 'plan');
    expect(transcript(talk.session.state)).toEqual([
      'agent: New version available[MODE_UPDATE] plan',
    ]);
    expect(talk.session.state.turn).toEqual({ phase: 'idle' });
  });

  it('in a turn that the agent starts by itself', async () => {
    const agent = scriptAgent({
      prompts: [{ steps: [say('answer')] }],
      replies: {
        'session/prompt': {
          after: [
            { do: 'request', method: '_qwencode/start_turn', params: {}, wait: false },
            { do: 'answers' },
            say('the helper is ready'),
            { do: 'send', message: { method: '_qwencode/end_turn', params: {} } },
          ],
        },
      },
    });
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    expect((await agent.answered('_qwencode/start_turn')).error?.code).toBe(-32601);
    await talk.until(({ entries }) => entries.length === 3, 'the late text is there');
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'agent: answer',
      'agent: the helper is ready',
    ]);
    expect((await talk.prompt('again')).ok).toBe(true);
  });
});

it('12. empty text chunks', async () => {
  await using talk = await talkTo(
    agentThat(
      think(''),
      say('answer'),
      think(''),
      chunk('agent_message_chunk', '', { _meta: { usage: { totalTokens: 3 } } }),
    ),
  );
  await talk.prompt('go');
  expect(transcript(talk.session.state)).toEqual(['user: go', 'agent: answer']);
});

it('13. messageId from some agents only, and one of its own for the thought', async () => {
  const part = (kind: string, text: string, messageId?: string | null): Step =>
    chunk(`agent_${kind}_chunk`, text, messageId === undefined ? {} : { messageId });
  await using talk = await talkTo(
    agentThat(
      part('thought', 'h', 'm1'),
      part('thought', 'm', 'm1'),
      part('message', 'one ', 'm2'),
      part('message', 'message', 'm2'),
      part('message', 'another', 'm3'),
      part('thought', 'so', null),
      part('thought', '…'),
      part('message', 'without '),
      part('message', 'an id', null),
    ),
  );
  await talk.prompt('go');
  expect(transcript(talk.session.state)).toEqual([
    'user: go',
    'thought: hm',
    'agent: one message',
    'agent: another',
    'thought: so…',
    'agent: without an id',
  ]);
});

describe('14. a great many chunks and very long lines', () => {
  it('10 500 chunks of one answer, with the editor at hand', async () => {
    const many: Step = { do: 'repeat', times: 10_500, steps: [say('word {{i}}\n')] };
    const agent = agentThat(many, say('the end'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    let heeded = 0;
    await wait(
      async () => {
        const done = await nvim.lua('return _G.done');
        if (!done) heeded++;
        return done;
      },
      'the turn ended',
      { timeout: 20_000 },
    );
    await nvim.screen.toContain('the end');
    expect(await chatText(nvim)).toContain('word 10499');
    expect(heeded, 'the editor answers while text streams').toBeGreaterThan(1);
  });

  it('a line of half a megabyte, between two others', async () => {
    const availableCommands = Array.from({ length: 400 }, (_, index) => ({
      name: `command-${index}`,
      description: 'x'.repeat(1400),
    }));
    await using talk = await talkTo(
      agentThat(
        say('before'),
        { do: 'update', update: { sessionUpdate: 'available_commands_update', availableCommands } },
        toolCall('t', { rawOutput: 'y'.repeat(446_000) }),
        say('after'),
      ),
    );
    await talk.prompt('go');
    expect(talk.session.state.commands).toHaveLength(400);
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'agent: before',
      'tool other "t": cancelled',
      'agent: after',
    ]);
  });
});

it('15. control sequences and CR LF in the output of commands', async () => {
  const text = '\u001b[32mgreen\u001b[0m\r\nline two\r\n10%\r99%\u0007\u001b]0;title\u0007';
  const agent = agentThat(
    toolCall('t', {
      title: 'npm test',
      kind: 'execute',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text } }],
      rawOutput: { stdout: text },
    }),
    say('finished'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('finished');
  await nvim.expectNotBlocked();
  const shown = await chatText(nvim);
  expect(shown).toContain('green');
  expect(shown).toContain('line two');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  expect(shown).not.toContain('title');
});
