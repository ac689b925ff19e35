import type { TreeChange } from './change';
import type { TurnWindow } from './folder-index';
import type { ScanResult } from './recorder';

/** What the host's thread asks of the recorder's. */
export type RecorderRequest =
  | {
      readonly do: 'look';
      readonly id: number;
      readonly root: string;
      readonly turn?: TurnWindow;
    }
  | { readonly do: 'forget'; readonly root: string };

/** What the recorder's thread reports. Each look ends with `done` or `failed`. */
export type RecorderReply =
  | { readonly is: 'changes'; readonly id: number; readonly changes: readonly TreeChange[] }
  | { readonly is: 'done'; readonly id: number; readonly result: ScanResult; readonly ms: number }
  | { readonly is: 'failed'; readonly id: number; readonly why: string }
  | { readonly is: 'gap'; readonly root: string; readonly why: string };
