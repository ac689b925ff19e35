import { type AnsweredChat, QuestionSurfaces } from '../../src/host/chat/question-surfaces';
import type { OpenSurface } from '../../src/host/surfaces';
import { newSession, type PermissionRequest } from '../../src/model/state';
import type { PermissionOption } from '../../src/protocol/schema.gen';
import type { Line } from '../../src/view/block';
import type { SurfaceDefinition } from '../../src/view/surfaces/surface';
import { luaOf } from './listen';
import { type Nvim, startNvim } from './nvim';
import { joinSurfaces, surfacesOver } from './surfaces';
import { wait } from './wait';

/** A question as a test wants it to look. */
export interface Card {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly options: readonly PermissionOption[];
  /** Shown when all of it is asked for. */
  readonly whole?: readonly Line[];
  readonly isCut?: boolean;
  /** Id of the question that the agent has changed into this one. */
  readonly replaces?: string;
}

export interface Answer {
  readonly id: string;
  readonly optionId: string | undefined;
}

export interface Editor extends Nvim {
  show(...cards: Card[]): Promise<void>;
  answers(): Answer[];
  /** The reason for a no, which follows it. */
  readonly reasons: string[];
  /** Ids of the questions for which a rule was wanted. */
  readonly ruled: string[];
  filetype(): Promise<string>;
  /** Waits until answers count: what was typed ahead does not. */
  guarded(): Promise<void>;
}

const SUBJECTS = `
  local dock, ids = require('acp.surface.dock'), {}
  for n = 1, 100 do
    local surface, count = dock.nth('permission', n)
    if not surface then break end
    ids[n] = surface.frame.subject.id .. ' of ' .. count .. surface.frame.title
  end
  return ids`;

/** An editor that is asked by the windows of the host, with a clock that the test moves on and nobody behind it. */
export async function askedEditor(): Promise<Editor> {
  const editor = await startNvim({
    size: [100, 36],
    files: { 'a.txt': 'some text\n' },
    args: ['a.txt'],
    config: `
      _G.reported = {}
      vim.notify = function(text) table.insert(reported, text) end
      local host = require('acp.host')
      host.ensure, host.obstacle = function() end, function() end
      host.request = function() return {} end
      -- Time passes when the test says so.
      local now = vim.uv.now
      _G.ahead = 0
      vim.uv.now = function() return now() + ahead end`,
  });
  const cards = new Map<string, Card>();
  const answers: Answer[] = [];
  const reasons: string[] = [];
  const ruled: string[] = [];
  const lua = luaOf(editor);
  const notify = (level: 'info' | 'warn' | 'error', text: string): void =>
    void lua.call('ui.notify.show', level, text).catch(() => {});
  const surfaces = surfacesOver(lua, { notify });
  await joinSurfaces(editor, surfaces);
  await editor.lua(`local host = require('acp.host') host.notify = host.send`);
  const chat = (permissions: readonly PermissionRequest[]): AnsweredChat => ({
    choice: { title: 'Agent' },
    session: {
      state: { ...newSession('agent', '/p'), permissions },
      elicitations: {} as never,
      answer: (id, optionId) => answers.push({ id, optionId }) > 0,
    },
    openAddress: () => {},
  });
  const questions = new QuestionSurfaces<AnsweredChat>({
    surfaces: { open: (spec) => surfaces.open(withLines(spec, cards)) },
    tools: {
      asks: {
        input: async () => undefined,
        exactInput: async () => undefined,
        select: async () => undefined,
      },
      notify,
      help: () => {},
    },
    waysIn: () => ({ promptKey: '<C-g>', chatKey: '<C-g>' }),
    say: (_, reason) => reasons.push(reason),
    offerRule: async (_, { id }) => void ruled.push(id),
    propose: () => ({
      model: { changes: [], isReading: false, isEditable: false },
      update: () => {},
      preview: async () => {},
      compare: async () => {},
      edit: async () => {},
      dispose: () => {},
    }),
  });
  return Object.assign(editor, {
    reasons,
    ruled,
    answers: () => answers,
    show: async (...shown: Card[]) => {
      for (const card of shown) cards.set(card.id, card);
      questions.show([chat(shown.map((card) => requestOf(card, cards)))]);
      const wanted = shown.map(({ id, replaces }, index) => {
        const count = shown.length > 1 ? ` (${index + 1} of ${shown.length})` : '';
        const title = `${replaces ? 'Changed · ' : ''}Permission${count}`;
        return `${id} of ${shown.length} ${title} `;
      });
      await wait(
        async () => JSON.stringify(await editor.lua(SUBJECTS)) === JSON.stringify(wanted),
        () => `the editor has the questions\n${editor.screen.framed()}`,
      );
    },
    filetype: () => editor.lua('return vim.bo.filetype'),
    guarded: () => editor.lua('ahead = ahead + 1000'),
  });
}

function requestOf(card: Card, cards: ReadonlyMap<string, Card>): PermissionRequest {
  const before = cards.get(card.replaces ?? '');
  return {
    id: card.id,
    ...(before ? { before: requestOf(before, cards), replaces: before.id } : {}),
    toolCallId: card.id,
    title: card.title,
    kind: 'other',
    options: card.options,
    content: [],
    locations: [],
  };
}

/** The same surface with the lines of a card in place of those of a request. */
function withLines<M, T>(
  spec: OpenSurface<M, T>,
  cards: ReadonlyMap<string, Card>,
): OpenSurface<M, T> {
  const { definition } = spec;
  const content: SurfaceDefinition<M, T>['content'] = (model) => {
    const { rest: _, ...drawn } = definition.content(model);
    const { request, whole } = model as { request: { id: string }; whole: boolean };
    const card = cards.get(request.id);
    const lines = (whole ? card?.whole : card?.lines) ?? [];
    const rest = card?.isCut && !whole ? { rest: 'permission_full' } : {};
    return { ...drawn, ...rest, blocks: drawn.blocks.map((block) => ({ ...block, lines })) };
  };
  return { ...spec, definition: { ...definition, content } };
}
