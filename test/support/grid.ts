/** The picture that Neovim draws over `nvim_ui_attach` with ext_linegrid, folded from its events. */

export interface Style {
  readonly foreground?: number;
  readonly background?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly reverse?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
}

interface Cell {
  /** '' is the right half of a wide character. */
  readonly text: string;
  readonly style: number;
}

/** [event, args, args, …] */
export type RedrawEvent = readonly [string, ...unknown[][]];

type WireCell = readonly [text: string, style?: number, repeat?: number];
type Handler = (...args: never[]) => void;

const BLANK: Cell = { text: ' ', style: 0 };

export class Grid {
  #rows: Cell[][] = [];
  #width = 0;
  readonly #styles = new Map<number, Style>();
  cursor = { row: 0, col: 0 };
  mode = '';
  /** Set between `busy_start` and `busy_stop`. */
  busy = false;

  readonly #handlers: Readonly<Record<string, Handler>> = {
    grid_resize: (_grid: number, width: number, height: number) => this.#resize(width, height),
    grid_clear: () => this.#resize(this.#width, this.#rows.length, true),
    grid_line: (_grid: number, row: number, col: number, cells: readonly WireCell[]) =>
      this.#line(row, col, cells),
    grid_scroll: (
      _grid: number,
      top: number,
      bottom: number,
      left: number,
      right: number,
      rows: number,
    ) => this.#scroll(top, bottom, left, right, rows),
    grid_cursor_goto: (_grid: number, row: number, col: number) => {
      this.cursor = { row, col };
    },
    hl_attr_define: (id: number, style: Style) => {
      this.#styles.set(id, style);
    },
    mode_change: (mode: string) => {
      this.mode = mode;
    },
    busy_start: () => {
      this.busy = true;
    },
    busy_stop: () => {
      this.busy = false;
    },
  };

  /** One `redraw` notification: a list of events. True when it ended a frame. */
  redraw(events: readonly RedrawEvent[]): boolean {
    for (const [name, ...calls] of events) {
      const handler = this.#handlers[name];
      if (handler) for (const args of calls) handler(...(args as never[]));
    }
    return events.some(([name]) => name === 'flush');
  }

  /** What is on screen, without blanks at line ends. */
  text(): string {
    return this.#rows.map((row) => rowText(row).trimEnd()).join('\n');
  }

  /** The same with its colours: below the text a letter for each cell that stands out, and what the letters mean. */
  picture(): string {
    const names = this.#rows.map((row) => row.map(({ style }) => nameOf(this.#styles.get(style))));
    const ground = mostFrequent(names.flat());
    const others = [...new Set(names.flat())].filter((name) => name !== ground);
    const letterOf = (name: string): string => LETTERS[others.indexOf(name)] ?? ' ';
    const cells = names.map((row) => row.map(letterOf).join('').trimEnd()).join('\n');
    const legend = others.map((name, at) => `${LETTERS[at]}  ${name}`);
    const parts = [this.text(), cells, [`all else: ${ground}`, ...legend].join('\n')];
    return parts.map((part) => part.trimEnd()).join('\n\n---\n');
  }

  /** Style of the first cell of `needle` where it first shows, or undefined when it does not. */
  styleOf(needle: string): Style | undefined {
    for (const row of this.#rows) {
      const at = rowText(row).indexOf(needle);
      if (at < 0) continue;
      const cell = row[cellAt(row, at)];
      return cell && (this.#styles.get(cell.style) ?? {});
    }
    return undefined;
  }

  #resize(width: number, height: number, clear = false): void {
    const old = clear ? [] : this.#rows;
    this.#width = width;
    this.#rows = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, col) => old[row]?.[col] ?? BLANK),
    );
  }

  #line(row: number, col: number, cells: readonly WireCell[]): void {
    const target = this.#rows[row];
    if (!target) return;
    let style = 0;
    let at = col;
    for (const [text, newStyle, repeat = 1] of cells) {
      style = newStyle ?? style;
      for (let count = 0; count < repeat; count++) target[at++] = { text, style };
    }
  }

  #scroll(top: number, bottom: number, left: number, right: number, rows: number): void {
    const old = this.#rows.map((row) => [...row]);
    for (let row = top; row < bottom; row++) {
      const from = row + rows;
      if (from < top || from >= bottom) continue;
      for (let col = left; col < right; col++) {
        const target = this.#rows[row];
        if (target) target[col] = old[from]?.[col] ?? BLANK;
      }
    }
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function nameOf({ foreground, background, ...flags }: Style = {}): string {
  const colour = (name: string, value: number | undefined): string[] =>
    value === undefined ? [] : [`${name} #${value.toString(16).padStart(6, '0')}`];
  const set = Object.entries(flags).flatMap(([name, value]) => (value === true ? [name] : []));
  const named = [...colour('on', background), ...colour('text', foreground), ...set];
  return named.join(', ') || 'as the editor has it';
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}

function rowText(row: readonly Cell[]): string {
  return row.map((cell) => cell.text).join('');
}

function cellAt(row: readonly Cell[], offset: number): number {
  let seen = 0;
  return row.findIndex((cell) => {
    const here = seen;
    seen += cell.text.length;
    return here <= offset && offset < seen;
  });
}
