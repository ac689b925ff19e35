/** What the renderers of the user are given, and what they answer. */
import type { RenderedPart } from '../model/item-snapshot';
import type { PlainDrawing } from '../view/custom';

export interface DrawRequest {
  /** Names the card in this editor. */
  readonly card: string;
  /** Where it is shown: its range in that buffer. */
  readonly shown?: { readonly bufnr: number; readonly key: string };
  readonly session: string;
  readonly cwd: string;
  readonly turn: number;
  /** Its place in the transcript, counted from 1. */
  readonly index: number;
  readonly width: number;
  readonly part: RenderedPart;
  readonly item: Readonly<Record<string, unknown>>;
  /** Ids of renderers, the first to be tried first. */
  readonly candidates: readonly number[];
  readonly builtIn: PlainDrawing;
}

/** Not checked yet. False: none of them draws it. */
export type DrawAnswer = Readonly<Record<string, unknown>> | false | 'later';
