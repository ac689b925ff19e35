// Formats our Lua with the WebAssembly build of StyLua (the other npm package downloads a program at install).
//
//   node scripts/stylua.mjs --check|--write [file…]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as stylua from '@johnnymorganz/stylua';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [mode, ...named] = process.argv.slice(2);
if (mode !== '--check' && mode !== '--write') {
  process.stderr.write('usage: node scripts/stylua.mjs --check|--write [file…]\n');
  process.exit(2);
}

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
  for (const line of readFileSync('.stylua.toml', 'utf8').split('\n')) {
    const found = /^(\w+)\s*=\s*(?:"(\w+)"|(\d+))\s*$/.exec(line);
    if (!found) continue;
    const [, key, word, number] = found;
    const value = word === undefined ? Number(number) : enums[key]?.[word];
    if (value === undefined) throw new Error(`.stylua.toml: ${line} is not understood here`);
    config[key] = value;
  }
  return config;
}

function luaFiles() {
  const folders = ['lua', 'plugin', 'ftplugin', 'after', 'test', 'bench', 'scripts'];
  return folders.flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.lua'))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .filter((path) => !/^(test\/fixtures|scripts\/demo-project)\//.test(path));
    } catch {
      return []; // a folder that is not there
    }
  });
}

let wrong = 0;
for (const path of named.length > 0 ? named : luaFiles()) {
  const text = readFileSync(path, 'utf8');
  let formatted;
  try {
    // formatCode takes the configuration over, so each file needs its own.
    formatted = stylua.formatCode(text, readConfig(), undefined, stylua.OutputVerification.None);
  } catch (error) {
    process.stderr.write(`${path}: ${error}\n`);
    wrong++;
    continue;
  }
  if (formatted === text) continue;
  if (mode === '--write') {
    writeFileSync(path, formatted);
    process.stdout.write(`formatted ${path}\n`);
  } else {
    const lines = text.split('\n');
    const at = formatted.split('\n').findIndex((line, index) => line !== lines[index]);
    process.stderr.write(`${path}:${at + 1}: not formatted\n`);
    wrong++;
  }
}
if (wrong > 0) {
  process.stderr.write(`${wrong} Lua files to format: node scripts/stylua.mjs --write\n`);
  process.exit(1);
}
