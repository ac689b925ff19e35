/** Text in our windows can be read in every colour scheme that comes with Neovim, in true colour and in 256 colours. */
import { expect, test } from 'vitest';
import { LINKS } from '../../src/view/groups';
import { startNvim } from '../support/nvim';

const MIN_CONTRAST = 3;

/** Grounds of lines and of words in them. */
const GROUNDS = Object.keys(LINKS).filter((group) =>
  /^Acp(Asked|Code|CursorLine|User|Edit|Diff\w+(Line|Word)|Review(Add|Change|\w*Word|QueuedLine)|Conflict(Mine|Theirs))$/.test(
    group,
  ),
);
/** What brings its ground along. */
const OWN_GROUND = ['AcpFollow', 'AcpFollowPaused'];
/** What stands on other grounds besides those of all texts. */
const MORE_GROUNDS: Readonly<Record<string, readonly string[]>> = {
  AcpDiffAdd: ['AcpDiffAddLine'],
  AcpDiffDelete: ['AcpDiffDeleteLine'],
  AcpDiffNumber: ['AcpDiffAddLine', 'AcpDiffDeleteLine'],
  AcpReviewDelete: ['AcpReviewOldWord'],
  AcpUserBar: ['AcpUser'],
};
const TEXTS = Object.keys(LINKS).filter(
  (group) => !GROUNDS.includes(group) && !OWN_GROUND.includes(group),
);
/** What the bars of splits say. */
const BAR_TEXTS = TEXTS.filter((group) => /^Acp(Title|Footer|Key|Muted|State\w+)$/.test(group));
const BARS = ['WinBar', 'WinBarNC'];
/** What an agent is asked about says what goes on there. */
const ASKED_TEXTS = TEXTS.filter((group) => /^AcpState\w+$/.test(group));
const FRAMES = ['AcpBorder', 'AcpTitle', 'AcpFooter', 'AcpMuted', 'AcpPermissionBorder'];

interface Look {
  readonly fg?: number;
  readonly bg?: number;
  readonly ctermfg?: number;
  readonly ctermbg?: number;
  readonly reverse?: boolean;
  readonly cterm?: { readonly reverse?: boolean };
}
interface Scheme {
  readonly name: string;
  readonly background: 'dark' | 'light';
  readonly looks: Readonly<Record<string, Look>>;
}

const ALL_SCHEMES = `
  local groups, frames, true_colour = ...
  vim.o.termguicolors = true_colour
  local hl = require('acp.ui.hl')
  hl.setup()
  vim.tbl_map(hl.on_frame, frames)
  local schemes = {}
  for _, name in ipairs(vim.fn.getcompletion('', 'color')) do
    for _, background in ipairs({ 'dark', 'light' }) do
      vim.o.background = background
      vim.cmd.colorscheme(name)
      local looks = {}
      for _, group in ipairs(groups) do
        local look = vim.api.nvim_get_hl(0, { name = group, link = false })
        looks[group] = next(look) and look or vim.empty_dict()
      end
      table.insert(schemes, { name = name, background = vim.o.background, looks = looks })
    end
  end
  return schemes`;

type Colours = { readonly ink: number; readonly ground: number };

function colours(look: Look, normal: Look, plane: 'gui' | 'cterm', dark: boolean): Colours {
  const rgb = plane === 'gui' ? (value: number) => value : indexed;
  const [fg, bg] = plane === 'gui' ? (['fg', 'bg'] as const) : (['ctermfg', 'ctermbg'] as const);
  const text = look[fg] ?? normal[fg];
  const below = look[bg] ?? normal[bg];
  const ink = text === undefined ? (dark ? 0xffffff : 0) : rgb(text);
  const ground = below === undefined ? (dark ? 0 : 0xffffff) : rgb(below);
  const reversed = plane === 'gui' ? look.reverse : look.cterm?.reverse;
  return reversed ? { ink: ground, ground: ink } : { ink, ground };
}

/** The 256 colours of xterm. */
function indexed(index: number): number {
  const basic = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
    0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ];
  if (index < 16) return basic[index] ?? 0;
  if (index > 231) return (8 + (index - 232) * 10) * 0x010101;
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return level(red) * 0x10000 + level(green) * 0x100 + level(blue);
}

/** As WCAG defines it. */
function contrast(a: number, b: number): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(rgb: number): number {
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text groups and the groups of the grounds that they are drawn on. */
function pairs(): [text: string, ground: string][] {
  return [
    ...TEXTS.flatMap((text) =>
      ['AcpNormal', 'AcpCursorLine', 'AcpCode', ...(MORE_GROUNDS[text] ?? [])].map(
        (ground): [string, string] => [text, ground],
      ),
    ),
    ...BAR_TEXTS.flatMap((text) => BARS.map((bar): [string, string] => [text, bar])),
    ...ASKED_TEXTS.map((text): [string, string] => [text, 'AcpAsked']),
    ...GROUNDS.map((ground): [string, string] => ['Normal', ground]),
    ...OWN_GROUND.map((group): [string, string] => [group, group]),
    ...FRAMES.map((group): [string, string] => [`${group}OnFrame`, `${group}OnFrame`]),
  ];
}

function dullIn({ name, background, looks }: Scheme): string[] {
  const look = (group: string): Look => looks[group] ?? {};
  return (['gui', 'cterm'] as const).flatMap((plane) =>
    pairs().flatMap(([text, ground]) => {
      const of = (group: string): Colours =>
        colours(look(group), look('Normal'), plane, background === 'dark');
      const ratio = contrast(of(text).ink, of(ground).ground);
      if (ratio >= MIN_CONTRAST) return [];
      return [`${name} ${background} ${plane}: ${text} on ${ground}: ${ratio.toFixed(2)}`];
    }),
  );
}

test.each([true, false])('every text on its ground, termguicolors: %s', async (trueColour) => {
  await using editor = await startNvim();
  const frames = FRAMES.map((group) => `${group}OnFrame`);
  const groups = [...Object.keys(LINKS), ...frames, ...BARS, 'Normal'];
  const schemes: Scheme[] = await editor.lua(ALL_SCHEMES, groups, FRAMES, trueColour);
  expect(new Set(schemes.map(({ name }) => name)).size).toBeGreaterThan(20);
  expect(new Set(schemes.map(({ background }) => background)).size).toBe(2);
  expect(schemes.flatMap(dullIn)).toEqual([]);
  for (const { name, looks } of schemes) {
    const normal = looks.Normal ?? {};
    for (const frame of frames) {
      const { bg, ctermbg } = looks[frame] ?? {};
      expect({ name, frame, bg, ctermbg }).toEqual({
        name,
        frame,
        bg: normal.bg,
        ctermbg: normal.ctermbg,
      });
    }
    for (const ground of GROUNDS) {
      const { bg, ctermbg } = looks[ground] ?? {};
      expect(bg, `${name}: ${ground} is seen`).not.toBe(normal.bg);
      expect(ctermbg, `${name}: ${ground} is seen in 256 colours`).not.toBe(normal.ctermbg);
    }
  }
});

test('what the user has set stays, whatever it looks like; the rest follows', async () => {
  await using editor = await startNvim({
    config: `
      vim.cmd.colorscheme('habamax')
      vim.api.nvim_set_hl(0, 'AcpMuted', { fg = 0x1d1d1d })
      vim.api.nvim_set_hl(0, 'AcpUser', { bg = 0x101010 })
      vim.api.nvim_set_hl(0, 'AcpNormal', { bg = 0x202020, fg = 0xeeeeee })`,
  });
  const look = (name: string): Promise<Look> =>
    editor.lua(
      `require('acp.ui.hl').setup()
      return vim.api.nvim_get_hl(0, { name = ..., link = false })`,
      name,
    );
  expect((await look('AcpMuted')).fg).toBe(0x1d1d1d);
  expect((await look('AcpUser')).bg).toBe(0x101010);
  await editor.lua(`require('acp.ui.hl').on_frame('AcpBorder')`);
  expect((await look('AcpBorderOnFrame')).bg).toBe(0x202020);
  const before = await look('AcpPlaceholder');
  await editor.lua(`vim.cmd.colorscheme('morning')`);
  expect(await look('AcpPlaceholder')).not.toEqual(before);
});
