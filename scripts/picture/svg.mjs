// Lines of runs (`ansi.mjs`) as an SVG.

const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 17;
const MARGIN = 6;
const FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/** Colours of what has none of its own, by 'background'. */
export const THEMES = {
  dark: { ground: '#14161b', ink: '#e0e2ea' },
  light: { ground: '#e0e2ea', ink: '#14161b' },
};

export function svg(lines, { columns, rows, title, theme = THEMES.dark }) {
  const width = Math.ceil(columns * CELL_WIDTH + 2 * MARGIN);
  const height = rows * CELL_HEIGHT + 2 * MARGIN;
  const drawn = lines.slice(0, rows).map((runs, row) => drawRow(runs, row, theme));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="14">
<title>${escapeXml(title)}</title>
<rect width="100%" height="100%" rx="6" fill="${theme.ground}"/>
${drawn.join('\n')}
</svg>
`;
}

function drawRow(runs, row, theme) {
  const y = MARGIN + row * CELL_HEIGHT;
  let column = 0;
  return runs
    .map(({ text, look }) => {
      const x = MARGIN + column * CELL_WIDTH;
      const cells = cellsOf(text);
      column += cells;
      return drawRun(text, look, { x, y, width: cells * CELL_WIDTH }, theme);
    })
    .join('');
}

function drawRun(text, look, { x, y, width }, theme) {
  const [fg, bg] = look.reverse
    ? [look.bg ?? theme.ground, look.fg ?? theme.ink]
    : [look.fg ?? theme.ink, look.bg];
  const ground = bg
    ? `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${CELL_HEIGHT}" fill="${bg}"/>`
    : '';
  if (text.trim() === '') return ground;
  const style = [
    look.bold ? ' font-weight="bold"' : '',
    look.italic ? ' font-style="italic"' : '',
    look.dim ? ' opacity="0.6"' : '',
    look.underline ? ' text-decoration="underline"' : '',
    look.strike ? ' text-decoration="line-through"' : '',
  ].join('');
  const at = `x="${x.toFixed(1)}" y="${y + 13}"`;
  return `${ground}<text ${at} xml:space="preserve" textLength="${width.toFixed(1)}" fill="${fg}"${style}>${escapeXml(text)}</text>`;
}

/** What we show has no wide characters but these. */
function cellsOf(text) {
  return [...text].reduce(
    (sum, char) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(char)
        ? 2
        : 1),
    0,
  );
}

function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
