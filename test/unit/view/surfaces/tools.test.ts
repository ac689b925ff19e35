import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/base/text';
import { textOf } from '../../../../src/view/line';
import { footerText, itemAt, mappedKeys } from '../../../../src/view/surfaces/surface';
import {
  type ListedTool,
  type ToolsModel,
  toolsSurface,
} from '../../../../src/view/surfaces/tools';

const tool = (name: string, more: Partial<ListedTool> = {}): ListedTool => ({
  name,
  title: `Title of ${name}`,
  description: `What ${name} does.`,
  effect: 'reads',
  isOn: true,
  isSwitched: false,
  ...more,
});

const model: ToolsModel = {
  current: 1,
  described: new Set(['edit_buffer']),
  sessions: [
    {
      view: 1,
      by: 'Kimi',
      title: 'Fix the parser',
      server: 'neovim',
      isConnected: true,
      tools: [
        tool('read_buffer'),
        tool('edit_buffer', { effect: 'changes' }),
        tool('deploy', { effect: 'unknown', isOn: false, isSwitched: true }),
      ],
    },
    { view: 2, by: 'Gemini', isConnected: false, tools: [tool('read_buffer', { isOn: false })] },
  ],
};

const room = { width: 80, height: 20 };
const blocks = (of: ToolsModel) => toolsSurface.content(of, room).blocks;
const rows = (of: ToolsModel): string[] =>
  blocks(of)
    .flatMap(({ lines }) => lines)
    .map(textOf);

describe('the tools of the editor', () => {
  it('are listed by session, with what each does and whether it is on', () => {
    expect(rows(model)).toEqual([
      '  Kimi · Fix the parser · this one  2 of 3 on · connected as neovim',
      '  ● read_buffer  Title of read_buffer  reads',
      '  ● edit_buffer  Title of edit_buffer  changes, after a question',
      '    What edit_buffer does.',
      '  ○ deploy       Title of deploy       off',
      '',
      '  Gemini  0 of 1 on · the agent was given none of them',
      '  ○ read_buffer  Title of read_buffer  off by your options',
      '',
    ]);
  });

  it('have no line that is wider than the window', () => {
    const long = {
      ...model,
      sessions: [
        { ...model.sessions[0], tools: [tool('x'.repeat(64), { title: 'y'.repeat(90) })] },
      ],
    };
    for (const row of rows(long as ToolsModel)) expect(displayWidth(row)).toBeLessThanOrEqual(90);
  });

  it('say what the key does where the cursor is', () => {
    const footer = (row: number): string =>
      footerText(
        toolsSurface.hints(model, itemAt(blocks(model), row)),
        mappedKeys(toolsSurface.keys, {}),
      );
    expect(footer(0)).toBe('');
    expect(footer(1)).toContain('<CR> off');
    expect(footer(3)).toContain('<CR> off');
    expect(footer(4)).toContain('<CR> on');
  });

  it('are none without a chat', () => {
    expect(rows({ sessions: [], described: new Set() })).toEqual([
      '  there is no chat; :AcpChat opens one',
    ]);
  });
});
