/** The buffers of an editor as the host's files meet them: for what a real one cannot be made to do at will. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Hunk } from '../../src/edit/hunks';
import { applyHunks } from '../../src/edit/hunks';
import type { ApplyOptions, ApplyResult, BufferInfo } from '../../src/nvim/buffer-edit';
import type { Lua } from '../../src/nvim/lua';
import type { ReviewHunk } from '../../src/nvim/review-hunks';

export interface FakeBuffer {
  readonly bufnr: number;
  readonly path: string;
  lines: string[];
  changedtick: number;
  modified: boolean;
  pending: boolean;
  /** What it shows under review. */
  shown?: readonly ReviewHunk[];
}

export interface FakeEditor {
  readonly lua: Lua;
  /** Names of the functions that were called, in order. */
  readonly calls: string[];
  /** Loads a file. */
  open(path: string): FakeBuffer;
  /** The user types. */
  type(buffer: FakeBuffer, lines: readonly string[]): void;
  /** Runs before a function of this name is answered the next time. */
  before(name: string, task: () => void): void;
}

export function fakeEditor(): FakeEditor {
  const buffers: FakeBuffer[] = [];
  const calls: string[] = [];
  const tasks = new Map<string, () => void>();
  const find = (path: string): FakeBuffer | undefined => buffers.find((one) => one.path === path);
  const of = (bufnr: number): FakeBuffer | undefined => buffers.find((one) => one.bufnr === bufnr);
  const type = (buffer: FakeBuffer, lines: readonly string[]): void => {
    buffer.lines = [...lines];
    buffer.changedtick++;
    buffer.modified = true;
  };
  const infoOfFile = (path: string): BufferInfo | null => {
    const buffer = find(path);
    return buffer ? infoOf(buffer) : null;
  };
  const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
    'buffers.find': infoOfFile,
    'buffers.reload_guard.find': infoOfFile,
    'buffers.slice': (bufnr: number, from: number, to: number) => {
      const buffer = of(bufnr);
      if (!buffer) return null;
      const lines = buffer.lines.slice(from, to < 0 ? undefined : to);
      const text = lines.map((line) => `\n${line}`).join('');
      return { text, changedtick: buffer.changedtick };
    },
    'conflict.edit.apply': (
      bufnr: number,
      changedtick: number,
      hunks: readonly Hunk[],
      { save }: ApplyOptions,
    ): ApplyResult => {
      const buffer = of(bufnr);
      if (buffer?.changedtick !== changedtick) return { ok: false, why: 'moved', text: '' };
      type(buffer, applyHunks(buffer.lines, hunks));
      buffer.modified = !save;
      if (save) writeFileSync(buffer.path, textOf(buffer));
      return { ok: true, changedtick: buffer.changedtick, saved: save === true, fresh: 0 };
    },
    'review.show': (bufnr: number, changedtick: number, hunks: readonly ReviewHunk[]) => {
      const buffer = of(bufnr);
      if (buffer?.changedtick !== changedtick) return false;
      buffer.shown = hunks;
      return true;
    },
    'review.clear': (bufnr: number) => {
      const buffer = of(bufnr);
      if (buffer) delete buffer.shown;
    },
    'buffers.disk.drop_deleted': (path: string) => {
      buffers.splice(0, buffers.length, ...buffers.filter((one) => one.path !== path));
    },
  };
  const call = async (name: string, ...args: readonly unknown[]): Promise<unknown> => {
    calls.push(name);
    const task = tasks.get(name);
    tasks.delete(name);
    task?.();
    return functions[name]?.(...(args as never[])) ?? null;
  };
  return {
    lua: { call } as Lua,
    calls,
    type,
    open: (path) => {
      const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
      const state = { changedtick: 1, modified: false, pending: false };
      const buffer: FakeBuffer = { bufnr: buffers.length + 1, path, lines, ...state };
      buffers.push(buffer);
      return buffer;
    },
    before: (name, task) => void tasks.set(name, task),
  };
}

export function textOf({ lines }: FakeBuffer): string {
  return lines.map((line) => `${line}\n`).join('');
}

function infoOf(buffer: FakeBuffer): BufferInfo {
  const { bufnr, changedtick, modified, pending, lines } = buffer;
  return {
    bufnr,
    changedtick,
    modified,
    pending,
    lines: lines.length,
    bytes: textOf(buffer).length,
    fileformat: 'unix',
    endofline: true,
    bomb: false,
    fileencoding: 'utf-8',
    readonly: false,
    modifiable: true,
    buftype: '',
  };
}
