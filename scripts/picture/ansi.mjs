// What a terminal shows, as `tmux capture-pane -e` writes it: lines of runs, each of one look.

/** The colours of a dark ground in Neovim's own scheme; the bright ones are the same. */
const COLOURS = ['#ffc0b9', '#b3f6c0', '#fce094', '#a6dbff', '#ffcaff', '#8cf8f7', '#eef1f8'];
/** The first 16 colours: black, then these, and grey, then these again. */
const BASIC = ['#07080d', ...COLOURS, '#4f5258', ...COLOURS];

/** Attributes by the codes that set them. */
const SET = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'reverse', 9: 'strike' };
/** By the codes that end them. */
const UNSET = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['reverse'],
  29: ['strike'],
};

/** Lines of `{ text, look }`. */
export function parseAnsi(ansi) {
  let look = {};
  return ansi.split('\n').map((line) => {
    const runs = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals write
    for (const piece of line.split(/(\x1b\[[0-9;:]*m)/)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      const sgr = /^\x1b\[([0-9;:]*)m$/.exec(piece);
      if (sgr) look = withSgr(look, sgr[1]);
      else if (piece !== '') runs.push({ text: piece, look });
    }
    return runs;
  });
}

function withSgr(before, codes) {
  // `4:3` is a kind of underline: one code with a parameter.
  const numbers = (codes === '' ? '0' : codes).split(';').flatMap((code) => {
    const [first, ...rest] = code.split(':').map(Number);
    return first === 4 ? [rest[0] === 0 ? 24 : 4] : [first, ...rest];
  });
  let look = { ...before };
  while (numbers.length > 0) {
    const code = numbers.shift();
    if (code === 0) look = {};
    else if (code in SET) look[SET[code]] = true;
    else if (code in UNSET) for (const name of UNSET[code]) look[name] = false;
    else if (code === 39) look.fg = undefined;
    else if (code === 49) look.bg = undefined;
    else if (code === 38 || code === 48) look[code === 38 ? 'fg' : 'bg'] = colour(numbers);
    else if (code === 58) colour(numbers);
    else if (code >= 30 && code <= 37) look.fg = indexed(code - 30);
    else if (code >= 40 && code <= 47) look.bg = indexed(code - 40);
    else if (code >= 90 && code <= 97) look.fg = indexed(code - 82);
    else if (code >= 100 && code <= 107) look.bg = indexed(code - 92);
  }
  return look;
}

function colour(numbers) {
  if (numbers.shift() === 5) return indexed(numbers.shift());
  return `rgb(${numbers.splice(0, 3).join(',')})`;
}

function indexed(index) {
  if (index < 16) return BASIC[index];
  if (index > 231) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const part = (value) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${part(Math.floor(cube / 36))},${part(Math.floor(cube / 6) % 6)},${part(cube % 6)})`;
}
