import type { Line } from './block';

/** One pending permission as the float shows it. */
export interface PermissionCard {
  readonly id: string;
  readonly session: string;
  /** The chat it belongs to, so that the float can stand near it. */
  readonly view: number;
  readonly title: string;
  /** Body: tool, raw input or diff, as the views draw it; control characters already neutralised. */
  readonly lines: readonly Line[];
  /** All options in the agent's order with the key that chooses each (one printable character). */
  readonly options: readonly {
    readonly optionId: string;
    readonly name: string;
    readonly kind: string;
    readonly key: string;
  }[];
}
