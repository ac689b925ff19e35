import type { Asked } from '../prompt';
import type { Turn } from '../turn';

/** One thing the demo agent can be asked for. */
export interface DemoRequest {
  /** First word of the prompt; also offered as a slash command. */
  readonly name: string;
  readonly description: string;
  /** What may follow the name. */
  readonly hint?: string;
  /** Answers; returning ends the turn. */
  readonly run: (turn: Turn, asked: Asked) => Promise<void>;
}
