// Formats Lua text with the WebAssembly build of StyLua (the other npm package downloads a program at install).
import { readFileSync } from 'node:fs';
import * as stylua from '@johnnymorganz/stylua';

const CONFIG = new URL('../.stylua.toml', import.meta.url);

// .stylua.toml stays the one place of our style, for editors too; this build cannot read it by itself.
// It holds only `key = value` lines.
function readConfig() {
  const config = stylua.Config.new();
  const enums = {
    syntax: stylua.LuaVersion,
    line_endings: stylua.LineEndings,
    indent_type: stylua.IndentType,
    quote_style: stylua.QuoteStyle,
    call_parentheses: stylua.CallParenType,
  };
  for (const line of readFileSync(CONFIG, 'utf8').split('\n')) {
    const found = /^(\w+)\s*=\s*(?:"(\w+)"|(\d+))\s*$/.exec(line);
    if (!found) continue;
    const [, key, word, number] = found;
    const value = word === undefined ? Number(number) : enums[key]?.[word];
    if (value === undefined) throw new Error(`.stylua.toml: ${line} is not understood here`);
    config[key] = value;
  }
  return config;
}

/** The text as our style has it; throws when it is no Lua. */
export function formatLua(text) {
  // formatCode takes the configuration over, so each text needs its own.
  return stylua.formatCode(text, readConfig(), undefined, stylua.OutputVerification.None);
}
