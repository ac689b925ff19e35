/** What Lua is given of a surface: what it is while it is open, and what surrounds its text now. */
import type {
  AwayFooters,
  Choice,
  Place,
  Subject,
  SurfaceAction,
  SurfaceKey,
} from '../view/surfaces/surface';

/** What a surface is, for as long as it is open. */
export interface SurfaceSpec {
  readonly id: string;
  readonly kind: string;
  readonly filetype: string;
  readonly place: Place;
  /** The chat that it belongs to. */
  readonly view?: number;
  readonly cursorline: boolean;
  readonly wrap: boolean;
  readonly keys: readonly SurfaceKey[];
  readonly commands: readonly SurfaceAction[];
  /** What is guarded counts so long after it could first be read. */
  readonly guardMs: number;
}

/** What surrounds a surface's text now. Sizes are text cells; the editor's size is the limit. */
export interface SurfaceFrame {
  readonly title: string;
  readonly footer: string;
  /** Where there is no room for the footer. */
  readonly shortFooter?: string;
  readonly away?: AwayFooters;
  readonly topic?: string;
  readonly subject?: Subject;
  readonly choices: readonly Choice[];
  readonly rest?: string;
  /** More of the text is on its way. */
  readonly behind?: true;
  readonly width: number;
  readonly height: number;
  /** The row (0-based) that the cursor goes to. */
  readonly cursor?: number;
}
