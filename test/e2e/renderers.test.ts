/** Renderers of the user's, in a real editor. */
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  say,
  scriptAgent,
  think,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const text = (value: string) => [{ type: 'content', content: { type: 'text', text: value } }];

async function opened(agent: ReturnType<typeof agentThat>, lua = ''): Promise<Nvim> {
  const nvim = await startNvim({ config: agent.setup(), size: [100, 40] });
  await nvim.lua(`
    _G.notices = {}
    vim.notify = function(message) table.insert(_G.notices, message) end
    acp = require('acp')
    _G.transcript = function()
      return vim.iter(vim.api.nvim_list_bufs()):find(function(bufnr)
        return vim.bo[bufnr].filetype == 'acpchat'
      end)
    end
    ${lua}
    acp.open()
    acp.prompt('go', {}, function() _G.done = true end)`);
  return nvim;
}

const WEATHER = `
  _G.unregister = acp.register_renderer({
    name = 'weather',
    match = 'weather',
    render = function(call, ctx)
      if call.errorText then
        return { lines = { 'No weather: ' .. call.errorText } }
      elseif call.state ~= 'output-available' then
        return { lines = { 'Looking at the sky of ' .. ((call.input or {}).city or '…') } }
      end
      return {
        lines = { ('%s: %d degrees'):format(call.input.city, call.output.degrees) },
        marks = { { row = 0, from = 0, to = 4, group = 'Title' } },
      }
    end,
  })`;

/** A renderer whose card counts how often its key is pressed. */
const counting = (key: string): string => `
  _G.pressed = 0
  acp.register_renderer({ render = function()
    return { lines = { 'Card' }, actions = {
      { key = '${key}', label = 'Count', run = function() _G.pressed = _G.pressed + 1 end },
    } }
  end })`;

describe('a renderer of a tool', () => {
  it('draws it in each of its states, found by the name', async () => {
    const agent = agentThat(
      toolCall('w', { name: 'weather', title: 'Get weather', rawInput: {} }),
      { do: 'gate', name: 'input' },
      toolCallUpdate('w', { rawInput: { city: 'Bonn' } }),
      { do: 'gate', name: 'output' },
      toolCallUpdate('w', { status: 'completed', rawOutput: { degrees: 21 } }),
      toolCall('x', { name: 'weather', title: 'Get weather' }),
      toolCallUpdate('x', { status: 'failed', rawOutput: { error: 'clouds' } }),
      toolCall('o', { name: 'other', title: 'Other tool', status: 'completed' }),
    );
    await using nvim = await opened(agent, WEATHER);
    await nvim.screen.toContain('Looking at the sky of …', { without: 'Get weather' });
    agent.open('input');
    await nvim.screen.toContain('Looking at the sky of Bonn');
    agent.open('output');
    await nvim.screen.toContain('Bonn: 21 degrees', { without: 'Looking' });
    await nvim.screen.toContain('No weather: clouds');
    await nvim.screen.toContain('Other tool');
    expect(await nvim.lua('return _G.notices')).toEqual([]);
  });

  it('redraws what is there when it comes and when it goes', async () => {
    const agent = agentThat(
      toolCall('w', { name: 'weather', title: 'Get weather', rawInput: { city: 'Bonn' } }),
      toolCallUpdate('w', { status: 'completed', rawOutput: { degrees: 21 } }),
      say('all done'),
    );
    await using nvim = await opened(agent);
    await nvim.screen.toContain('all done');
    await nvim.screen.toContain('Get weather');
    await nvim.lua(WEATHER);
    await nvim.screen.toContain('Bonn: 21 degrees', { without: 'Get weather' });
    expect(await nvim.lua(`return acp.renderer_for(acp.state().tools.w)`)).toMatchObject({
      name: 'weather',
      builtin: false,
      part: 'tool',
    });
    await nvim.lua('_G.unregister()');
    await nvim.screen.toContain('Get weather', { without: 'Bonn: 21 degrees' });
    expect(await nvim.lua(`return acp.renderer_for(acp.state().tools.w)`)).toEqual({
      name: 'other',
      builtin: true,
      part: 'tool',
    });
  });

  it('is asked again for other colours, and knows whether its card is folded', async () => {
    const agent = agentThat(
      toolCall('w', {
        name: 'weather',
        kind: 'read',
        title: 'Get weather',
        status: 'completed',
        content: text('one\ntwo\nthree'),
      }),
      say('all done'),
    );
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ match = 'weather', render = function(_, ctx)
        local drawn = ctx.default()
        drawn.lines[1] = ('%s in %s'):format(
          ctx.folded and 'folded' or 'open', vim.g.colors_name or 'default')
        return drawn
      end })`,
    );
    await nvim.screen.toContain('folded in default');
    await nvim.screen.toContain('all done');
    await nvim.lua(`
      local win = vim.fn.bufwinid(_G.transcript())
      vim.api.nvim_win_call(win, function() vim.cmd('%foldopen!') end)
      vim.cmd.colorscheme('blue')`);
    await nvim.screen.toContain('open in blue');
  });

  it('knows of a card in no window whether the next one folds it', async () => {
    const agent = agentThat(
      toolCall('w', {
        name: 'weather',
        kind: 'read',
        title: 'Get weather',
        status: 'completed',
        content: text('one\ntwo\nthree'),
      }),
      say('all done'),
    );
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ match = 'weather', render = function(_, ctx)
        local drawn = ctx.default()
        _G.drawn = ('%s in %s'):format(
          ctx.folded and 'folded' or 'open', vim.g.colors_name or 'default')
        drawn.lines[1] = _G.drawn
        return drawn
      end })`,
    );
    await nvim.screen.toContain('folded in default');
    await nvim.screen.toContain('all done');
    await nvim.lua(`
      local win = vim.fn.bufwinid(_G.transcript())
      vim.api.nvim_win_call(win, function() vim.cmd('%foldopen!') end)
      acp.close()
      assert(#vim.fn.win_findbuf(_G.transcript()) == 0)
      vim.cmd.colorscheme('blue')`);
    await wait(async () => (await nvim.lua('return _G.drawn')) !== 'folded in default', 'blue');
    expect(await nvim.lua('return _G.drawn')).toBe('open in blue');
    await nvim.lua('acp.open()');
    await nvim.screen.toContain('open in blue');
  });

  it('gives way to the next by priority, and last to the built-in one', async () => {
    const agent = agentThat(
      toolCall('a', { name: 'mcp__sky', kind: 'fetch', title: 'First', status: 'completed' }),
      toolCall('b', { kind: 'fetch', title: 'Second', status: 'completed' }),
      toolCall('c', { kind: 'read', title: 'Third', status: 'completed' }),
      toolCall('d', { kind: 'edit', title: 'Fourth', status: 'completed' }),
    );
    await using nvim = await opened(
      agent,
      `
      local function with(prefix)
        return function(call, ctx)
          local card = ctx.default()
          card.lines[1] = ('%s %s in %d columns: %s'):format(prefix, call.title, ctx.width > 20 and 1 or 0, card.lines[1])
          return card
        end
      end
      acp.register_renderer({ match = 'fetch', render = with('kind') })
      acp.register_renderer({ match = '^mcp__', priority = 1, render = with('pattern') })
      acp.register_renderer({
        match = function(call) return call.title == 'Third' end,
        render = with('predicate'),
      })
      acp.register_renderer({ priority = 5, render = function() return nil end })`,
    );
    await nvim.screen.toContain('pattern First in 1 columns');
    await nvim.screen.toContain('kind Second in 1 columns');
    await nvim.screen.toContain('predicate Third in 1 columns');
    await nvim.screen.toContain('Fourth', { without: 'in 1 columns: ✎' });
  });

  it('that throws, is slow or answers nonsense is reported once, and the built-in one takes over', async () => {
    const agent = agentThat(
      ...['a', 'b'].flatMap((id) => [
        toolCall(`${id}1`, { kind: 'read', title: `Throws ${id}`, status: 'completed' }),
        toolCall(`${id}2`, { kind: 'edit', title: `Slow ${id}`, status: 'completed' }),
        toolCall(`${id}3`, { kind: 'fetch', title: `Nonsense ${id}`, status: 'completed' }),
        toolCall(`${id}4`, { kind: 'search', title: `Marks ${id}`, status: 'completed' }),
      ]),
      say('all done'),
    );
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ match = 'read', render = function() error('oh no') end })
      acp.register_renderer({ match = 'edit', render = function() vim.uv.sleep(300) return { lines = { 'late' } } end })
      acp.register_renderer({ match = 'search', render = function() return { lines = {}, marks = 1 } end })
      acp.register_renderer({ match = 'fetch', render = function() return { lines = { 1 } } end })`,
    );
    await nvim.screen.toContain('all done');
    await wait(() => nvim.lua('return #_G.notices >= 4'), 'all of them are reported');
    await nvim.screen.toContain('Slow b', { without: 'late' });
    await nvim.screen.toContain('Throws b');
    await nvim.screen.toContain('Nonsense b');
    await nvim.screen.toContain('Marks b');
    const notices: string[] = await nvim.lua('return _G.notices');
    expect(notices.toSorted()).toEqual([
      expect.stringMatching(/the renderer \(.+:\d+\) failed: .*oh no/),
      expect.stringMatching(/the renderer \(.+:\d+\) is slow/),
      expect.stringMatching(/the renderer \(.+:\d+\) returned marks that are no list of tables/),
      expect.stringMatching(/the renderer \(.+:\d+\) returned a line that is no text/),
    ]);
  });

  it('with a pattern that only some names show to be broken is reported once, and draws nothing', async () => {
    const call = (id: string) =>
      toolCall(id, { name: 'notes', title: `Note ${id}`, status: 'completed' });
    const agent = agentThat(call('one'), call('two'), say('all done'));
    await using nvim = await opened(
      agent,
      `acp.register_renderer({ match = '^notes', render = function() return { lines = { 'mine' } } end })
       acp.register_renderer({ match = 'no[', priority = 1, render = function() return { lines = { 'broken' } } end })`,
    );
    await nvim.screen.toContain(/mine[\s\S]*mine[\s\S]*all done/, { without: /broken|Note/ });
    expect(await nvim.lua('return _G.notices')).toEqual([
      expect.stringMatching(/the renderer \(.*\) has a broken pattern, "no\["/),
    ]);
  });

  it('that answers what cannot be drawn is reported, and takes nothing else with it', async () => {
    const kinds = ['read', 'edit', 'fetch', 'search', 'delete', 'move', 'think'];
    const agent = agentThat(
      ...kinds.map((kind) => toolCall(kind, { kind, title: `Call ${kind}`, status: 'completed' })),
      say('all done'),
    );
    await using nvim = await opened(
      agent,
      `
      local function run() end
      local wrong = {
        read = { lines = { 'one', nil, 'three' } },
        edit = { lines = { first = 'one' } },
        fetch = { lines = { 'x' }, marks = { row = 0, group = 'Title' } },
        search = setmetatable({}, { __index = function() error('not mine') end }),
        delete = { lines = { 'x' }, actions = { { key = ('k'):rep(60), label = 'Long', run = run } } },
        move = { lines = { 'x' }, actions = { { key = '', label = 'None', run = run } } },
        think = { lines = { 'x' }, actions = {
          { key = '<cr>', label = 'One', run = run }, { key = '<CR>', label = 'Two', run = run },
        } },
      }
      for kind, drawing in pairs(wrong) do
        acp.register_renderer({ match = kind, render = function() return drawing end })
      end`,
    );
    await nvim.screen.toContain('all done');
    // All are written in one place, which is blamed once for each function.
    await wait(() => nvim.lua('return #_G.notices >= 7'), 'all of them are reported');
    for (const kind of kinds) await nvim.screen.toContain(`Call ${kind}`);
    const notices: string[] = await nvim.lua('return _G.notices');
    const problems = notices.map((notice) => notice.replace(/^.*?the renderer \(.*?\) /, ''));
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^failed: .*not mine/),
      expect.stringMatching(/^returned an action with the key "", which cannot be mapped/),
      expect.stringMatching(/^returned an action with the key "k+", which cannot be mapped/),
      'returned lines that are no list',
      'returned lines that are no list',
      'returned marks that are no list of tables',
      'returned two actions with the key "<CR>"',
    ]);
  });

  it('that answers very much does not hold up the editor', async () => {
    const agent = agentThat(toolCall('t', { title: 'T', status: 'completed' }), say('all done'));
    await using nvim = await opened(
      agent,
      `
      local lines, marks = { ('x'):rep(1e7) }, {}
      for row = 1, 3000 do lines[row + 1] = 'line ' .. row end
      for n = 1, 2e5 do marks[n] = { row = 1, from = 0, to = 4, group = 'Title' } end
      acp.register_renderer({ render = function()
        return { lines = lines, marks = marks, fold = { from = 2, to = 1e9 } }
      end })`,
    );
    await nvim.screen.toContain(/line 1\s[\s\S]*all done/);
    const sizes: number[] = await nvim.lua(`
      local bufnr = _G.transcript()
      local marks = vim.api.nvim_buf_get_extmarks(bufnr, -1, 0, -1, { details = true })
      local titles = vim.iter(marks):filter(function(mark) return mark[4].hl_group == 'Title' end)
      return { #vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), #titles:totable() }`);
    expect(sizes[0]).toBeLessThan(2100);
    expect(sizes[1]).toBeLessThanOrEqual(20_000);
    expect(await nvim.lua('return _G.notices')).toEqual([]);
  });

  it('whose predicate is slow is not asked again', async () => {
    const agent = agentThat(
      toolCall('a', { title: 'First', status: 'completed' }),
      { do: 'gate', name: 'second' },
      toolCall('b', { title: 'Second', status: 'completed' }),
      say('all done'),
    );
    await using nvim = await opened(
      agent,
      `
      _G.asked = 0
      acp.register_renderer({
        match = function() _G.asked = _G.asked + 1 vim.uv.sleep(250) return true end,
        render = function() return { lines = { 'mine' } } end,
      })`,
    );
    await wait(() => nvim.lua('return #_G.notices == 1'), 'it is reported');
    agent.open('second');
    await nvim.screen.toContain(/First[\s\S]*Second[\s\S]*all done/, { without: 'mine' });
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    expect(await nvim.lua('return _G.asked')).toBe(1);
    expect(await nvim.lua('return _G.notices')).toEqual([
      expect.stringMatching(/the match of a renderer \(.+:\d+\) is slow/),
    ]);
  });

  it('is not asked in place of the stream: its text is safe, and no longer than fits', async () => {
    const agent = agentThat(
      toolCall('t', { title: 'T\u001b[31mred', status: 'completed', content: text('x') }),
    );
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ render = function(call)
        local lines = { call.title .. '\\27]0;title\\7 and\\nmore' }
        for n = 1, 5000 do lines[n + 1] = 'line ' .. n end
        return { lines = lines }
      end })`,
    );
    await nvim.screen.toContain('… 3001 more lines');
    const lines: string[] = await nvim.lua(`
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do
        if vim.bo[buf].filetype == 'acpchat' then
          return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
        end
      end`);
    expect(lines).toContain('Tred and more');
    expect(lines).toContain('line 1999');
    expect(lines).not.toContain('line 2000');
  });
});

describe('actions of a card', () => {
  it('answer a permission, by keys on the card alone', async () => {
    const steps = [
      toolCall('t', { name: 'deploy', title: 'Deploy', rawInput: { to: 'prod' } }),
      ask('t'),
      say('all done'),
    ];
    const agent = scriptAgent({ prompts: [{ match: 'go', steps }, { steps: [say('I see')] }] });
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ match = 'deploy', render = function(call)
        local approval = call.approval
        if call.state ~= 'approval-requested' then
          return { lines = { 'Deploy is ' .. call.state } }
        end
        return {
          lines = { 'Really deploy?' },
          actions = {
            { key = 'y', label = 'Approve', run = function() acp.respond(approval.id, 'once') end },
            { key = 'u', label = 'Deny', run = function()
              acp.respond(approval.id, 'no', { reason = 'not on Fridays' })
            end },
          },
        }
      end })`,
    );
    await nvim.screen.toContain('[y] Approve  [u] Deny');
    await readable(nvim);
    await nvim.lua(`
      for _, win in ipairs(vim.api.nvim_list_wins()) do
        if vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'acpchat' then
          vim.api.nvim_set_current_win(win)
        end
      end
      vim.cmd.stopinsert()`);
    await wait(() => nvim.lua(`return vim.fn.mode() == 'n'`), 'normal mode');
    // Off the card the key is the transcript's own.
    await nvim.lua(`vim.fn.cursor(1, 1)`);
    await nvim.feed('u');
    await wait(
      () =>
        nvim.lua(`return vim.iter(_G.notices):any(function(n) return n:find('no turn has') end)`),
      'the key of the transcript',
    );
    expect(await nvim.lua(`return #acp.permissions()`)).toBe(1);
    await nvim.lua(`vim.fn.search('Really deploy')`);
    await wait(async () => {
      await nvim.feed('u');
      return nvim.lua(`return #acp.permissions() == 0`);
    }, 'the key of the card answers');
    await nvim.screen.toContain('Deploy is output-denied', { without: '[y] Approve' });
    expect((await nvim.lua(`return acp.state().tools.t`)).approval).toMatchObject({
      approved: false,
      reason: 'not on Fridays',
    });
  });

  it('are found by a key however it is written', async () => {
    const agent = agentThat(toolCall('t', { title: 'Deploy', status: 'completed' }));
    await using nvim = await opened(agent, counting('<cr>'));
    await nvim.screen.toContain('[<CR>] Count');
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    await nvim.lua(`
      vim.api.nvim_set_current_win(vim.fn.bufwinid(_G.transcript()))
      vim.cmd.stopinsert()
      vim.fn.search('Card')`);
    await wait(() => nvim.lua(`return vim.fn.mode() == 'n'`), 'normal mode');
    await wait(async () => {
      await nvim.feed('<CR>');
      return nvim.lua('return _G.pressed > 0');
    }, 'the key of the card');
  });

  it('do not count before their card could be read', async () => {
    const agent = agentThat(toolCall('t', { title: 'Deploy', status: 'completed' }));
    await using nvim = await opened(
      agent,
      `${counting('y')}
      -- Pressed as soon as the key is there.
      vim.uv.new_timer():start(0, 1, vim.schedule_wrap(function()
        if _G.early then return end
        for _, win in ipairs(vim.api.nvim_list_wins()) do
          local buf = vim.api.nvim_win_get_buf(win)
          local map = vim.api.nvim_buf_call(buf, function() return vim.fn.maparg('y', 'n', false, true) end)
          if vim.bo[buf].filetype == 'acpchat' and map.callback and map.desc == 'acp: action of a card' then
            vim.api.nvim_win_call(win, function()
              vim.fn.search('Card')
              map.callback()
            end)
            _G.early = true
            return
          end
        end
      end))`,
    );
    await wait(() => nvim.lua('return _G.early'), 'the key is pressed at once');
    expect(await nvim.lua('return _G.pressed')).toBe(0);
    expect(await nvim.lua('return _G.notices')).toEqual([
      expect.stringContaining('not done: this has only just appeared'),
    ]);
  });
});

it('the calls of a tool that the user knows are not dynamic, wherever they are seen', async () => {
  const agent = agentThat(
    toolCall('w', { name: 'weather', status: 'completed' }),
    toolCall('o', { name: 'other', status: 'completed' }),
    say('all done'),
  );
  await using nvim = await opened(
    agent,
    `
    acp.setup({ known_tools = { 'weather' } })
    _G.heard, _G.drawn = {}, {}
    acp.on_tool_call(function(call) _G.heard[call.name] = call.dynamic end)
    acp.register_renderer({ render = function(call) _G.drawn[call.name] = call.dynamic end })`,
  );
  await nvim.screen.toContain('all done');
  const dynamic = { weather: false, other: true };
  await wait(() => nvim.lua('return vim.tbl_count(_G.drawn) == 2'), 'both were drawn');
  expect(await nvim.lua('return { _G.heard, _G.drawn }')).toEqual([dynamic, dynamic]);
  const { w, o } = (await nvim.lua('return acp.state().tools')) as Record<string, unknown>;
  expect([w, o]).toMatchObject([{ dynamic: false }, { dynamic: true }]);
});

describe('renderers of other parts', () => {
  it('draw messages, thoughts, plans and content blocks', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const agent = agentThat(
      think('Let me see'),
      {
        do: 'update',
        update: {
          sessionUpdate: 'plan',
          entries: [{ content: 'one', priority: 'high', status: 'completed' }],
        },
      },
      say('An answer'),
      { do: 'update', update: { sessionUpdate: 'agent_message_chunk', content: image } },
      toolCall('t', { status: 'completed', content: [{ type: 'content', content: image }] }),
    );
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ part = 'thought', render = function(item)
        return { lines = { 'THOUGHT ' .. item.text } }
      end })
      acp.register_renderer({ part = 'user', render = function(item, ctx)
        return { lines = { ('USER %s (%d)'):format(item.text, ctx.turn) } }
      end })
      acp.register_renderer({ part = 'plan', render = function(item)
        return { lines = { 'PLAN ' .. item.entries[1].content } }
      end })
      acp.register_renderer({ part = 'content', match = 'image', render = function(item)
        return { lines = { 'IMAGE ' .. item.mimeType } }
      end })`,
    );
    await nvim.screen.toContain('USER go (1)');
    await nvim.screen.toContain('THOUGHT Let me see');
    await nvim.screen.toContain('PLAN one');
    await nvim.screen.toContain(/IMAGE image\/png[\s\S]*IMAGE image\/png/);
    await nvim.screen.toContain('An answer');
    expect(await nvim.lua('return _G.notices')).toEqual([]);
  });

  it('draw what goes along with a prompt of the user’s', async () => {
    const agent = agentThat(say('An answer'));
    await using nvim = await opened(
      agent,
      `
      acp.register_renderer({ part = 'content', match = 'resource_link', render = function(item)
        return { lines = { 'LINK ' .. item.uri } }
      end })`,
    );
    await nvim.screen.toContain('An answer');
    await nvim.lua(`acp.prompt({ { type = 'text', text = 'See ' },
      { type = 'resource_link', name = 'there', uri = 'https://example.com/there' } })`);
    await nvim.screen.toContain('See @https://example.com/there');
    await wait(
      () =>
        nvim.lua(`
          local lines = vim.api.nvim_buf_get_lines(_G.transcript(), 0, -1, false)
          return vim.tbl_contains(lines, 'LINK https://example.com/there')`),
      'the link is drawn by the renderer',
    );
  });

  it('are named for each part, and for nothing else', async () => {
    const agent = agentThat(say('x'));
    await using nvim = await opened(
      agent,
      `acp.register_renderer({ part = 'agent', name = 'mine', render = function() end })`,
    );
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    const names = await nvim.lua(`
      local function name_of(item) return (acp.renderer_for(item) or {}).name or 'none' end
      local answers = vim.tbl_map(name_of, acp.state().entries)
      return vim.list_extend(answers, {
        name_of({ part = 'plan', entries = {} }),
        name_of({ type = 'image' }),
        name_of({ part = 'other' }),
        name_of({}),
        name_of(1),
        name_of(nil),
      })`);
    expect(names).toEqual(['user', 'mine', 'plan', 'image', 'none', 'none', 'none', 'none']);
  });

  it('that are wrong are reported, and change nothing', async () => {
    await using nvim = await opened(agentThat(say('hello')));
    await nvim.screen.toContain('hello');
    await nvim.lua(`
      acp.register_renderer({ part = 'tools', render = print })
      acp.register_renderer({ render = 1 })
      acp.register_renderer({ match = 1, render = print })
      acp.register_renderer({ match = '%', render = print })()
      acp.register_renderer({ colour = 'red', render = print })`);
    expect(await nvim.lua('return _G.notices')).toEqual([
      expect.stringContaining('part: got "tools", expected one of tool,'),
      expect.stringContaining('expected a table with a function `render`'),
      expect.stringContaining('match must be a string or a function'),
      expect.stringContaining('match: "%" is no Lua pattern'),
      expect.stringContaining('unknown field "colour"'),
    ]);
  });
});

it('renderers that were there before a host that died draw for the next one', async () => {
  const failed = { name: 'weather', status: 'failed', rawOutput: { error: 'clouds' } };
  const agent = agentThat(toolCall('w', failed), say('all done'));
  await using nvim = await startNvim({ config: agent.setup(), size: [100, 40] });
  await nvim.lua(`acp = require('acp') ${WEATHER}`);
  await nvim.lua(`acp.open() acp.prompt('go')`);
  await nvim.screen.toContain('No weather: clouds');
  await nvim.lua(`
    _G.old = require('acp.host').channel()
    vim.uv.kill(vim.fn.jobpid(_G.old), 'sigkill')`);
  await wait(() => nvim.lua(`return require('acp.host').channel() ~= _G.old`), 'that host is gone');
  await nvim.lua(`acp.prompt('go')`);
  await nvim.screen.toContain(/No weather: clouds[\s\S]*No weather: clouds/);
});
